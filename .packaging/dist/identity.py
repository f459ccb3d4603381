"""Where the project lives, and what it says of itself. A new owner changes only these."""

OWNER = "alertsound"
REPOSITORY = "alertsound/alertsound"
HOME = f"https://github.com/{REPOSITORY}"
IMAGE = f"ghcr.io/{REPOSITORY}"
SUMMARY = "Apple's afconvert and afinfo for Linux, and alert sounds for iOS"
LICENCE = "Apache-2.0"


def tag(version: str) -> str:
  return f"v{version}"


def release_page(version: str) -> str:
  return f"{HOME}/releases/tag/{tag(version)}"


def download(version: str, name: str) -> str:
  return f"{HOME}/releases/download/{tag(version)}/{name}"
