#!/bin/sh
# usage: check-plugins.sh WORK
# Type-checks both plugins as SwiftPM compiles them, and as Xcode does: there, a module of Xcode's describes
# Xcode projects. Declarations of our own replace that module here. WORK is a folder for compiled modules.
set -e
cd "$(dirname "$0")/.."
work=$1
tools=6.2.0
swiftc=$(swift -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/[^/]*".*|\1/bin/swiftc|p')
api=${swiftc%/bin/swiftc}/lib/swift/pm/PluginAPI
mkdir -p "$work"

check() {
  name=$1
  shift
  "$swiftc" -typecheck -parse-as-library -swift-version 6 -warnings-as-errors \
    -package-description-version $tools -I "$api" -module-name "$name" "$@" Sources/Plugins/"$name"/*.swift
}

"$swiftc" -emit-module -parse-as-library -swift-version 6 -warnings-as-errors \
  -enable-upcoming-feature InternalImportsByDefault -package-description-version $tools -I "$api" \
  -module-name XcodeProjectPlugin -emit-module-path "$work/XcodeProjectPlugin.swiftmodule" \
  .platforms/Stubs/XcodeProjectPlugin.swift
for plugin in Sources/Plugins/*; do
  check "${plugin##*/}"
  check "${plugin##*/}" -I "$work"
done
echo "The plugins compile for packages and for Xcode projects."
