#!/usr/bin/env bash
# Fetches the compliance suite of JSONPath (RFC 9535), which an npm package ships among its own tests, to artifacts/jsonpath/cts.json: JsonPathSuiteTests
# runs all of it where it is. The suite is others' work and stays out of this repository.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=artifacts/jsonpath
[ -s "$folder/cts.json" ] && exit 0
mkdir -p "$folder"
package=$(cd "$folder" && npm pack --silent jsonpath-rfc9535@1.3.0)
tar -xzf "$folder/$package" -C "$folder" --strip-components=4 package/src/__tests__/jsonpath-compliance-test-suite/cts.json
rm "$folder/$package"
