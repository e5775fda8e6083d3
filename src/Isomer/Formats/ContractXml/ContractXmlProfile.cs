using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Options in the form that sink and source use: computed once per options object.</summary>
internal sealed class ContractXmlProfile
{
    /// <summary>Elements nest at most this much deeper than objects and collections: a map's entry is two.</summary>
    const int ElementsPerLevel = 3;

    static readonly int TableSlot = ModelSlot.Next();

    ContractXmlTable? _root;
    int _rootNumber;

    public ContractXmlProfile(ContractXmlOptions options)
    {
        if (options.RootName is { Length: 0 })
            throw new ArgumentException("The name of the root element is empty.", nameof(options));
        Options = options;
        MaxDepth = Math.Max(options.Limits.MaxDepth, 1);
        MaxItems = Math.Max(options.Limits.MaxItems, 1);
        Rules = XmlRules.Contract with
        {
            MaxDepth = (int)Math.Min(((long)MaxDepth * ElementsPerLevel) + 8, int.MaxValue),
            MaxText = Math.Max(options.Limits.MaxStringLength, 0),
        };
        Known = new ContractScope([.. options.KnownTypes, .. options.Convention.KnownTypes]);
        IsNet = options.NetDataContract;
        Preserves = options.PreserveObjectReferences || IsNet;
        Names = options.WriterSession is not null || options.ReaderSession is not null
            ? new XmlBinaryNames(options.Dictionary, options.WriterSession, options.ReaderSession)
            : options.Dictionary is { } dictionary ? XmlBinaryNames.Of(dictionary) : null;
    }

    public ContractXmlOptions Options { get; }

    public Convention Convention => IsNet ? Options.Convention.Shared : Options.Convention;

    public XmlRules Rules { get; }

    public int MaxDepth { get; }

    public int MaxItems { get; }

    public bool Preserves { get; }

    /// <summary>Whether types are named as the CLR does.</summary>
    public bool IsNet { get; }

    /// <summary>The dictionary of a binary document's names.</summary>
    public XmlBinaryNames? Names { get; }

    /// <summary>The types that are known everywhere.</summary>
    public ContractScope Known { get; }

    /// <summary>The names of a model, made once.</summary>
    public static ContractXmlTable TableOf(TypeModel model) =>
        (ContractXmlTable?)model.GetSlot(TableSlot) ?? model.SetSlot(TableSlot, new ContractXmlTable(model));

    /// <summary>Whether values of a declared type are the root element themselves.</summary>
    public bool IsBare(Type type) => Options.RootName is null && ContractKinds.IsXml(type) && ContractInfo.Of(type).RootName is null;

    /// <summary>The root element of a declared type, and the number of its namespace.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public (ContractXmlTable Name, string Namespace, int Number) RootOf(ContractXmlRootFacts facts) =>
        Options.RootName is null ? (facts.Name, facts.Namespace, facts.Number) : NamedRoot(Options.RootName);

    [MethodImpl(MethodImplOptions.NoInlining)]
    (ContractXmlTable Name, string Namespace, int Number) NamedRoot(string name)
    {
        string ns = Options.RootNamespace ?? "";
        // The number first: who sees the table sees it too.
        if (_root is null)
        {
            _rootNumber = XmlNamespaces.Number(ns);
            string encoded = ContractNames.Encode(name);
            // Options that were derived may say another root than the strings do.
            bool areTheirs = Options.RootTexts is { } texts && texts.Name.Value == encoded && texts.Namespace.Value == ns;
            Volatile.Write(ref _root, new ContractXmlTable(encoded) { Given = areTheirs ? Options.RootTexts : null });
        }
        return (_root, ns, _rootNumber);
    }
}
