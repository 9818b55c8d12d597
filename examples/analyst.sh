#!/bin/sh
# The analyst: from a spreadsheet's file to a network and a page, without a line of Python.
set -eu
time=20
[ "${1:-}" != --small ] || time=5

# A survey as a German spreadsheet exports it: semicolons, decimal commas, holes, an identifier, a date, remarks.
python3 "$(dirname "$0")/make_survey.py"

# 1. What is in the file, and what is going to happen to each column.
dagwright info umfrage.csv

# 2. The network, in which nothing points into age and sex. It is written to umfrage.bif, which other programs open.
dagwright learn umfrage.csv --root Alter,Geschlecht --time "$time" --report umfrage.html

# 3. How sure each edge is: the share of resampled tables in which it was found.
dagwright bootstrap umfrage.csv --root Alter,Geschlecht --repetitions 20 --table edges.csv

echo "Now open umfrage.html in a browser."
