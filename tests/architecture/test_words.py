"""Strings, docstrings, comments and pages are written in plain English.

Every rule below is a turn of phrase that this project once used a lot and that an English reader
has to decode. Files that still do are listed in `exempt_from_words.txt`, and that list only
shrinks: a file on it that has become clean must be removed from it.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
THIS = Path(__file__).relative_to(ROOT).as_posix()
LIST = Path(__file__).with_name("exempt_from_words.txt")
EXEMPT = LIST.read_text(encoding="utf-8").splitlines()

FOLDERS = ["src", "tests", "benchmarks", "tools", "examples", "cpp", "docs"]
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
# Written by runs of the program.
RECORDS = "docs/results/records/"

# A rate: "one a core", "a line a run", "8 states a variable", "seconds a variable".
SINGULAR = (
    r"addition|array|axis|bit|bitmap|blanket|bound|byte|call|cell|code|column|cost|count|counter"
    r"|draw|edge|entry|family|file|hash|histogram|increment|inequality|item|iteration|job|label"
    r"|line|list|move|multiplication|multiplier|name|node|number|object|page|parent|pass|place"
    r"|record|row|run|scan|score|scorer|search|set|state|step|sum|table|task|test|thread|time|unit"
    r"|value|variable|vector|word"
)
PLURAL = (
    r"calls|cells|children|codes|columns|counts|edges|files|hours|items|jobs|labels|lines|members"
    r"|minutes|moves|names|networks|nodes|numbers|objects|orders|passes|places|records|rows|runs"
    r"|samples|scores|searches|sets|states|steps|tables|tasks|tests|threads|values|variables|words"
)
MEASURE = (
    r"bits|bytes|[KMGT]i?B|ns|ms|seconds|families|optima|iterations|entries|parents|rows|numbers"
    r"|scores|\d+\s+s|wall\s+time|counted|sampled|scored|visited"
)
UNITS = (
    r"algorithm|bin|block|byte|call|candidate|cell|child|cluster|column|combination|core|edge|factor"
    r"|family|file|folder|group|hour|iteration|job|level|line|machine|member|method|minute|module"
    r"|move|network|node|number|order|page|pair|parent|pass|problem|processor|query|round|row|run"
    r"|score|search|second|set|size|split|stage|state|step|sub-command|table|task|test|thread|value"
    r"|variable|word|worker"
)
RATE = (
    rf"\b(?:ones?|(?:an?|one)\s+(?:[\w-]+\s+)?(?:{SINGULAR})"
    rf"|(?:\d[\d.,e]*|\{{\}}|two|three|four|few|most)\s+(?:[\w-]+\s+)?(?:{PLURAL})"
    rf"|{MEASURE})\s+(?-i:an?)\s+(?:{UNITS})\b"
)
# "the parents a variable may have" is a clause.
CLAUSE = (
    r"(?!\s+(?:may|might|can|cannot|could|must|should|would|will|does|do|did|has|had|have|is|was"
    r"|are|were|needs|takes|gives|gets|keeps|holds|reads|writes|makes|uses|costs|that|which|knows"
    r"|learns|learned|finds|found|returns|returned|reached|reaches|visits|visited|names|scored)\b)"
)


@dataclass(frozen=True)
class Rule:
    """A turn of phrase, what to write instead, and where the same words are plain English."""

    pattern: str
    instead: str
    bad: tuple[str, ...]
    good: tuple[str, ...]
    spared: str = ""

    def hits(self, text: str) -> Iterator[re.Match[str]]:
        if self.spared:
            text = re.sub(self.spared, blank, text, flags=re.IGNORECASE)
        return re.finditer(self.pattern, text, flags=re.IGNORECASE)


RULES = [
    Rule(
        RATE + CLAUSE,
        "per: 'one per core', 'bytes per set'",
        bad=(
            "one a core",
            "40 bytes a set",
            "0.1 seconds a variable",
            "one file\n    a sub-command",
            "a value a row",
            "at most 8 states a variable",
            "120 s a variable",
            "sets scored a second",
        ),
        good=(
            "one per core",
            "is a set",
            "the parents a variable may have",
            "how to cut a column",
            "an insertion moves a variable",
            "once a minute",
            "score\n    A score",
            "which one a number falls into",
        ),
        spared=r"\bwhich\s+one\b|\bone\s+set\s+cost\s+a\s+pass\b",
    ),
    Rule(
        r"\b(is|are|was|were|be)\s+no\s+(?=\w)",
        "'is not a ...', or 'expected a ..., got ...'",
        bad=("'x' is no edge", "these are no columns", "it was no\n    file"),
        good=("there is no edge", "is not an edge", "is no longer kept", "is no worse than"),
        spared=r"\bthere\s+(\w+\s+)?(is|are|was|were|be)\s+no\b"
        r"|\b(is|are|was|were|be)\s+no\s+(longer|shorter|older|newer|larger|smaller|greater"
        r"|higher|lower|faster|slower|fewer|better|worse|more|less)\b",
    ),
    Rule(
        r"\bso\s+many\b",
        "'this many', or the name of the parameter",
        bad=("Stops after so many seconds.",),
        good=("this many seconds", "so many sets that none is left"),
        spared=r"\bso\s+many\s+([\w-]+\s+){0,6}(that|as)\b",
    ),
    Rule(
        r"\b(go|goes|went|going|gone)\s+on\b",
        "'continue', 'resume'",
        bad=("the search goes on", "went on from a checkpoint", "to go\n    on"),
        good=("the search continues", "resumed from a checkpoint"),
    ),
    Rule(
        r"\bapart\b",
        "'separately', 'distinguish', 'remove', 'differ by'",
        bad=("solved apart", "tell them apart"),
        good=("solved separately", "all apart from one", "how far apart", "an hour apart"),
        spared=r"\bapart\s+from\b|\b(far|close|hours?|days?|errors?|words|bytes)\s+apart\b",
    ),
    Rule(
        r"\b(nobody|anybody|whoever)\b",
        "the passive, or name who it is",
        bad=("nobody needs it", "Whoever comes first"),
        good=("it is unused", "the first one"),
    ),
    Rule(
        r"\bdear(er|est)?\b",
        "'expensive', 'more expensive', 'costliest'",
        bad=("the dearest set", "is dear"),
        good=("the most expensive set",),
    ),
    Rule(r"\banew\b", "'again'", bad=("counted anew",), good=("counted again", "a new set")),
    Rule(
        r"\b(hang|hangs|hung)\s+on\b",
        "'depend on'",
        bad=("which edges hang on a few rows",),
        good=("which edges depend on a few rows", "the run hangs"),
    ),
    Rule(r"\bthereof\b", "'of it'", bad=("a part thereof",), good=("a part of it",)),
    Rule(
        r"\bbut\s+for\b",
        "'except for'",
        bad=("all but for one", "equal but for the order"),
        good=("all except for one", "not for rows but for columns"),
        spared=r"\bnot\b[^.;:]*\bbut\s+for\b",
    ),
    Rule(
        r",\s+too(?=\s*([.,;:)]|$))",
        "'also'",
        bad=("It comes first, too.", "the data, too"),
        good=("It also comes first.", "too few, too many"),
    ),
    Rule(
        r"\b(cannot|can|can't|could|never|not)\s+be\s+told\b|\b(can|could)\s+tell\b",
        "'is unknown', 'cannot be estimated', 'distinguish'",
        bad=("None if that cannot be told", "none can tell"),
        good=("None if unknown",),
    ),
    Rule(
        r"\bfrom\s+(about\s+)?(here|there|then|\{\}|\d[\d,. ]*(\s+\w+)?)\s+on\b",
        "'N or more', 'above N', 'afterwards'",
        bad=("from 30 on", "from here on", "from 30 variables on", "from {} on"),
        good=("30 or more", "from now on", "from data on disk"),
    ),
    Rule(
        r"\bof\s+yours\b",
        "'user-supplied', 'custom', 'your own'",
        bad=("a score of yours",),
        good=("a custom score", "your own score"),
    ),
]


def blank(match: re.Match[str]) -> str:
    """Return as many lines and characters as were matched, without a letter."""
    return re.sub(r"\S", "-", match.group())


def checked_files() -> list[str]:
    found = [ROOT / page for page in PAGES]
    for folder in FOLDERS:
        for suffix in ("py", "md", "cpp", "hpp"):
            found.extend((ROOT / folder).rglob(f"*.{suffix}"))
    names = sorted(path.relative_to(ROOT).as_posix() for path in found)
    return [name for name in names if not name.startswith(RECORDS) and name != THIS]


def python_text(source: str) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module, each with its first line, and its blocks of comments."""
    inside = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            inside.update(id(part) for part in node.values)
            yield (
                node.lineno,
                "".join(
                    part.value
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    else "{}"
                    for part in node.values
                ),
            )
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in inside
        ):
            yield node.lineno, node.value
    comments = [
        (token.start[0], token.string.lstrip("#"), token.line[: token.start[1]].strip() != "")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    ]
    yield from joined(comments)


CPP_TOKEN = re.compile(
    r'//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/|R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"'
    r'|(?P<text>"(?:\\.|[^"\\\n])*"(?:\s*"(?:\\.|[^"\\\n])*")*)|\'(?:\\.|[^\'\\\n])\'',
    flags=re.DOTALL,
)


def cpp_text(source: str) -> Iterator[tuple[int, str]]:
    comments = []
    for token in CPP_TOKEN.finditer(source):
        line = source.count("\n", 0, token.start()) + 1
        if token["line"] is not None:
            before = source[source.rfind("\n", 0, token.start()) + 1 : token.start()]
            comments.append((line, token["line"].lstrip("/!"), before.strip() != ""))
        elif token["text"] is not None:
            yield line, "".join(re.findall(r'"((?:\\.|[^"\\])*)"', token["text"]))
        elif token["block"] or token["raw"]:
            yield line, token["block"] or token["raw"]
    yield from joined(comments)


def joined(comments: list[tuple[int, str, bool]]) -> Iterator[tuple[int, str]]:
    """Join comments on lines that follow one another, for a phrase may run over two of them.

    One that stands behind code, as the third entry says, begins a new block.
    """
    block: list[str] = []
    first = 0
    for line, text, behind_code in comments:
        if block and (behind_code or line != first + len(block)):
            yield first, "\n".join(block)
            block = []
        if not block:
            first = line
        block.append(text)
    if block:
        yield first, "\n".join(block)


def text_of(name: str) -> Iterator[tuple[int, str]]:
    source = (ROOT / name).read_text(encoding="utf-8")
    if name.endswith(".py"):
        return python_text(source)
    if name.endswith(".md"):
        return iter([(1, source)])
    return cpp_text(source)


def hits_in(name: str) -> list[str]:
    return [
        f"{name}:{line + text.count(chr(10), 0, hit.start())}: "
        f"{' '.join(hit.group().split())!r}: write {rule.instead}"
        for line, text in text_of(name)
        for rule in RULES
        for hit in rule.hits(text)
    ]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.bad[0])
def test_a_rule_hits_the_bad_and_spares_the_good(rule):
    assert [text for text in rule.bad if not list(rule.hits(text))] == []
    assert [text for text in rule.good if list(rule.hits(text))] == []


def test_the_text_of_a_module_is_its_strings_and_comments():
    source = '"""Doc\nstring."""\nanew = f"a {anew:>3} b"  # One\n# two\nc = "d" "e"  # Three\n'
    found = sorted(python_text(source))
    assert (1, "Doc\nstring.") in found
    assert (3, "a {} b") in found
    assert (3, " One\n two") in found
    assert (5, "de") in found
    assert (5, " Three") in found
    assert not [text for _, text in found if "anew" in text]


def test_the_text_of_a_cpp_file_is_its_strings_and_comments():
    source = """int anew = 1'000;  // One
// two
f("a // b"
  " c", '"');
/* d */ g("e\\"");
"""
    found = sorted(cpp_text(source))
    assert found == [(1, " One\n two"), (3, "a // b c"), (5, " d "), (5, 'e\\"')]


def test_files_are_written_in_plain_english():
    names = [name for name in checked_files() if name not in EXEMPT]
    assert [hit for name in names for hit in hits_in(name)] == []


def test_exempt_files_need_to_be_exempt():
    assert sorted(set(EXEMPT) - set(checked_files())) == [], f"{LIST.name} names no such files"
    clean = [name for name in EXEMPT if not hits_in(name)]
    assert clean == [], f"remove them from {LIST.name}"


def test_the_list_of_exempt_files_is_sorted():
    assert sorted(set(EXEMPT)) == EXEMPT
