#!/bin/sh
# The domain expert: what is known is written down once, in words, and each network that is learned respects it.
set -eu
time=20
[ "${1:-}" != --small ] || time=5
python3 "$(dirname "$0")/make_survey.py"

cat >knowledge.toml <<'END'
# Nothing causes age and sex; the disease causes nothing that we asked about.
roots = ["Alter", "Geschlecht"]
leaves = ["Krankheit"]

# First what people bring with them, then how they live, then everything else.
tiers = [["Alter", "Geschlecht", "Bildung"], ["Einkommen", "Raucher", "Sport"], ["*"]]

# The literature leaves no doubt about this.
required = ["Raucher -> Husten"]
# Coughing has no effect on blood pressure.
forbidden = ["Husten -> Blutdruck"]
END

# The same table twice: once as the data alone would have it, once with what is known.
dagwright learn umfrage.csv --time "$time" -o data_alone.bif --quiet
dagwright learn umfrage.csv --time "$time" -o with_knowledge.bif --constraints knowledge.toml --report with_knowledge.html

# Which edges differ.
dagwright compare with_knowledge.bif data_alone.bif

echo "Now open with_knowledge.html in a browser: click on a variable to see what it depends on."
