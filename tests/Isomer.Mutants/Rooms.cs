namespace Isomer.Mutants;

/// <summary>Which tests belong to a room: those that should kill what is changed in it.</summary>
internal static class Rooms
{
    static readonly (string Room, string[] Tests)[] s_rooms =
    [
        ("Formats/Json",
            ["-class", "Isomer.Tests.Formats.Json*", "-class", "Isomer.Tests.Formats.Graph*", "-class",
                "Isomer.Tests.Formats.AsyncItemsTests"]),
        ("Formats/FastJson", ["-namespace", "Isomer.Tests.Formats.FastJson"]),
        ("Formats/Contract", ["-namespace", "Isomer.Tests.Formats.Contracts"]),
        ("Formats/JsonInfoset", ["-namespace", "Isomer.Tests.Formats.Contracts", "-class", "*Infoset*"]),
        ("Formats/JsonSchema", ["-class", "*Schema*"]),
        ("Formats/Xml", ["-namespace", "Isomer.Tests.Formats.Xml"]),
        ("Formats/Protobuf", ["-namespace", "Isomer.Tests.Formats.Protobuf"]),
        ("Formats/Compact", ["-namespace", "Isomer.Tests.Formats.CompactTests", "-class", "*ObjectTests", "-class", "*BehaviourTests"]),
        ("Formats/Nrbf", ["-namespace", "Isomer.Tests.Formats.Nrbf"]),
        ("Formats/Formatters", ["-namespace", "Isomer.Tests.Formats.Nrbf", "-namespace", "Isomer.Tests.Formats.Soap"]),
        ("Formats/Soap", ["-namespace", "Isomer.Tests.Formats.Soap"]),
        ("Formats/Containers", ["-namespace", "Isomer.Tests.Formats.Containers"]),
        ("Conventions/Fields", ["-namespace", "Isomer.Tests.Formats.Nrbf"]),
        ("Conventions",
            ["-namespace", "Isomer.Tests.Core", "-class", "Isomer.Tests.Formats.Json*", "-namespace", "Isomer.Tests.Formats.Contracts"]),
        ("Wire/Text", ["-namespace", "Isomer.Tests.Wire.Text", "-class", "Isomer.Tests.Formats.Json*"]),
        ("Wire/Xml",
            ["-namespace", "Isomer.Tests.Wire.Xml", "-namespace", "Isomer.Tests.Formats.Xml", "-namespace",
                "Isomer.Tests.Formats.Contracts"]),
        ("Wire", ["-namespace", "Isomer.Tests.Wire", "-namespace", "Isomer.Tests.Core"]),
        ("Tables", ["-namespace", "Isomer.Tests.Tables"]),
        ("Nodes", ["-namespace", "Isomer.Tests.Nodes"]),
        ("Custom", ["-namespace", "Isomer.Tests.OwnFormat"]),
        ("Ahead", ["-namespace", "Isomer.Tests.Ahead"]),
        ("", ["-namespace", "Isomer.Tests.Core", "-namespace", "Isomer.Tests.Shapes", "-class", "Isomer.Tests.Formats.Json*"]),
    ];

    public static (string Name, string[] Tests) Of(string room) => s_rooms.First(r => room.StartsWith(r.Room, StringComparison.Ordinal));
}
