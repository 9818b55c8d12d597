"""Exact search over candidate parent sets, and bounds."""

from dagwright.search.exact.bound import CertifiedBound, bound

__all__ = ["CertifiedBound", "bound"]
