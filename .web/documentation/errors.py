"""The one error that building the site reports."""


class SiteError(Exception):
  """Something that the site can't be built from, and why."""
