"""What can be said about a table, in every command that takes one."""

import inspect
import json
from dataclasses import fields

import pytest
from typer.testing import CliRunner

import dagwright as dw
from dagwright.cli import table_options
from dagwright.cli.app import app
from dagwright.cli.table_options import TableTexts

FLAGS = {"--" + field.name.replace("_", "-") for field in fields(TableTexts)}


def invoke(*arguments):
    run = CliRunner().invoke(app, [*map(str, arguments)], env={"COLUMNS": "200", "TERM": "dumb"})
    if run.exception is not None and not isinstance(run.exception, SystemExit):
        raise run.exception
    return run


def columns_of(file, *options):
    record = json.loads(invoke("info", file, "--json", *options).stdout)
    return {column["name"]: column for column in record["columns"]}


def used(file, *options):
    return {
        name
        for name, column in columns_of(file, *options).items()
        if column["treatment"] in {"cut", "keep"}
    }


@pytest.mark.parametrize(
    "command", ["learn", "plan", "parents", "bootstrap", "score", "solve", "info"]
)
def test_every_command_takes_the_same_options(command):
    named = invoke(command, "--help").output.split()
    missing = {flag for flag in FLAGS if flag not in named}
    assert missing == set()


def test_the_options_are_the_words_of_the_library():
    words = {field.name for field in fields(dw.TableOptions) if field.init}
    texts = {field.name for field in fields(TableTexts)}
    assert words - texts == {"cuts"}
    assert texts - words == {"cut", "bins", "target"}


def test_nothing_said_is_nothing_said():
    assert TableTexts().options(["a"]).given == frozenset()
    assert TableTexts().words() == []


def test_every_option_reaches_the_library():
    said = TableTexts(
        number=["a"],
        category=["b,c"],
        keep=["d"],
        exclude=["e", "f, g"],
        columns=["a,b", "c,d,h"],
        states=["h=no,yes", "i=0,1"],
        cut=["a=1.5,2"],
        discretize=["quantile"],
        bins=4,
        missing="drop",
        missing_values=["x,y"],
        max_states=0,
        weights="w",
        like="columns.toml",
        strict=True,
        header=False,
        delimiter="tab",
        encoding="cp1252",
        sheet="2",
    )
    options = said.options([*"abcdehiw", "f, g"])
    assert (options.number, options.category, options.keep) == (("a",), ("b", "c"), ("d",))
    assert options.exclude == ("e", "f, g")
    assert options.columns == ("a", "b", "c", "d", "h")
    assert options.states == {"h": ("no", "yes"), "i": (0, 1)}
    assert options.cuts == {"a": (1.5, 2)}
    assert repr(options.discretize) == "Discretizer('quantile', bins=4)"
    assert (options.missing, options.missing_values) == ("drop", {"x", "y"})
    assert (options.max_states, options.weights, options.like) == (None, "w", "columns.toml")
    assert (options.strict, options.header, options.delimiter) == (True, False, "\t")
    assert (options.encoding, options.sheet) == ("cp1252", "2")
    assert TableTexts(as_is=True).options([]).as_is


def test_labels_of_columns_that_may_be_meant_are_all_read():
    said = TableTexts(category=["a,b"], states=["c=1=2"], number=["d"], cut=["e=1"], exclude=["f"])
    reading = said.reading()
    assert {"a", "b", "a,b", "c", "c=1"} == set(reading.keep)
    assert set(reading.number) == {"d", "e"}
    assert reading.exclude == ()


def test_what_was_typed_can_be_typed_again():
    said = TableTexts(exclude=["a,b", "c"], header=False, as_is=True, max_states=9)
    words = said.words()
    assert words == [
        "--exclude",
        "a,b",
        "--exclude",
        "c",
        "--max-states",
        "9",
        "--as-is",
        "--no-header",
    ]


def test_methods_can_differ_by_column():
    said = TableTexts(discretize=["c=auto", "quantile", "a,b=mean", "d=mdl"], bins=5, target="t")
    found = said.options([*"abcdt"]).discretize
    assert next(iter(found)) is None  # before the columns that are named
    assert {name: repr(method) for name, method in found.items()} == {
        None: "Discretizer('quantile', bins=5)",
        "a": "Discretizer('mean', columns=['a'])",
        "b": "Discretizer('mean', columns=['b'])",
        "c": "'auto'",
        "d": "Discretizer('mdl', target='t', columns=['d'])",
    }


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (TableTexts(bins=3), "bins= and target= belong to a method"),
        (TableTexts(discretize=["auto"], bins=3), "bins= and target= belong to a method"),
        (TableTexts(discretize=["magic"]), "--discretize magic: unknown"),
        (TableTexts(discretize=["a=magic"]), "--discretize magic: unknown"),
        (TableTexts(discretize=["mean"], target="a"), "target="),
        (TableTexts(missing="guess"), "missing='guess'"),
    ],
)
def test_mistakes_are_found_before_the_file_is_read(said, message):
    with pytest.raises(dw.DagwrightError, match=message):
        said.reading()


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (TableTexts(cut=["30,40"]), "--cut 30,40: say which column, as in --cut age="),
        (TableTexts(cut=["a=old"]), "'old' is not a list of numbers"),
        (TableTexts(states=["no,yes"]), "--states no,yes: say which column"),
    ],
)
def test_what_is_said_of_a_column_names_it(said, message):
    with pytest.raises(dw.DagwrightError, match=message):
        said.options(["a"])


def test_a_command_gets_one_argument_for_all_of_them():
    @table_options.takes_table("target")
    def command(file: str, *, said: TableTexts) -> None:
        """Do."""
        seen.append((file, said))

    seen = []
    parameters = inspect.signature(command).parameters
    assert "said" not in parameters
    assert "target" not in parameters
    usual = {name: each.default for name, each in parameters.items() if name != "file"}
    command(file="x", **{**usual, "exclude": ["a"]})
    assert seen == [("x", TableTexts(exclude=["a"]))]


def test_columns_are_left_out_kept_and_chosen(survey):
    usual = used(survey)
    assert {"age", "ill", "smoker", "deck", "ward, old"} == usual
    assert used(survey, "--exclude", "age,deck") == usual - {"age", "deck"}
    assert used(survey, "--exclude", "ward, old") == usual - {"ward, old"}
    assert used(survey, "--exclude", "age,ward, old") == usual - {"age", "ward, old"}
    assert used(survey, "--keep", "smokes") == usual | {"smokes"}
    assert used(survey, "--columns", "age,ill", "--columns", "smoker") == {"age", "ill", "smoker"}


def test_kinds_states_and_cuts_are_as_said(survey):
    columns = columns_of(
        survey,
        *("--category", "age", "--number", "ward, old", "--states", "ill=yes,no,unknown"),
    )
    assert columns["age"]["treatment"] == "keep"
    assert len(columns["age"]["states"]) == 70
    assert columns["ward, old"]["treatment"] == "cut"
    assert columns["ill"]["states"] == ["yes", "no", "unknown"]
    cut = columns_of(survey, "--cut", "age=30,45.5")["age"]
    assert (cut["cuts"], cut["cut_by"]) == ([30, 45.5], "user")
    assert cut["states"] == ["below_30", "from_30_to_45.5", "from_45.5"]


def test_holes_are_treated_as_said(survey):
    state = columns_of(survey)["deck"]
    assert state["states"] == ["A", "B", "missing"]
    record = json.loads(invoke("info", survey, "--json", "--missing", "drop").stdout)
    assert (record["rows"], record["dropped"]) == (100, 200)
    with pytest.raises(dw.DataError, match="missing values in 'deck'"):
        invoke("info", survey, "--missing", "error")
    assert columns_of(survey, "--missing-values", "B,")["deck"]["missing"] == 250


def test_a_table_is_taken_as_it_is(survey):
    columns = columns_of(survey, "--as-is", "--exclude", "deck,told,nr")
    taken = {name for name, column in columns.items() if column["treatment"] == "keep"}
    assert taken == {"age", "smoker", "smokes", "ill", "ward, old"}
    assert len(columns["age"]["states"]) == 70


def test_a_column_that_is_not_there_is_named(survey):
    with pytest.raises(dw.DataError, match="no column 'z' to exclude"):
        invoke("learn", survey, "--exclude", "age,z")


def test_examples_take_what_is_said_but_not_how_to_read(tmp_path):
    run = invoke("learn", "example:wdbc", "--exclude", "diagnosis", "--method", "hill-climbing")
    assert "569 rows, 30 variables" in run.output
    with pytest.raises(dw.DagwrightError, match="header= says how a file is read"):
        invoke("learn", "example:wdbc", "--header")


def test_every_command_uses_what_is_said(survey, tmp_path):
    out, sets = tmp_path / "net.dot", tmp_path / "sets.jkl"
    said = ("--columns", "age,ill,smoker", "--cut", "age=40,60")
    assert invoke("parents", survey, "-o", sets, *said).exit_code == 0
    assert dw.read_parent_sets(sets).names == ("age", "smoker", "ill")
    assert invoke("solve", sets, "--data", survey, *said, "-o", tmp_path / "n.bif").exit_code == 0
    assert len(dw.read_network(tmp_path / "n.bif").states["age"]) == 3
    assert invoke("learn", survey, *said, "-o", out).exit_code == 0
    assert set(dw.read_structure(out).names) == {"age", "smoker", "ill"}
    assert invoke("score", out, survey, *said).exit_code == 0
    assert invoke("bootstrap", survey, "--repetitions", 2, *said).exit_code == 0
    assert invoke("plan", survey, *said).exit_code == 0


def test_solve_takes_no_words_about_a_table_it_does_not_have(survey, tmp_path):
    sets = tmp_path / "sets.jkl"
    invoke("parents", survey, "-o", sets)
    with pytest.raises(dw.DagwrightError, match="--exclude is about a table: name it by --data"):
        invoke("solve", sets, "--exclude", "age")
