using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Wire;

namespace Isomer;

/// <summary>The events of XmlSerializer, from what our reader passes over.</summary>
internal sealed class XmlSerializerEvents(object sender, XmlNodeEventHandler? node, XmlAttributeEventHandler? attribute, XmlElementEventHandler? element) : XmlEvents
{
    readonly XmlDocument _document = new();

    public bool IsEmpty => node is null && attribute is null && element is null;

    public override void UnknownElement(ReadOnlySpan<byte> document, int offset, int end, string names)
    {
        if (node is null && element is null)
            return;
        var (line, column) = Place(document, offset);
        var found = ElementOf(document[offset..end]);
        node?.Invoke(sender, NodeArguments(found, line, column, null));
        element?.Invoke(sender, ElementArguments(found, line, column, null, names));
    }

    public override void UnknownAttribute(string name, string ns, string value, ReadOnlySpan<byte> document, int offset)
    {
        var (line, column) = Place(document, offset);
        var found = _document.CreateAttribute(name, ns);
        found.Value = value;
        node?.Invoke(sender, NodeArguments(found, line, column, null));
        attribute?.Invoke(sender, AttributeArguments(found, line, column, null, ""));
    }

    public override void UnknownText(string text, ReadOnlySpan<byte> document, int offset)
    {
        var (line, column) = Place(document, offset);
        node?.Invoke(sender, NodeArguments(_document.CreateTextNode(text), line, column, null));
    }

    static (int Line, int Column) Place(ReadOnlySpan<byte> document, int offset)
    {
        return TextErrors.LineOf(document[..offset]);
    }

    /// <summary>The element; prefixes that are declared outside of it stand for themselves.</summary>
    XmlElement ElementOf(ReadOnlySpan<byte> bytes)
    {
        using var reader = new XmlTextReader(new MemoryStream(bytes.ToArray())) { Namespaces = true, DtdProcessing = DtdProcessing.Prohibit };
        try
        {
            return (XmlElement)_document.ReadNode(reader)!;
        }
        catch (XmlException)
        {
            return _document.CreateElement("unknown");
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    static extern XmlNodeEventArgs NodeArguments(XmlNode node, int line, int column, object? o);

    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    static extern XmlElementEventArgs ElementArguments(XmlElement element, int line, int column, object? o, string names);

    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    static extern XmlAttributeEventArgs AttributeArguments(XmlAttribute attribute, int line, int column, object? o, string names);
}

/// <summary>
/// One convention for each set of a caller's arguments, so that making serializers anew for each call makes no new code.
/// </summary>
internal static class XmlConventions
{
    // Overrides cannot be compared: each object of them has shapes of its own. A program that makes them anew for each call
    // gets interpreted shapes from here on, which the garbage collector takes with the overrides.
    const int MostEmitted = 32;

    static readonly ConcurrentDictionary<Key, XmlAttributesConvention> s_plain = new();
    static readonly ConditionalWeakTable<XmlAttributeOverrides, ConcurrentDictionary<Key, XmlAttributesConvention>> s_overridden = [];
    static int s_made;

    public static XmlAttributesConvention For(XmlAttributeOverrides? overrides, Type[]? types, string? ns)
    {
        types = [.. (types ?? []).Where(t => t is not null).Distinct()];
        if (types.Length == 0 && overrides is null)
            return Convention.XmlAttributes.WithNamespace(ns ?? "");
        var key = new Key(types, ns ?? "");
        var cache = overrides is null ? s_plain : s_overridden.GetOrCreateValue(overrides);
        if (cache.TryGetValue(key, out var known))
            return known;
        if (Array.Exists(types, t => t.IsCollectible))
            return Make(overrides, types, ns);
        return cache.GetOrAdd(key, _ => Make(overrides, types, ns));
    }

    static XmlAttributesConvention Make(XmlAttributeOverrides? overrides, Type[] types, string? ns)
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
