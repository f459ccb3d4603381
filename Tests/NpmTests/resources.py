"""Prints the paths of the resources of each target of an Xcode project, as JSON: resources.py PROJECT.PBXPROJ

Uses the package pbxproj, which shares no code with the plugin or its stand-ins.
"""

from __future__ import annotations

import json
import sys

from pbxproj import XcodeProject


def resources(path: str) -> dict[str, list[str]]:
    project = XcodeProject.load(path)
    found: dict[str, list[str]] = {}
    for target in project.objects.get_targets():
        paths = found.setdefault(target.name, [])
        for identifier in target.buildPhases:
            phase = project.get_object(identifier)
            if phase.isa != "PBXResourcesBuildPhase":
                continue
            for built in phase.files:
                reference = project.get_object(project.get_object(built).fileRef)
                # A reference must be in exactly one group to have a path on the disk.
                groups = [group for group in project.objects.get_objects_in_section("PBXGroup")
                          if reference.get_id() in group.children]
                paths.append(reference.path if len(groups) == 1 else f"{reference.path} in {len(groups)} groups")
    return found


if __name__ == "__main__":
    print(json.dumps(resources(sys.argv[1])))
