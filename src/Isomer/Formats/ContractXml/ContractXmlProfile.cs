using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>Options in the form that sink and source use: computed once per options object.</summary>
internal sealed class ContractXmlProfile
{
    /// <summary>Elements nest at most this much deeper than objects and collections: a map's entry is two.</summary>
    const int ElementsPerLevel = 3;

    static readonly int TableSlot = ModelSlot.Next();

    static readonly ConditionalWeakTable<ContractInfo, ContractXmlTable> Roots = [];

    ContractXmlTable? _root;

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
        Names = options.WriterSession is not null || options.ReaderSession is not null ? new XmlBinaryNames(options.Dictionary, options.WriterSession, options.ReaderSession)
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

    /// <summary>The root element of a declared type.</summary>
    public (ContractXmlTable Name, string Namespace) RootOf(ContractInfo info)
    {
        if (Options.RootName is { } name)
            return (_root ??= new ContractXmlTable(ContractNames.Encode(name)), Options.RootNamespace ?? "");
        return (Roots.TryGetValue(info, out var known) ? known : Roots.GetValue(info, static i => new ContractXmlTable(i.RootName ?? i.Name)), info.RootNamespace);
    }
}
