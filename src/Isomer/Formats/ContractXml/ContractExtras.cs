using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

namespace Isomer.Formats;

/// <summary>What the value of an unknown member was in JSON.</summary>
internal enum ContractExtraForm : byte
{
    /// <summary>It is an element of XML.</summary>
    Element,
    Null,
    /// <summary>A number or truth value, which stands without quotes.</summary>
    Bare,
    String,
    Array,
    Object,
    /// <summary>It is no element of XML, but text behind or before one.</summary>
    Run,
}

/// <summary>An element of XML, or member of JSON, that the type does not know, as it was read.</summary>
/// <param name="After">The index of the member behind which it stood, -1 for none.</param>
/// <param name="Name">Its local name.</param>
/// <param name="Namespace">Its namespace.</param>
/// <param name="Attributes">Its attributes, without declarations of namespaces; the value of i:type as (name, namespace).</param>
/// <param name="Text">Its text, where it has no elements.</param>
/// <param name="Elements">The elements in it, and runs of text between, behind and before them.</param>
internal sealed record ContractExtra(int After, string Name, string Namespace, List<ContractExtraAttribute> Attributes, string? Text,
    List<ContractExtra>? Elements)
{
    /// <summary>Where it was read from JSON: what it was. Names are those of JSON then, and need encoding for XML.</summary>
    public ContractExtraForm Form { get; init; }

    /// <summary>Stands for it where others refer to it (z:Id); it gets another number when it is written. Null where none may.</summary>
    public ContractExtraIdentity? Identity { get; init; }

    /// <summary>What it refers to (z:Ref): an object of the graph, or the identity of another unknown element.</summary>
    public object? Target { get; init; }

    /// <summary>
    /// The prefix that its text begins with, if that is declared where it stood, and what it stands for there: a qualified name means both.
    /// </summary>
    public (string Prefix, string Namespace)? Qualifier { get; init; }
}

/// <summary>What other unknown elements refer to; the element may hold one that refers to it itself.</summary>
internal sealed class ContractExtraIdentity
{
    public ContractExtra? Element { get; set; }
}

/// <summary>An attribute of an unknown element.</summary>
/// <param name="Prefix">The prefix that it had.</param>
/// <param name="Name">Its local name.</param>
/// <param name="Namespace">Its namespace.</param>
/// <param name="Value">Its value; of i:type the local name of the type.</param>
/// <param name="TypeNamespace">Of i:type: the namespace of the type.</param>
internal sealed record ContractExtraAttribute(string Prefix, string Name, string Namespace, string Value, string? TypeNamespace);

/// <summary>
/// The unknown elements or members of one object. They hang on the ExtensionDataObject that the object keeps, of which nobody but the
/// framework can make one with a content.
/// </summary>
internal sealed class ContractExtras
{
    static readonly ConditionalWeakTable<ExtensionDataObject, ContractExtras> Kept = [];

    public List<ContractExtra> Elements { get; } = [];

    public static ContractExtras? Of(object? value) =>
        value is IExtensibleDataObject { ExtensionData: { } data } && Kept.TryGetValue(data, out var extras) ? extras : null;

    public void GiveTo(IExtensibleDataObject target)
    {
        var data = (ExtensionDataObject)RuntimeHelpers.GetUninitializedObject(typeof(ExtensionDataObject));
        Kept.Add(data, this);
        target.ExtensionData = data;
    }
}
