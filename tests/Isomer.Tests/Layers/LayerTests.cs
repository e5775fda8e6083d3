using Xunit;

namespace Isomer.Tests.Layers;

/// <summary>
/// Layers point one way. What is exempt stands here with its reason; an exemption that nothing needs any more is an error too, so that the
/// list only becomes shorter.
/// </summary>
public class LayerTests
{
    /// <param name="Type">The type that knows too much.</param>
    /// <param name="Knows">What it may know; null is anything that the rule forbids.</param>
    /// <param name="Reason">Why.</param>
    sealed record Exempt(string Type, string? Knows, string Reason);

    static void Hold(Func<Rooms.Edge, bool> forbidden, params Exempt[] exempt)
    {
        var found = Rooms.All.Edges.Where(forbidden).Select(e => (e.Type, Knows: e.ToType)).Distinct().ToList();
        bool Covers(Exempt one, (string Type, string Knows) edge) =>
            one.Type == edge.Type && (one.Knows is null || one.Knows == edge.Knows);
        var wrong = found.Where(f => !exempt.Any(e => Covers(e, f))).Select(f => $"{f.Type} knows {f.Knows}")
            .Concat(exempt.Where(e => !found.Exists(f => Covers(e, f)))
                .Select(e => $"{e.Type} is exempt for {e.Knows ?? "anything"}, but nothing needs it")).ToList();
        Assert.True(wrong.Count == 0, string.Join("\n", wrong));
    }

    const string TextOfNodes = "the text of a node, and of a scalar in one, is JSON";

    [Fact]
    public void The_assembly_is_seen()
    {
        Assert.True(Rooms.All.Edges.Count > 10_000, $"{Rooms.All.Edges.Count}");
        Assert.Contains(Rooms.All.Edges,
            e => e is { Room: "Formats/Json/Writing", Type: "JsonSink", ToRoom: "Wire", ToType: "OutputBuffer", Member: "Reserve" });
        Assert.Contains(Rooms.All.Edges,
            e => e is { Type: "MappingFace", ToType: "Type", Member: "GetProperty" } or { Type: "MappingFace", ToType: "PropertyInfo" });
    }

    [Fact]
    public void Nodes_and_Wire_know_no_format() => Hold(e => (e.IsFrom("Nodes") || e.IsFrom("Wire")) && e.IsTo("Formats"),
        new("Node", null, TextOfNodes), new("DynamicNode", null, TextOfNodes), new("PathParser", null, TextOfNodes),
        new("NodeXmlReader", null, TextOfNodes), new("NodeXmlScalars", null, TextOfNodes));

    [Fact]
    public void Model_knows_no_shapes_and_no_format() =>
        Hold(e => e.IsFrom("Model") && (e.IsTo("Shapes") || e.IsTo("Emit") || e.IsTo("Formats")),
        new("MemberModel", "ReflectionAccess", "keeps, ready made, how the reflection tier gets and sets the member"),
        new("Build", "ComparerCode", "how a collection is built says which comparer it was written with"));

    [Fact]
    public void Conventions_know_no_format() => Hold(e => e.IsFrom("Conventions") && e.IsTo("Formats"),
        new("FastJsonConvention", "FastJsonTables", "asks whether a name is one of the form's own"),
        new("FastJsonSettings", "FastJsonRules", "the settings of the convention are among the rules of the form"),
        new("PlainFacts", "JsonNumbers", "[JsonNumberHandling] of a member"),
        new("PlainMembers", "JsonNumbers", "[JsonNumberHandling] of a member"),
        new("ProtobufConvention", "UnknownFields", "a type of the public surface that members are declared as"),
        new("ProtobufMembers", "UnknownFields", "a type of the public surface that members are declared as"),
        new("UnknownFieldsSurrogate", "UnknownFields", "a type of the public surface that members are declared as"),
        new("ProtobufWarnings", "ProtobufScalars", "asks which scalars the format has"),
        new("Converters", "IsomerJsonConverter", "passes over the converter that leads back to Isomer"),
        new("RegisteredTypes", "TypeNames", "names that a type goes by in texts"));

    [Fact]
    public void Shapes_and_Emit_know_no_format() => Hold(e => (e.IsFrom("Shapes") || e.IsFrom("Emit")) && e.IsTo("Formats"),
        new Exempt("Precompiled", null, "names the ends that the ahead-of-time compiler is to make code for"));

    /// <summary>The root namespace is what users type. What is internal stands in the namespace of its room.</summary>
    [Fact]
    public void The_root_namespace_is_public() =>
        Assert.Empty(typeof(Json).Assembly.GetTypes()
            .Where(t => t is { Namespace: nameof(Isomer), IsNested: false, IsPublic: false }
                && !t.IsDefined(typeof(System.Runtime.CompilerServices.CompilerGeneratedAttribute), false))
            .Select(t => t.FullName));

    /// <summary>A file is in the namespace of its room or of a folder in it, or declares what is public in the root.</summary>
    [Fact]
    public void Namespaces_follow_rooms()
    {
        string root = Path.GetFullPath(Path.Combine(Docs.DocFiles.PathOf("design.md"), "../../src/Isomer"));
        var wrong = new List<string>();
        int files = 0;
        foreach (string file in Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories))
        {
            string[] folders = Path.GetRelativePath(root, file).Split(Path.DirectorySeparatorChar);
            string? space = File.ReadLines(file).FirstOrDefault(l => l.StartsWith("namespace ", StringComparison.Ordinal))?[10..].TrimEnd(';');
            if (space is null || folders[0] is "obj" or "bin")
                continue;
            files++;
            // A class `Tables` is what users type, so that the room cannot have its name. What the runtime looks up has the runtime's.
            string room = folders.Length == 1 ? "Isomer" : folders[0] == "Tables" ? "Isomer.Tabular" : "Isomer." + folders[0];
            if (space != "Isomer" && space != room && !space.StartsWith(room + ".", StringComparison.Ordinal)
                && space != "System.Runtime.CompilerServices")
                wrong.Add($"{string.Join('/', folders)} is in {space}, not in {room}");
        }
        Assert.True(files > 700, $"{files}");
        Assert.True(wrong.Count == 0, string.Join("\n", wrong));
    }

    [Fact]
    public void Calls_know_no_format() => Hold(e => e.IsFrom("Calls") && e.IsTo("Formats"));

    [Fact]
    public void ContractJson_knows_of_ContractXml_what_is_kept_of_unknown_members() =>
        Hold(e =>
            e.IsFrom("Formats/ContractJson") && e.IsTo("Formats/ContractXml")
                && !e.ToType.StartsWith("ContractExtra", StringComparison.Ordinal),
        new("ContractJsonProfile", "ContractXmlOptions", "takes the set of known types from them"),
        new("ContractJsonReader", "ContractXml", "what is kept of XML is read as such"),
        new("ContractJsonWriter", "ContractXml", "what is kept of XML is written as such"),
        new("ContractJsonWriter", "ContractXmlOptions",
            "XML in a string is a document of data contracts, under the options of the JSON around it"));

    /// <summary>Members that find or call others at run time.</summary>
    static bool Reflects(Rooms.Edge e) =>
        (e.ToRoom == "System"
            && ((e.ToType == "Type"
                && e.Member is "GetMethod" or "GetMethods" or "GetField" or "GetFields" or "GetProperty" or "GetProperties"
                    or "GetConstructor" or "GetConstructors" or "GetMember" or "GetMembers")
            || (e.ToType == "Activator" && e.Member.Length > 0)))
        || (e.ToRoom == "System.Reflection"
            && e.Member is "Invoke" or "GetValue" or "SetValue" or "GetCustomAttribute" or "GetCustomAttributes");

    [Fact]
    public void Reflection_is_in_Conventions_Emit_and_the_reflection_tier() =>
        Hold(e => Reflects(e) && !e.IsFrom("Conventions") && !e.IsFrom("Emit") && !e.IsFrom("Shapes/Reflection"),
        new("MappingFace", null, Mappings), new("XmlMappingFacts", null, Mappings), new("XmlMappingOverrides", null, Mappings),
        new("XmlMappingSignature", null, Mappings),
        new("SoapMappings", null, Mappings), new("SoapMember", null, Soap), new("SoapReader", null, Soap), new("SoapWriter", null, Soap),
        new("XmlMembersSerializer", null, Members), new("XmlMembersType", null, Members),
        new("XmlSource", "Activator", Makes),
        new("NodeXmlScalars", "Activator", "the zero of a scalar type, to ask whether it is a number"),
        new("TableSurrogates", "Activator", "a DataSet or DataTable of a derived class"),
        new("DataXml", "Activator", "a DataSet or DataTable of a derived class"),
        new("Builders", "Activator", Makes), new("Codecs", "Activator", Makes), new("Lent", "Activator", Makes),
        new("Loan", "Activator", Makes), new("FormatTwin", "Activator", Makes), new("IsomerJsonConverter", "Activator", Makes),
        new("Emptier", null, "a class over the item of a collection, made once for it"),
        new("Gathering", "Type", "the methods of an array's joining, closed over its item"),
        new("Joining", "Type", "the methods of an array's joining, closed over its item"),
        new("EnumModel", null, "the names of an enum's fields, and the attributes on them"));

    const string Mappings = "mappings of the framework's importers tell by private members only: read once for a serializer";
    const string Soap = "SOAP by mappings has no convention yet (issue 16): it gets and sets by reflection";
    const string Members = "a class for the members of a mapping, made at run time";
    const string Makes =
        "makes an object of a class that is generic over a type, once for it, or of the user's class without a constructor call of its own";
}
