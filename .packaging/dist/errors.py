"""What stops a release."""


class DistError(Exception):
  """A line that says what is wrong and what to do."""
