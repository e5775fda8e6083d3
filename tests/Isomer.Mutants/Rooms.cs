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
        ("Formats/Xml/", ["Formats.Xml.*"]),
        ("Formats/Protobuf/", ["Formats.Protobuf.*"]),
        ("Formats/Compact/", ["Formats.CompactTests.*", "*ObjectTests", "*BehaviourTests"]),
        ("Formats/Nrbf/", ["Formats.Nrbf.*"]),
        ("Formats/Formatters/", ["Formats.Nrbf.*", "Formats.Soap.*"]),
        ("Formats/Soap/", ["Formats.Soap.*"]),
        ("Formats/Containers/", ["Formats.Containers.*"]),
        ("Conventions/Fields/", ["Formats.Nrbf.*"]),
        ("Conventions/", ["Core.*", "Formats.Json*", "Formats.Contracts.*"]),
        ("Wire/Text/", ["Wire.Text.*", "Formats.Json*"]),
        ("Wire/Xml/", ["Wire.Xml.*", "Formats.Xml.*", "Formats.Contracts.*"]),
        ("Wire/", ["Wire.*", "Core.*"]),
        ("Tables/", ["Tables.*"]),
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
