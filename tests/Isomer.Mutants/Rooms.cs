namespace Isomer.Mutants;

/// <summary>Which test classes belong to a room: those that should kill what is changed in it.</summary>
internal static class Rooms
{
    // Classes alone: the runner takes only what is in both where namespaces are said beside classes.
    static readonly (string Room, string[] Classes)[] s_rooms =
    [
        ("Formats/Json/", ["Formats.Json*", "Formats.Graph*", "Formats.AsyncItemsTests"]),
        ("Formats/FastJson/", ["Formats.FastJson.*"]),
        ("Formats/Contract", ["Formats.Contracts.*"]),
        ("Formats/JsonInfoset/", ["Formats.Contracts.*", "*Infoset*"]),
        ("Formats/JsonSchema/", ["*Schema*"]),
        ("Formats/Xml/", ["Formats.OfXml.*"]),
        ("Formats/Protobuf/", ["Formats.OfProtobuf.*"]),
        ("Formats/Compact/", ["Formats.OfCompact.*", "*ObjectTests", "*BehaviourTests"]),
        ("Formats/Nrbf/", ["Formats.OfNrbf.*"]),
        ("Formats/Formatters/", ["Formats.OfNrbf.*", "Formats.OfSoap.*"]),
        ("Formats/Soap/", ["Formats.OfSoap.*"]),
        ("Formats/Containers/", ["Formats.Containers.*"]),
        ("Conventions/Fields/", ["Formats.OfNrbf.*"]),
        ("Conventions/", ["Core.*", "Formats.Json*", "Formats.Contracts.*"]),
        ("Wire/Text/", ["Wire.Text.*", "Formats.Json*"]),
        ("Wire/Xml/", ["Wire.OfXml.*", "Formats.OfXml.*", "Formats.Contracts.*"]),
        ("Wire/", ["Wire.*", "Core.*"]),
        ("Tables/", ["OfTables.*"]),
        ("Nodes/", ["Nodes.*", "*ConverterTests"]),
        ("Custom/", ["OwnFormat.*"]),
        ("Ahead/", ["Ahead.*"]),
        ("", ["Core.*", "Shapes.*", "Formats.Json*"]),
    ];

    public static (string Name, string[] Classes) Of(string folder)
    {
        var (room, classes) = s_rooms.First(r => (folder + "/").StartsWith(r.Room, StringComparison.Ordinal));
        return (room, [.. classes.Select(c => c[0] == '*' ? c : "Isomer.Tests." + c)]);
    }
}
