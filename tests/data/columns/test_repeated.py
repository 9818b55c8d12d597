"""Codes that come back: subjects, firms, trees."""

import numpy as np
from raw_columns import decided, floats, shuffled, some_numbers

RNG = np.random.default_rng(7)
IDS = shuffled([*range(3000, 3300, 5)])  # 60 subjects
SUBJECTS = [code for code in IDS for _ in range(4)]
WEIGHTS = some_numbers(240, 50, 99)


def per_subject(values):
    return [value for value in values for _ in range(4)]


def sexes():
    return per_subject(RNG.permutation(["m", "f"] * 30).tolist())


def test_numbers_within_which_something_never_changes_are_codes():
    found = decided({"unit": SUBJECTS, "sex": sexes(), "weight": WEIGHTS})
    assert found.columns["unit"].kind.value == "identifier"
    assert found.columns["unit"].reason == (
        "60 codes that come back: 'sex' does not change within one"
    )
    assert [*found.used] == ["sex", "weight"]
    assert found.warnings == ["rows share a subject (column 'unit'): they are not independent"]


def test_numbers_within_which_everything_changes_are_numbers():
    found = decided({"unit": SUBJECTS, "sex": shuffled(sexes()), "weight": WEIGHTS})
    assert found.columns["unit"].treatment.value == "cut"
    assert not found.warnings


def test_a_group_that_follows_from_a_number_does_not_make_it_a_code():
    ages = some_numbers(400, 18, 90)
    groups = ["young" if age < 30 else "old" if age > 60 else "middle" for age in ages]
    found = decided({"a": ages, "group": groups, "square": [age**2 for age in ages]})
    assert found.columns["a"].treatment.value == "cut"


def test_values_that_agree_by_chance_do_not_make_a_code():
    numbers = [*range(100, 1000, 15), 100, 115, 130]
    flags = ["y", "n"] * 30 + ["y", "n", "y"]
    found = decided({"a": shuffled(numbers, 3), "b": WEIGHTS[:63], "c": shuffled(flags, 3)})
    assert found.columns["a"].treatment.value == "cut"


def test_codes_in_blocks_are_known_if_all_occur_equally_often():
    units = [unit for unit in range(1, 61) for _ in range(4)]
    treated = per_subject(["ozone"] * 30 + ["control"] * 30)
    found = decided({"unit": units, "treated": treated, "weight": WEIGHTS})
    assert found.columns["unit"].kind.value == "identifier"


def test_balanced_numbers_are_codes_only_if_the_name_says_so():
    units = [unit for unit in range(1, 61) for _ in range(4)]
    for name, treatment in (("subject", "leave out"), ("strength", "cut"), ("row", "cut")):
        found = decided({name: units, "weight": WEIGHTS})
        assert found.columns[name].treatment.value == treatment


def test_a_quantity_of_a_subject_is_not_a_code():
    birth_weights = [*range(2500, 3700, 20)]
    found = decided(
        {
            "unit": SUBJECTS,
            "birth_mass": per_subject(shuffled(birth_weights)),
            "sex": sexes(),
            "mass": WEIGHTS,
        }
    )
    assert found.columns["unit"].kind.value == "identifier"
    assert found.columns["birth_mass"].treatment.value == "cut"


def test_time_is_not_a_code_whatever_follows_from_it():
    weeks = [week for week in range(1, 61) for _ in range(4)]
    rain = per_subject(RNG.permutation(["wet", "dry"] * 30).tolist())
    for name, start in (("week", 0), ("wave", 1950)):
        found = decided({name: [start + w for w in weeks], "rain": rain, "weight": WEIGHTS})
        assert found.columns[name].treatment.value == "cut"


def test_few_codes_of_many_rows_are_a_category():
    firms = [100 + 7 * firm for firm in range(20) for _ in range(20)]
    place = [["east", "west"][firm * firm * 3 % 7 % 2] for firm in range(20) for _ in range(20)]
    found = decided({"firm": firms, "place": place, "sales": some_numbers(400, 0, 300)})
    assert found.columns["firm"].kind.value == "category"
    assert len(found.used["firm"].states) == 20
    assert "rows share a subject (column 'firm')" in found.warnings[0]


def test_names_that_come_back_are_warned_of():
    names = per_subject([f"P{code:03}x" for code in IDS])
    found = decided({"who": names, "sex": sexes(), "weight": WEIGHTS})
    assert found.warnings == ["rows share a subject (column 'who'): they are not independent"]


def test_the_user_can_keep_codes():
    found = decided({"unit": SUBJECTS, "sex": sexes(), "weight": WEIGHTS}, keep="unit")
    assert len(found.used["unit"].states) == 60
    assert found.columns["unit"].decided_by == "user"


def test_codes_in_a_long_table():
    n = 20_000
    codes = RNG.permutation(10**6)[:n]
    sex = RNG.integers(0, 2, n)
    rows = RNG.permutation(4 * n) % n
    noise = RNG.integers(0, 500, 4 * n)
    table = {"unit": floats(codes[rows]), "sex": floats(sex[rows]), "noise": floats(noise)}
    assert decided(table).columns["unit"].kind.value == "identifier"
    table["sex"] = floats(RNG.permutation(sex[rows]))
    assert decided(table).columns["unit"].treatment.value == "cut"
