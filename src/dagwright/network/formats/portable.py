"""What names and labels each format can hold, so that other programs open the file too.

The rules are what pgmpy 1.1, pyAgrum 3.3 and the formats' own grammars take; `make interop` tries
them. What a format cannot hold is written as an identifier, and the real names are properties of
the file, from which they are read back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from dagwright.data.encode import Label
from dagwright.graph import Dag
from dagwright.network.formats.identifiers import identify
from dagwright.network.formats.properties import property_texts, recipe_properties
from dagwright.network.network import BayesianNetwork
from dagwright.network.validate import Table

__all__ = ["BIF", "EVERYWHERE", "NET", "XDSL", "XMLBIF", "Portable", "Rule", "make_portable"]


@dataclass(frozen=True)
class Rule:
    """The names of variables and labels of states that are written as they are.

    Attributes
    ----------
    name, label : re.Pattern
        What a name and a label must match.
    reserved : frozenset of str
        Words of the format, which are neither.
    ignores_case : bool
        Whether a reader takes names for the same that differ in case only.
    """

    name: re.Pattern[str]
    label: re.Pattern[str]
    reserved: frozenset[str] = frozenset()
    ignores_case: bool = False

    def holds_name(self, name: str) -> bool:
        """Tell whether a name of a variable can be written as it is."""
        return name not in self.reserved and self.name.fullmatch(name) is not None

    def holds_label(self, label: str) -> bool:
        """Tell whether a label of a state can be written as it is."""
        return label not in self.reserved and self.label.fullmatch(label) is not None


_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# pyAgrum takes digits before an e for a number.
_WORD = r"(?:[A-Za-z_]|[0-9]+(?![0-9eE])[A-Za-z_])[A-Za-z0-9_.-]*"
# pyAgrum strips blanks at the ends and makes one of several.
_XML_TEXT = re.compile(
    r"(?![\s\ufeff])(?:(?!\s\s)[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff])+(?<!\s)"
)

_BIF_WORDS = frozenset(
    ["network", "variable", "probability", "property", "type", "discrete", "table", "default"]
)
_NET_WORDS = frozenset(
    ["net", "node", "potential", "data", "class", "utility", "decision", "discrete", "continuous"]
)

BIF = Rule(
    re.compile(_WORD),
    re.compile(rf"{_WORD}|[-+]?[0-9]+"),
    _BIF_WORDS,
    ignores_case=True,  # pgmpy does
)
XMLBIF = Rule(_XML_TEXT, _XML_TEXT)
NET = Rule(
    _IDENTIFIER,
    # Not what pgmpy takes for a comment or for the end of the label.
    re.compile(r"(?:(?!//|/\*)[!#-'*+\--\[\]-~])+"),
    _NET_WORDS,
)
_GENIE = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
XDSL = Rule(_GENIE, _GENIE)
EVERYWHERE = Rule(
    _GENIE, re.compile(rf"{_GENIE.pattern}|[0-9]+"), BIF.reserved | NET.reserved, True
)
"""What pgmpy and pyAgrum write to files of all formats, and read from them."""


@dataclass(frozen=True)
class Portable:
    """A network whose names and labels a format can hold.

    Attributes
    ----------
    net : BayesianNetwork
        With what is written for the names and labels.
    real : BayesianNetwork
        With the real ones.
    """

    net: BayesianNetwork
    real: BayesianNetwork

    def changed_labels(self, position: int) -> dict[str, str]:
        """Return which labels of a variable stand for which real ones, of those that do."""
        written = self.net.states[self.net.names[position]]
        real = self.real.states[self.real.names[position]]
        if written is real:
            return {}
        pairs = zip(map(str, written), map(str, real), strict=True)
        return {mine: theirs for mine, theirs in pairs if mine != theirs}

    @property
    def n_changed(self) -> int:
        """How many names and labels are not written as they are."""
        names = zip(self.net.names, self.real.names, strict=True)
        labels = sum(len(self.changed_labels(at)) for at in range(len(self.net.names)))
        return labels + sum(mine != theirs for mine, theirs in names)

    def shown(self) -> BayesianNetwork:
        """Return the network with real names where XML can hold them, as programs show it."""
        shown = {
            mine: real if XMLBIF.holds_name(real) else mine
            for mine, real in zip(self.net.names, self.real.names, strict=True)
        }
        return BayesianNetwork(*_renamed(self.net, shown))

    def name_properties(self) -> dict[str, list[str]]:
        """Return the properties that keep the real names, by what is written for the variable."""
        result = {}
        for at, (written, real) in enumerate(zip(self.net.names, self.real.names, strict=True)):
            labels = self.changed_labels(at)
            result[written] = [
                *(property_texts({written: real}, "name_") if written != real else ()),
                *(property_texts(labels, "states_") if labels else ()),
            ]
        return result

    def properties(self) -> tuple[list[str], dict[str, list[str]]]:
        """Return all properties, of the network and of each variable: those of the recipe too."""
        of_network, of_variable = recipe_properties(self.real.recipe, self.real.names)
        names = self.name_properties()
        pairs = zip(self.net.names, self.real.names, strict=True)
        return of_network, {mine: names[mine] + of_variable[theirs] for mine, theirs in pairs}


def make_portable(net: BayesianNetwork, rule: Rule) -> Portable:
    """Return a network with identifiers for the names and labels that the rule does not allow."""
    words = identify(net.names, rule.holds_name, "v", rule.ignores_case)
    texts = [tuple(map(str, labels)) for labels in net.states.values()]
    # Most variables have the labels of others.
    known = {each: tuple(identify(each, rule.holds_label, "s", False)) for each in set(texts)}
    if words == list(net.names) and all(known[each] == each for each in known):
        return Portable(net, net)
    states = dict(zip(words, (known[each] for each in texts), strict=True))
    dag, _, cpts = _renamed(net, dict(zip(net.names, words, strict=True)))
    return Portable(BayesianNetwork(dag, states, cpts), net)


def _renamed(
    net: BayesianNetwork, names: Mapping[str, str]
) -> tuple[Dag, dict[str, tuple[Label, ...]], dict[str, Table]]:
    """Return the structure, states and probabilities under other names, in the same order."""
    edges = [(names[parent], names[child]) for parent, child in net.dag.edges]
    states = {names[name]: tuple(labels) for name, labels in net.states.items()}
    return Dag(states, edges), states, {names[name]: table for name, table in net.cpts.items()}
