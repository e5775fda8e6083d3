using System.Collections;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

namespace Isomer.Conventions;

#pragma warning disable CS0618, IDE1006, CA1051 // a class of the first edition; fields bear the names that .NET Framework's have

// What tables of .NET 1.x tell keys apart by, and what a SortedList that ignores case is ordered by. BinaryFormatter of this runtime
// refuses them; .NET Framework wrote their cultures. Only cultures that the machine has are made.

[FieldsOf(typeof(CaseInsensitiveComparer))]
struct CaseInsensitiveOrderFields
{
    [FieldAlias("_compareInfo")] public CompareInfo? m_compareInfo;
}

sealed class CaseInsensitiveOrderSurrogate : FieldsSurrogate<CaseInsensitiveComparer, CaseInsensitiveOrderFields>
{
    public override ClrName Name => new("System.Collections.CaseInsensitiveComparer", []);

    public override CaseInsensitiveOrderFields ToCarrier(CaseInsensitiveComparer value) => new() { m_compareInfo = Culture(value) };

    public override CaseInsensitiveComparer FromCarrier(CaseInsensitiveOrderFields carrier) =>
        Given(carrier.m_compareInfo, nameof(carrier.m_compareInfo)).Name is { Length: > 0 } culture
            ? new(CultureInfo.GetCultureInfo(culture, predefinedOnly: true))
            : CaseInsensitiveComparer.DefaultInvariant;

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_compareInfo")]
    static extern ref CompareInfo Culture(CaseInsensitiveComparer value);
}

[FieldsOf(typeof(CaseInsensitiveHashCodeProvider))]
struct CaseInsensitiveHashFields
{
    [OptionalField] public TextInfo? m_text;

    /// <summary>What mono and .NET Core's sources have in place of the text.</summary>
    [OptionalField] public CompareInfo? _compareInfo;

    [NonSerialized] public bool IsOfMono;

    public readonly bool Hasm_text() => !IsOfMono;
    public readonly bool Has_compareInfo() => IsOfMono;
}

sealed class CaseInsensitiveHashSurrogate : FieldsSurrogate<CaseInsensitiveHashCodeProvider, CaseInsensitiveHashFields>
{
    public override ClrName Name => new("System.Collections.CaseInsensitiveHashCodeProvider", []);

    public override CaseInsensitiveHashFields ToCarrier(CaseInsensitiveHashCodeProvider value) =>
        new() { m_text = CultureInfo.GetCultureInfo(Culture(value).Name).TextInfo };

    public override CaseInsensitiveHashCodeProvider FromCarrier(CaseInsensitiveHashFields carrier) =>
        (carrier.m_text?.CultureName ?? Given(carrier._compareInfo, nameof(carrier.m_text)).Name) is { Length: > 0 } culture
            ? new(CultureInfo.GetCultureInfo(culture, predefinedOnly: true)) : CaseInsensitiveHashCodeProvider.DefaultInvariant;

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_compareInfo")]
    static extern ref CompareInfo Culture(CaseInsensitiveHashCodeProvider value);
}

[FieldsOf(typeof(TextInfo))]
struct TextInfoFields
{
    [OptionalField] public string? m_listSeparator;
    [OptionalField] public bool m_isReadOnly;
    [OptionalField, FieldAlias("_cultureName")] public string? m_cultureName;
    [OptionalField] public string? customCultureName;
    [OptionalField] public int m_nDataItem;
    [OptionalField] public bool m_useUserOverride;
    [OptionalField] public int m_win32LangID;
}

/// <summary>
/// By the name of its culture, or its number in files of .NET 1.1. A list separator that someone changed in it is not taken.
/// </summary>
sealed class TextInfoSurrogate : FieldsSurrogate<TextInfo, TextInfoFields>
{
    const int Invariant = 127;

    public override ClrName Name => new("System.Globalization.TextInfo", []);

    public override TextInfoFields ToCarrier(TextInfo value) =>
        new()
        {
            m_isReadOnly = value.IsReadOnly,
            m_cultureName = value.CultureName,
            customCultureName = value.CultureName,
            m_win32LangID = value.LCID
        };

    public override TextInfo FromCarrier(TextInfoFields carrier) =>
        ((carrier.m_cultureName ?? carrier.customCultureName) is { } name ? CultureInfo.GetCultureInfo(name, predefinedOnly: true)
            : carrier.m_win32LangID is 0 or Invariant ? CultureInfo.InvariantCulture
            : CultureInfo.GetCultureInfo(carrier.m_win32LangID)).TextInfo;
}
