"""Exact search over candidate parent sets, and bounds."""

from dagwright.search.exact.bound import CertifiedBound, bound
from dagwright.search.exact.ilp import ILP

__all__ = ["ILP", "CertifiedBound", "bound"]
