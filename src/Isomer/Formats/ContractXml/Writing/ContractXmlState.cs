using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>An element that holds an object or collection and is open.</summary>
internal struct ContractXmlFrame
{
    public ContractTag Element;
    /// <summary>Declarations in scope outside of it.</summary>
    public int Outside;
    /// <summary>
    /// The prefixes before the open entry of a map: its element may declare the map's namespace, where the map's own does not.
    /// </summary>
    public int BeforeEntry;
    /// <summary>What is in it.</summary>
    public ContractXmlTable Table;
    /// <summary>Known types were added at this level.</summary>
    public bool HasScope;
    /// <summary>The unknown elements that the object keeps, and the first that is not written yet.</summary>
    public ContractExtras? Extras;
    public int NextExtra;
    /// <summary>Which members were written, where that is asked for.</summary>
    public bool[]? Written;
}

/// <summary>A prefix and the namespace that it stands for.</summary>
internal struct ContractXmlPrefix
{
    /// <summary>With its colon; empty for the default namespace.</summary>
    public byte[] Prefix;
    /// <summary>The number of the namespace, or -1 for one that only <see cref="Uri"/> has.</summary>
    public int Number;
    public byte[]? Uri;
    /// <summary>A value's own, not a type's: no shared dictionary is asked for it.</summary>
    public bool IsLoose;
}

/// <summary>The stacks of a sink, kept by the thread from one payload to the next.</summary>
internal sealed class ContractXmlState : Lent<ContractXmlState>
{
    public ContractXmlFrame[] Frames = new ContractXmlFrame[16];
    public ContractXmlPrefix[] Prefixes = new ContractXmlPrefix[16];
    public readonly Stack<ContractScope> Scopes = new();
    /// <summary>The root's own type and the types of its items.</summary>
    public ContractScope? Root;
    public ReferenceTracker? References;
    /// <summary>Objects that are being written and can only be made at the end: nothing in them can refer to them.</summary>
    public readonly List<object> Unready = [];

    public void Return()
    {
        References = null;
        Root = null;
        Scopes.Clear();
        Unready.Clear();
        // Each that was used has a table, and those are the first.
        for (int i = 0; i < Frames.Length && Frames[i].Table is not null; i++)
            Frames[i] = default;
        GiveBack();
    }

    public static readonly byte[] NoPrefix = [];

    static readonly byte[][] Letters = [.. Enumerable.Range('a', 26).Select(c => new[] { (byte)c, (byte)':' })];

    public static byte[] Letter(int index) => Letters[index];

    public static readonly byte[] I = "i:"u8.ToArray();
    public static readonly byte[] Z = "z:"u8.ToArray();
    public static readonly byte[] Q = "q:"u8.ToArray();
    /// <summary>Nobody declares it: it stands for its namespace everywhere.</summary>
    public static readonly byte[] Xml = "xml:"u8.ToArray();

    public static ReadOnlySpan<byte> XmlUri => "http://www.w3.org/XML/1998/namespace"u8;

    public static readonly byte[] X = "x:"u8.ToArray();

    public static readonly int Serialization = XmlNamespaces.Number(Conventions.ContractInfo.Serialization);
}
