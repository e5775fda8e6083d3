#!/usr/bin/env bash
# Builds the runner of Google's conformance suite from Debian's source package of protobuf, against Debian's library of the same version:
#     tests/Isomer.Conformance/build-runner.sh [FOLDER]      (by default artifacts/conformance, where the tests look for it)
# Needs apt-get with a Debian mirror, dpkg, g++; no root, and nothing is installed. About three minutes on one core.
set -euo pipefail
cd "$(dirname "$0")/../.."
to=$(realpath -m "${1:-artifacts/conformance}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$to" "$work"/{root,out}
. tests/debian-sources.sh
cd "$work"
debian_sources "$work"
apt-get "${apt[@]}" --download-only source protobuf >/dev/null
apt-get "${apt[@]}" download libprotobuf-dev protobuf-compiler 'libprotobuf32*' 'libprotoc32*' >/dev/null
tar xf protobuf_*.orig.tar.*
for package in *.deb; do dpkg -x "$package" root; done
source=$(echo protobuf-*/)
source=${source%/}
libraries=$(dirname "$(find "$work/root" -name 'libprotobuf.so' | head -n 1)")
export LD_LIBRARY_PATH=$libraries

root/usr/bin/protoc -I "$source/conformance" -I "$source/src" --cpp_out=out \
    "$source/conformance/conformance.proto" "$source"/src/google/protobuf/test_messages_proto{2,3}.proto
for file in "$source"/conformance/{binary_json_conformance_suite,conformance_test,conformance_test_runner,text_format_conformance_suite,conformance_test_main}.cc \
    out/conformance.pb.cc out/google/protobuf/test_messages_proto{2,3}.pb.cc "$source"/conformance/third_party/jsoncpp/jsoncpp.cpp; do
    echo "compiling $(basename "$file")"
    nice -n 19 g++ -O0 -w -std=c++17 -I out -I "$source/src" -I "$source/conformance" -c "$file" -o "out/$(basename "$file").o"
done
cp -L "$libraries"/libprotobuf.so.* "$to"
g++ -o "$to/conformance_test_runner" out/*.o -L "$libraries" -lprotobuf -lpthread -Wl,-rpath,'$ORIGIN'
cp "$source"/src/google/protobuf/test_messages_proto{2,3}.proto "$to"
echo "$to"
