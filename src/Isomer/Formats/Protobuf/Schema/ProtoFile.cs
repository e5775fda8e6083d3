namespace Isomer.Formats;

/// <summary>
/// What a .proto file says: made by the parser of one or by the builder of models, completed by <see cref="ProtoLinker"/>, used
/// by everything that goes by a schema (the printer, ProtoJSON, C#). Names and options stand as they were written.
/// </summary>
internal sealed class ProtoFile
{
    public string Path { get; init; } = "";

    /// <summary>proto2, proto3, or an edition such as 2023.</summary>
    public string Syntax { get; set; } = "proto2";

    public string? Package { get; set; }

    public List<string> Imports { get; } = [];

    public List<ProtoOption> Options { get; } = [];

    public List<ProtoMessage> Messages { get; } = [];

    public List<ProtoEnum> Enums { get; } = [];

    /// <summary>Fields that are added to messages of others.</summary>
    public List<ProtoField> Extensions { get; } = [];

    /// <summary>Services are told of, no more.</summary>
    public List<string> Services { get; } = [];
}

/// <summary>A setting: its name, and its value as it was written; of a text what it says.</summary>
internal sealed record ProtoOption(string Name, string Value, bool IsText = false);

internal sealed class ProtoMessage
{
    public required string Name { get; init; }

    public string? Comment { get; init; }

    public ProtoMessage? Parent { get; init; }

    public List<ProtoField> Fields { get; } = [];

    public List<string> OneOfs { get; } = [];

    public List<ProtoMessage> Messages { get; } = [];

    public List<ProtoEnum> Enums { get; } = [];

    public List<ProtoField> Extensions { get; } = [];

    public List<ProtoOption> Options { get; } = [];

    /// <summary>Of numbers and names that are not to be used.</summary>
    public List<ProtoReserved> Reserved { get; } = [];

    HashSet<string>? _reservedNames;
    ProtoReserved[] _reservedNumbers = [];

    /// <summary>
    /// Whether the field's number or name is not to be used: found in ranges by their ends, for a file may reserve as many as it has
    /// fields.
    /// </summary>
    public bool IsReserved(ProtoField field)
    {
        if (_reservedNames is null)
        {
            _reservedNames = new(Reserved.Where(r => r.Name is not null).Select(r => r.Name!), StringComparer.Ordinal);
            // Ranges that overlap become one.
            var ranges = new List<ProtoReserved>();
            foreach (var range in Reserved.Where(r => r.Name is null).OrderBy(r => r.From))
                if (ranges is [.., var last] && range.From <= last.To)
                    ranges[^1] = last with { To = Math.Max(last.To, range.To) };
                else
                    ranges.Add(range);
            _reservedNumbers = [.. ranges];
        }
        if (_reservedNames.Contains(field.Name))
            return true;
        int low = 0;
        for (int high = _reservedNumbers.Length - 1; low <= high;)
        {
            int middle = (low + high) / 2;
            if (_reservedNumbers[middle] is var range && field.Number < range.From)
                high = middle - 1;
            else if (field.Number > range.To)
                low = middle + 1;
            else
                return true;
        }
        return false;
    }

    /// <summary>The ranges for fields of others, as they were written.</summary>
    public List<string> ExtensionRanges { get; } = [];

    // What follows, the linker fills in.

    public ProtoFile File { get; set; } = null!;

    /// <summary>With the package and the messages around it.</summary>
    public string FullName { get; set; } = "";

    /// <summary>Its fields and those that extensions add, by number; ascending.</summary>
    public SortedDictionary<int, ProtoField> ByNumber { get; } = [];

    /// <summary>By the name in JSON, by the one that was written, and by the one in brackets of an extension.</summary>
    public Dictionary<string, ProtoField> ByName { get; } = new(StringComparer.Ordinal);
}

/// <summary>Numbers from one to another, or a name.</summary>
internal sealed record ProtoReserved(int From, int To, string? Name);

internal enum ProtoLabel
{
    None,
    Optional,
    Required,
    Repeated,
}

internal enum ProtoType
{
    /// <summary>A name that has not been looked up yet.</summary>
    Unresolved,
    Double,
    Float,
    Int64,
    UInt64,
    Int32,
    Fixed64,
    Fixed32,
    Bool,
    String,
    Message,
    Bytes,
    UInt32,
    Enum,
    SFixed32,
    SFixed64,
    SInt32,
    SInt64,
}

internal sealed class ProtoField
{
    public required string Name { get; init; }

    public required int Number { get; init; }

    public string? Comment { get; init; }

    public ProtoLabel Label { get; set; }

    public ProtoType Type { get; set; }

    /// <summary>The name of a message or enum, as it was written.</summary>
    public string? TypeName { get; init; }

    /// <summary>Of a map the keys; all else is about the values.</summary>
    public ProtoType? Key { get; init; }

    /// <summary>The oneof that it belongs to.</summary>
    public string? OneOf { get; init; }

    /// <summary>Whether the field is written as <c>group</c>.</summary>
    public bool IsGroup { get; set; }

    /// <summary>Of an extension: whose field it is, as it was written.</summary>
    public string? Extendee { get; init; }

    public List<ProtoOption> Options { get; init; } = [];

    // What follows, the linker fills in.

    public ProtoMessage? Message { get; set; }

    public ProtoEnum? Enum { get; set; }

    public string FullName { get; set; } = "";

    public string JsonName { get; set; } = "";

    /// <summary>Whether a zero that was set differs from none.</summary>
    public bool HasPresence { get; set; }

    public bool IsPacked { get; set; }

    public bool IsRepeated => Label == ProtoLabel.Repeated;

    public string? Option(string name) => Options.Find(o => o.Name == name)?.Value;
}

internal sealed class ProtoEnum
{
    public required string Name { get; init; }

    public string? Comment { get; init; }

    public ProtoMessage? Parent { get; init; }

    public List<ProtoEnumValue> Values { get; } = [];

    public List<ProtoOption> Options { get; } = [];

    public List<ProtoReserved> Reserved { get; } = [];

    public ProtoFile File { get; set; } = null!;

    public string FullName { get; set; } = "";

    /// <summary>The first name of a number.</summary>
    public string? NameOf(int number) => Values.Find(v => v.Number == number)?.Name;
}

internal sealed record ProtoEnumValue(string Name, int Number, string? Comment);

internal static class ProtoTypes
{
    static readonly (string Name, ProtoType Type)[] s_scalars =
    [
        ("double", ProtoType.Double), ("float", ProtoType.Float), ("int64", ProtoType.Int64), ("uint64", ProtoType.UInt64),
        ("int32", ProtoType.Int32), ("fixed64", ProtoType.Fixed64), ("fixed32", ProtoType.Fixed32), ("bool", ProtoType.Bool),
        ("string", ProtoType.String), ("bytes", ProtoType.Bytes), ("uint32", ProtoType.UInt32), ("sfixed32", ProtoType.SFixed32),
        ("sfixed64", ProtoType.SFixed64), ("sint32", ProtoType.SInt32), ("sint64", ProtoType.SInt64),
    ];

    /// <summary>The scalar of this name, or Unresolved.</summary>
    public static ProtoType Of(string name) => Array.Find(s_scalars, s => s.Name == name).Type;

    public static string NameOf(ProtoType type) => Array.Find(s_scalars, s => s.Type == type).Name;

    /// <summary>The wire type; of a group it is 3.</summary>
    public static int WireOf(ProtoType type) => type switch
    {
        ProtoType.Double or ProtoType.Fixed64 or ProtoType.SFixed64 => 1,
        ProtoType.Float or ProtoType.Fixed32 or ProtoType.SFixed32 => 5,
        ProtoType.String or ProtoType.Bytes or ProtoType.Message => 2,
        _ => 0,
    };
}
