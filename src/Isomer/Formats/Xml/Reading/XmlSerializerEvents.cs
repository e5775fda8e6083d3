using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>The events of XmlSerializer, from what our reader passes over.</summary>
internal sealed class XmlSerializerEvents(object sender, XmlNodeEventHandler? node, XmlAttributeEventHandler? attribute,
    XmlElementEventHandler? element) : XmlEvents
{
    /// <summary>Where the document is a copy of what a caller's reader gave: what tells places in the caller's.</summary>
    public XmlDocumentCopy? Copy { get; set; }

    public bool IsEmpty => node is null && attribute is null && element is null;

    public override void UnknownElement(XmlElement found, object? target, ReadOnlySpan<byte> document, int offset, string names)
    {
        var (line, column) = PlaceOfNext(document, offset);
        node?.Invoke(sender, NodeArguments(found, line, column, target));
        element?.Invoke(sender, ElementArguments(found, line, column, target, names));
    }

    public override void UnknownAttribute(XmlAttribute found, object? target, ReadOnlySpan<byte> document, int offset, string names)
    {
        var (line, column) = Copy is null ? TextErrors.PlaceInText(document[..offset]) : Copy.PlaceOfAttribute(offset) ?? (-1, -1);
        node?.Invoke(sender, NodeArguments(found, line, column, target));
        attribute?.Invoke(sender, AttributeArguments(found, line, column, target, names));
    }

    public override void UnknownText(XmlNode text, object? target, ReadOnlySpan<byte> document, int offset)
    {
        var (line, column) = PlaceOfNext(document, offset);
        node?.Invoke(sender, NodeArguments(text, line, column, target));
    }

    /// <summary>Where the framework's reader is when it has passed over something: behind the bracket of the next tag.</summary>
    (int Line, int Column) PlaceOfNext(ReadOnlySpan<byte> document, int offset)
    {
        if (Copy is not null)
            return Copy.PlaceOfNext(offset) ?? (-1, -1);
        var rest = document[offset..];
        var next = rest.TrimStart(" \t\r\n"u8);
        if (next.StartsWith("<"u8))
        {
            offset += rest.Length - next.Length;
            offset += next.StartsWith("<![CDATA["u8)
                ? 9
                : next.StartsWith("<!--"u8) ? 4 : next.StartsWith("</"u8) || next.StartsWith("<?"u8) ? 2 : 1;
        }
        return TextErrors.PlaceInText(document[..offset]);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    internal static extern XmlNodeEventArgs NodeArguments(XmlNode node, int line, int column, object? o);

    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    internal static extern XmlElementEventArgs ElementArguments(XmlElement element, int line, int column, object? o, string names);

    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    internal static extern XmlAttributeEventArgs AttributeArguments(XmlAttribute attribute, int line, int column, object? o, string names);
}

/// <summary>
/// One convention for each set of a caller's arguments, so that making serializers anew for each call makes no new code.
/// </summary>
internal static class XmlConventions
{
    // Overrides cannot be compared: each object of them has shapes of its own. A program that makes them anew for each call
    // gets interpreted shapes from here on, which the garbage collector takes with the overrides.
    const int MostEmitted = 32;

    /// <summary>
    /// So many sets of types and namespaces are kept; a program that names ever new ones gets interpreted shapes from here on.
    /// </summary>
    const int MostKept = 256;

    static readonly ConcurrentDictionary<Key, XmlAttributesConvention> s_plain = new();
    static readonly ConditionalWeakTable<XmlAttributeOverrides, ConcurrentDictionary<Key, XmlAttributesConvention>> s_overridden = [];
    static int s_made;

    /// <summary>How many sets of types and namespaces are kept.</summary>
    public static int Kept => s_plain.Count;

    public static XmlAttributesConvention For(XmlAttributeOverrides? overrides, Type[]? types, string? ns)
    {
        types = [.. (types ?? []).Where(t => t is not null).Distinct()];
        if (types.Length == 0 && overrides is null)
            return Convention.XmlAttributes.WithNamespace(ns ?? "");
        var key = new Key(types, ns ?? "");
        var cache = overrides is null ? s_plain : s_overridden.GetOrCreateValue(overrides);
        if (cache.TryGetValue(key, out var known))
            return known;
        if (Array.Exists(types, t => t.IsCollectible) || cache.Count >= MostKept)
            return Make(overrides, types, ns, isKept: false);
        return cache.GetOrAdd(key, _ => Make(overrides, types, ns, isKept: true));
    }

    static XmlAttributesConvention Make(XmlAttributeOverrides? overrides, Type[] types, string? ns, bool isKept)
    {
        var convention = Convention.XmlAttributes;
        if (types.Length > 0)
            convention = convention.With(types);
        if (overrides is not null)
        {
            convention = convention.With(overrides);
            if (Interlocked.Increment(ref s_made) > MostEmitted)
                convention = convention.WithTier(ShapeTier.Reflection);
        }
        if (!isKept && !Array.Exists(types, t => t.IsCollectible))
            convention = convention.WithTier(ShapeTier.Reflection);
        return convention.WithNamespace(ns ?? "");
    }

    /// <summary>Types in the caller's order, and the namespace.</summary>
    sealed class Key(Type[] types, string ns) : IEquatable<Key>
    {
        readonly Type[] _types = types;
        readonly string _ns = ns;

        public bool Equals(Key? other) => other is not null && _ns == other._ns && _types.AsSpan().SequenceEqual(other._types);

        public override bool Equals(object? obj) => Equals(obj as Key);

        public override int GetHashCode()
        {
            var hash = new HashCode();
            hash.Add(_ns);
            foreach (var type in _types)
                hash.Add(type);
            return hash.ToHashCode();
        }
    }
}
