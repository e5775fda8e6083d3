#!/usr/bin/env bash
# corefx's own tests of XmlSerializer, DataContractSerializer and DataContractJsonSerializer (about 600, of .NET Core 3), with the framework's classes and with
# the drop-ins of this library in their place. They come from Debian's source package of mono, which has them; nothing of them is kept here.
# A test that passes with the framework's class and fails with ours must stand in differences.txt, with the reason.
# usage: tests/Isomer.Corefx/run.sh [FOLDER]     where the sources go and stay (artifacts/corefx); needs apt-get and about 118 MB once
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${1:-$root/artifacts/corefx}
mkdir -p "$work"/{theirs,ours}
work=$(cd "$work" && pwd)
cd "$work"

if [ ! -d corefx ]; then
    . "$here/../debian-sources.sh"
    debian_sources "$work"
    apt-get "${apt[@]}" --download-only source mono >/dev/null
    tar xf mono_*.orig.tar.xz --wildcards --strip-components=2 '*/external/corefx/src/System.Runtime.Serialization.Json/tests' \
        '*/external/corefx/src/System.Runtime.Serialization.Xml/tests' '*/external/corefx/src/System.Private.Xml/tests/XmlSerializer' \
        '*/external/corefx/src/Common/tests/System/Runtime/Serialization' '*/external/corefx/src/Common/tests/System/IO/TempFile.cs'
    rm -f mono_*.orig.tar.xz
fi

src=corefx/src
types=("$src"/System.Runtime.Serialization.Xml/tests/{SerializationTypes*.cs,SerializationTestTypes/*.cs,MyResolver.cs} "$src"/Common/tests/System/{Runtime/Serialization/Utils.cs,IO/TempFile.cs})
tests=("$src"/System.Runtime.Serialization.Xml/tests/DataContractSerializer*.cs "$src"/Common/tests/System/Runtime/Serialization/DataContractSerializerHelper.cs
    "$src"/System.Runtime.Serialization.Json/tests/*.cs "$src"/System.Private.Xml/tests/XmlSerializer/*.cs)
packages=$(sed -n 's/.*Include="xunit.v3" Version="\([^"]*\)".*/\1/p' "$root/Directory.Packages.props")
dotnet build "$root/src/Isomer" -c Release -v q -p:RunAnalyzers=false >/dev/null
for who in theirs ours; do
    rm -f "$who"/*.cs
    cp "${types[@]}" "${tests[@]}" "$here/Shims.cs" "$who"
    # Which of two overloads, of xunit's today.
    sed -i -E 's/Assert\.Equal<string>\((jaggedStringArray)/Assert.Equal((System.Collections.Generic.IEnumerable<string>)\1/' "$who/DataContractSerializer.cs"
    isomer=
    [ $who = theirs ] || isomer="<Reference Include=\"Isomer\"><HintPath>$root/src/Isomer/bin/Release/net10.0/Isomer.dll</HintPath></Reference><Using Include=\"Isomer\" />"
    cat >"$who/Corefx.csproj" <<PROJECT
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><LangVersion>13.0</LangVersion><AllowUnsafeBlocks>true</AllowUnsafeBlocks>
    <Nullable>disable</Nullable><ImplicitUsings>disable</ImplicitUsings><TreatWarningsAsErrors>false</TreatWarningsAsErrors><WarningLevel>0</WarningLevel><RunAnalyzers>false</RunAnalyzers><NuGetAudit>false</NuGetAudit>
    <ManagePackageVersionsCentrally>false</ManagePackageVersionsCentrally>
  </PropertyGroup>
  <ItemGroup><PackageReference Include="xunit.v3" Version="$packages" />$isomer</ItemGroup>
</Project>
PROJECT
    printf '<Project />' >"$who/Directory.Build.props"
done
for file in "${tests[@]}"; do
    sed -i -E 's/\bXmlSerializer\b/IsomerXmlSerializer/g; s/\bXmlSerializerFactory\b/IsomerXmlSerializerFactory/g; s/\bDataContractSerializer\b/ContractXmlSerializer/g; s/\bDataContractJsonSerializer\b/ContractJsonSerializer/g' "ours/$(basename "$file")"
done
# The one that a class derived from the framework's XmlSerializerImplementation makes.
sed -i 's/=> sm.GetSerializer(typeof(Employee));/=> new IsomerXmlSerializer(typeof(Employee));/' ours/XmlSerializerTests.cs

for who in theirs ours; do
    dotnet build "$who/Corefx.csproj" -c Release -v q >"$who.build.log" 2>&1 || { grep -m 5 ' error ' "$who.build.log"; exit 1; }
    "$who/bin/Release/net10.0/Corefx" -noColor >"$who.log" 2>&1 || true
    sed -n 's/^ *\([A-Za-z_.]*Tests\.[A-Za-z0-9_]*\).*\[FAIL\]$/\1/p' "$who.log" | sort -u >"$who.failed"
    sed -n "s/^.*Total: \([0-9]*\), Errors: [0-9]*, Failed: \([0-9]*\).*/$who: \1 tests, \2 failed/p" "$who.log"
done
comm -13 theirs.failed ours.failed >differ
sed -n 's/^\([A-Za-z_.0-9]*Tests\.[A-Za-z0-9_]*\) .*/\1/p' "$here/differences.txt" | sort -u >known
echo "pass with the framework's class and fail with ours: $(wc -l <differ), $(comm -12 differ known | wc -l) of them in differences.txt"
comm -23 differ known | sed 's/^/not known: /'
comm -13 differ known | sed 's/^/no difference any more: /'
[ -z "$(comm -23 differ known)" ]
