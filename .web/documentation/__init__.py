"""The documentation's site."""
