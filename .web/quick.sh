swift=$(swift -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/[^/]*".*|\1|p')
to=.build-web/core
target=wasm32-unknown-none-wasm
swiftc -target $target -enable-experimental-feature Embedded -enable-experimental-feature Extern -Xfrontend -disable-stack-protector -Osize -Xcc -msimd128 -wmo -parse-as-library -package-name alertsound -swift-version 6 -strict-memory-safety -warnings-as-errors -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature ExistentialAny -module-name Web -I $to -c $(find Sources/Web/Core -name '*.swift') -o $to/Web.o
