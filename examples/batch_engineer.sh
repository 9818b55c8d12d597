#!/bin/sh
# The batch engineer: a job that runs at night without a terminal, survives being killed, and says in a log what happened.
#
# In a crontab (the job may take an hour, and is told to stop when the machine goes down):
#     0 2 * * *  cd /srv/survey && sh batch_engineer.sh
# In a container, memory and processors are taken as the container has them:
#     docker run --memory 2g --cpus 2 --volume "$PWD:/job" --workdir /job YOUR_IMAGE sh batch_engineer.sh
set -eu
folder=$(dirname "$0")
iterations=1000000
[ "${1:-}" != --small ] || iterations=2000

# This month's file. A budget of work instead of time: the same file gives the same network on any machine. The
# checkpoint lets tomorrow's run continue where a killed one stopped, and the log alone tells what happened.
python3 "$folder/make_survey.py" january.csv
dagwright learn january.csv --root Alter,Geschlecht --iterations "$iterations" --checkpoint january.checkpoint \
  --log january.jsonl --json -o january.bif >january.json
rm -f january.checkpoint*

# Next month's file is read as this one was: the same columns, the same cuts, the same states.
python3 "$folder/make_survey.py" february.csv --seed 2
dagwright learn february.csv --like january.bif --root Alter,Geschlecht --iterations "$iterations" \
  --log february.jsonl --json -o february.bif >february.json

# Did anything change? Exit codes are 0, or 1 with one line (and one JSON document) that says what is wrong.
dagwright compare february.bif january.bif --json >changes.json
if dagwright learn march.csv --json >march.json 2>march.err; then
  exit 1 # there is no file for March, so this cannot be
fi

python3 - <<'END'
import json

for month in ("january", "february"):
    with open(f"{month}.json", encoding="utf-8") as file:
        record = json.load(file)
    print(f"{month}: {record['status']}, score {record['score']:.2f}, {len(record['edges'])} edges,",
          "reproducible" if record["reproducible"] else "; ".join(record["irreproducible"]))
    with open(f"{month}.jsonl", encoding="utf-8") as file:
        events = [json.loads(line) for line in file]
    print(f"  its log has {len(events)} lines")
with open("march.json", encoding="utf-8") as file:
    print("march:", json.load(file)["error"]["message"])
END
