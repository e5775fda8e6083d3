using System.Runtime.CompilerServices;
using System.Xml;

namespace Isomer.Tabular;

/// <summary>A name on a tape: its prefix, its local name and its namespace.</summary>
internal sealed class XmlTapeName(string prefix, string local, string space)
{
    public readonly string Prefix = prefix, Local = local, Namespace = space;

    /// <summary>Whether an element of this name is a schema.</summary>
    public readonly bool IsSchema = local == "schema" && space == SchemaText.Xs;

    /// <summary>What an attribute of this name says of a row or cell.</summary>
    public readonly XmlTapeRole Role = space == TableXml.Diff ? local == "id" ? XmlTapeRole.Number : XmlTapeRole.None
        : space != SchemaText.Data ? XmlTapeRole.None
        : local == "rowOrder" ? XmlTapeRole.Place : local == "InstanceType" ? XmlTapeRole.Type : XmlTapeRole.None;

    /// <summary>Whether an attribute of this name declares a namespace.</summary>
    public readonly bool IsDeclaration = prefix == "xmlns" || local == "xmlns";

    /// <summary>As it stands in the document.</summary>
    public string Qualified => Prefix.Length == 0 ? Local : $"{Prefix}:{Local}";
}

/// <summary>What an attribute says that is looked at before the framework sees it.</summary>
internal enum XmlTapeRole : byte
{
    None,
    /// <summary>The number of a row of a DiffGram.</summary>
    Number,
    /// <summary>The place of a row.</summary>
    Place,
    /// <summary>The type of a cell.</summary>
    Type,
}

/// <summary>
/// The names of a tape, each once: events have their numbers. All strings are of one name table, by whose references the framework's reader
/// of tables compares them.
/// </summary>
internal sealed class XmlTapeNames(NameTable table)
{
    readonly Dictionary<(string, string, string), int> _numbers = new(ByReference.Instance);
    readonly List<XmlTapeName> _names = [new("", "", "")];

    public NameTable Table { get; } = table;

    /// <summary>The name of events that have none.</summary>
    public const int None = 0;

    public XmlTapeName this[int number] => _names[number];

    /// <summary>How many there are, none included.</summary>
    public int Count => _names.Count;

    /// <summary>Whether one of them is that of a schema.</summary>
    public bool HasSchema { get; private set; }

    /// <summary>The number of a name.</summary>
    public int Number(string prefix, string local, string space) => NumberOfAtoms(Table.Add(prefix), Table.Add(local), Table.Add(space));

    /// <summary>The number of a name whose strings are of the table.</summary>
    public int NumberOfAtoms(string prefix, string local, string space)
    {
        ref int number = ref System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(_numbers, (prefix, local, space),
            out bool isKnown);
        if (!isKnown)
        {
            number = _names.Count;
            _names.Add(new(prefix, local, space));
            HasSchema |= _names[^1].IsSchema;
        }
        return number;
    }

    sealed class ByReference : IEqualityComparer<(string, string, string)>
    {
        public static readonly ByReference Instance = new();

        public bool Equals((string, string, string) x, (string, string, string) y) =>
            ReferenceEquals(x.Item2, y.Item2) && ReferenceEquals(x.Item3, y.Item3) && ReferenceEquals(x.Item1, y.Item1);

        public int GetHashCode((string, string, string) name) =>
            RuntimeHelpers.GetHashCode(
                name.Item2) ^ (RuntimeHelpers.GetHashCode(name.Item3) * 31) ^ (RuntimeHelpers.GetHashCode(name.Item1) * 961);
    }
}
