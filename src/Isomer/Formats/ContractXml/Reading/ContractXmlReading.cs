using Isomer.Wire;
using Isomer.Wire.Xml;
namespace Isomer.Formats;

/// <summary>An object or collection that is being read.</summary>
internal struct ContractXmlReadFrame
{
    public ContractXmlTable Table;
    /// <summary>The prefix of the contract's namespace here, in the input; length 0 for the default one, -1 for none or several.</summary>
    public int PrefixStart;
    public int PrefixLength;
    /// <summary>Whether the prefix i stands for the namespace of nil here.</summary>
    public bool HasNil;
    /// <summary>
    /// Which members have come; only where they may come in any order, from the first that did not follow the one before.
    /// </summary>
    public bool[]? Seen;
    /// <summary>In a map: the element of an entry is open.</summary>
    public bool IsInEntry;
    /// <summary>Unknown elements, and the object that will keep them.</summary>
    public ContractExtras? Extras;
    public object? Object;
}

/// <summary>The stacks of a source, kept by the thread from one payload to the next.</summary>
internal sealed class ContractXmlReading : Lent<ContractXmlReading>
{
    public ContractXmlReadFrame[] Frames = new ContractXmlReadFrame[16];
    public Dictionary<string, object>? Known;
    /// <summary>Of those, the identities of collections that were filled with nothing, which another object may be given.</summary>
    public HashSet<string>? Free;
    /// <summary>The identity of such a collection that is being read.</summary>
    public string? Untaken;

    /// <summary>What parts that several collections are made of have been charged with.</summary>
    public long Shared;

    /// <summary>How many bytes of arrays were made before their items, by the sizes that the document tells.</summary>
    public long Told;

    /// <summary>Arrays that were made so, by their identities' numbers, and how many references had come before their items.</summary>
    public Dictionary<int, int>? Early;

    /// <summary>The root's own type and the types of its items.</summary>
    public ContractScope? Root;
    public List<string>? Identities;
    /// <summary>The identities of unknown elements that are kept: nothing but such may refer to them.</summary>
    public Dictionary<string, object>? Extras;

    readonly XmlOwner _owner = new();

    /// <summary>The owner of nodes that are read.</summary>
    public System.Xml.XmlDocument Document => _owner.Document;

    public void Return()
    {
        _owner.Clear();
        Known = null;
        Free = null;
        Untaken = null;
        Shared = 0;
        Told = 0;
        Early = null;
        Root = null;
        Identities = null;
        Extras = null;
        // Each that was used has a table, and those are the first.
        for (int i = 0; i < Frames.Length && Frames[i].Table is not null; i++)
            Frames[i] = default;
        GiveBack();
    }
}
