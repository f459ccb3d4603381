"""The one error that building the site reports."""


class SiteError(Exception):
  """The reason why the site can't be built."""
