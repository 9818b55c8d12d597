"""Faults on purpose: what the system refuses ends in an error of ours or in a valid result."""
