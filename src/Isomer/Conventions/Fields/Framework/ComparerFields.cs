using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// The framework's comparers, most of which are classes that are not public. What is read is never made of its fields: the fields choose one
// of those that there are.

/// <summary>Nothing: the class says it all.</summary>
struct NoFields;

/// <summary>
/// The default comparer of a type, whatever its class is called. Not generic over the type: Native AOT has no such code over structs that
/// only a payload's comparers name.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class DefaultEqualitySurrogate<TComparer>(Type item) : FieldsSurrogate<TComparer, NoFields> where TComparer : class
{
    readonly object _default = WellKnownFields.DefaultOf(isEquality: true, item);

    public override ClrName? Name => ComparerNames.OfEquality(item);

    public override NoFields ToCarrier(TComparer value) => default;

    public override TComparer FromCarrier(NoFields carrier) => (TComparer)_default;
}

/// <summary>The default order of a type, whatever its class is called.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class DefaultOrderSurrogate<TComparer>(Type item) : FieldsSurrogate<TComparer, NoFields> where TComparer : class
{
    readonly object _default = WellKnownFields.DefaultOf(isEquality: false, item);

    public override ClrName? Name => ComparerNames.OfOrder(item);

    public override NoFields ToCarrier(TComparer value) => default;

    public override TComparer FromCarrier(NoFields carrier) => (TComparer)_default;
}

[FieldsOf("System.OrdinalComparer")]
struct OrdinalFields
{
    public bool _ignoreCase;
}

/// <summary>StringComparer.Ordinal and OrdinalIgnoreCase, two classes of which .NET Framework had one.</summary>
sealed class OrdinalSurrogate<TComparer> : FieldsSurrogate<TComparer, OrdinalFields> where TComparer : class
{
    public override ClrName Name => new("System.OrdinalComparer", []);

    public override OrdinalFields ToCarrier(TComparer value) =>
        new() { _ignoreCase = ReferenceEquals(value, StringComparer.OrdinalIgnoreCase) };

    public override TComparer FromCarrier(OrdinalFields carrier) =>
        (TComparer)(object)(carrier._ignoreCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
}

[FieldsOf("System.CultureAwareComparer")]
struct CultureFields
{
    public CompareInfo? _compareInfo;
    [OptionalField] public CompareOptions? _options;
    [OptionalField] public bool _ignoreCase;
}

/// <summary>A StringComparer of a culture. Only cultures that the machine has are made.</summary>
sealed class CultureSurrogate<TComparer> : FieldsSurrogate<TComparer, CultureFields> where TComparer : class
{
    public override ClrName Name => new("System.CultureAwareComparer", []);

    public override CultureFields ToCarrier(TComparer value)
    {
        StringComparer.IsWellKnownCultureAwareComparer((IEqualityComparer<string?>)value, out var info, out var options);
        return new() { _compareInfo = info, _options = options, _ignoreCase = (options & CompareOptions.IgnoreCase) != 0 };
    }

    public override TComparer FromCarrier(CultureFields carrier)
    {
        string culture = Given(carrier._compareInfo, nameof(carrier._compareInfo)).Name;
        var options = carrier._options ?? (carrier._ignoreCase ? CompareOptions.IgnoreCase : CompareOptions.None);
        return (TComparer)(object)(culture.Length == 0 && options == CompareOptions.None ? StringComparer.InvariantCulture
            : culture.Length == 0 && options == CompareOptions.IgnoreCase ? StringComparer.InvariantCultureIgnoreCase
            : StringComparer.Create(CultureInfo.GetCultureInfo(culture, predefinedOnly: true), options));
    }
}

[Entries]
struct CultureOrderFields
{
    public CompareInfo? CompareInfo;
}

/// <summary>System.Collections.Comparer.</summary>
sealed class CultureOrderSurrogate : FieldsSurrogate<Comparer, CultureOrderFields>
{
    public override CultureOrderFields ToCarrier(Comparer value) =>
        new() { CompareInfo = (CompareInfo?)EntriesOf(value).GetValue("CompareInfo", typeof(CompareInfo)) };

    public override Comparer FromCarrier(CultureOrderFields carrier) =>
        // Each an object of its own, as every SortedList has one.
        new(CultureInfo.GetCultureInfo(carrier.CompareInfo?.Name ?? "", predefinedOnly: true));
}

[FieldsOf(typeof(CompareInfo))]
struct CompareInfoFields
{
    [OptionalField] public string? m_name;
    [OptionalField] public int win32LCID;
    [OptionalField, FieldCache("System.Globalization")] public SortVersion? m_SortVersion;
    [OptionalField] public int culture;
    [NonSerialized] public bool IsOfCore;

    // .NET has the one of the two numbers that .NET Framework calls the newer.
    public readonly bool Haswin32LCID() => !IsOfCore;
}

/// <summary>The name says it all, or the number in files of .NET 1.1, and only cultures that the machine has are made.</summary>
sealed class CompareInfoSurrogate(bool exact) : FieldsSurrogate<CompareInfo, CompareInfoFields>
{
    public override CompareInfoFields ToCarrier(CompareInfo value) =>
        new() { m_name = value.Name, win32LCID = value.LCID, culture = value.LCID, IsOfCore = exact };

    public override CompareInfo FromCarrier(CompareInfoFields carrier) =>
        (carrier.m_name is null && (carrier.culture != 0 || carrier.win32LCID != 0)
            ? CultureInfo.GetCultureInfo(carrier.culture != 0 ? carrier.culture : carrier.win32LCID)
            : CultureInfo.GetCultureInfo(Given(carrier.m_name, nameof(carrier.m_name)), predefinedOnly: true)).CompareInfo;
}

/// <summary>What .NET Framework calls the default comparers, by what their type can do.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
static class ComparerNames
{
    const string Generic = "System.Collections.Generic.";

    public static ClrName OfEquality(Type item) =>
        item == typeof(byte) ? new(Generic + "ByteEqualityComparer", [])
        // That of an enum of another base says of itself in its entries that it is the one of objects, so that older runtimes find it.
        : item.IsEnum && Enum.GetUnderlyingType(item) == typeof(int) ? new(Generic + "EnumEqualityComparer`1", [item])
        : NameOf(item, typeof(IEquatable<>), "EqualityComparer`1");

    public static ClrName OfOrder(Type item) => NameOf(item, typeof(IComparable<>), "Comparer`1");

    static ClrName NameOf(Type type, Type able, string suffix)
    {
        if (Nullable.GetUnderlyingType(type) is { } value && able.MakeGenericType(value).IsAssignableFrom(value))
            return new ClrName($"{Generic}Nullable{suffix}", [value]);
        return new ClrName($"{Generic}{(able.MakeGenericType(type).IsAssignableFrom(type) ? "Generic" : "Object")}{suffix}", [type]);
    }

    /// <summary>Whether a class of this name is the default comparer (of equality, of order) of what it is generic over.</summary>
    public static (bool IsEquality, bool IsOrder) IsDefault(string name)
    {
        if (!name.StartsWith(Generic, StringComparison.Ordinal))
            return default;
        int end = name.IndexOfAny(['`', '[']);
        return name[Generic.Length..(end < 0 ? name.Length : end)] switch
        {
            "GenericEqualityComparer" or "ObjectEqualityComparer" or "NullableEqualityComparer" or "ByteEqualityComparer"
                or "StringEqualityComparer" or "EnumEqualityComparer"
                or "SByteEnumEqualityComparer" or "ShortEnumEqualityComparer" or "LongEnumEqualityComparer"
                or "NonRandomizedStringEqualityComparer" or "RandomizedStringEqualityComparer" => (true, false),
            "GenericComparer" or "ObjectComparer" or "NullableComparer" or "EnumComparer" => (false, true),
            _ => default,
        };
    }
}
