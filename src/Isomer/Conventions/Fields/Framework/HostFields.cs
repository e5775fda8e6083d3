using System.Collections;
using System.Collections.Frozen;
using System.Collections.Specialized;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// What .NET Framework marked [Serializable] and this runtime does not: written as the Framework did, and read from what it wrote.
// (BinaryFormatter of this runtime refuses them.)

[FieldsOf(typeof(CultureInfo))]
struct CultureInfoFields
{
    public bool m_isReadOnly;
    [OptionalField, FieldCache("System.Globalization", Declared = typeof(CompareInfo))] public object? compareInfo;
    [OptionalField, FieldCache("System.Globalization", Declared = typeof(TextInfo))] public object? textInfo;
    [OptionalField, FieldCache("System.Globalization", Declared = typeof(NumberFormatInfo))] public object? numInfo;
    [OptionalField, FieldCache("System.Globalization", Declared = typeof(DateTimeFormatInfo))] public object? dateTimeInfo;
    [OptionalField, FieldCache("System.Globalization", Declared = typeof(Calendar))] public object? calendar;
    [OptionalField] public int m_dataItem;
    [OptionalField] public int cultureID;
    [OptionalField] public string? m_name;
    [OptionalField] public bool m_useUserOverride;
}

/// <summary>
/// By its name, or its number in files of .NET 1.1. Formats that someone changed in it are not taken. Only cultures that the machine has
/// are made, and those that have a name of .NET Framework's own. One that may be changed is a new one.
/// </summary>
sealed class CultureInfoSurrogate : FieldsSurrogate<CultureInfo, CultureInfoFields>
{
    const int Invariant = 127, Custom = 4096;

    public override ClrName Name => new("System.Globalization.CultureInfo", []);

    public override CultureInfoFields ToCarrier(CultureInfo value) =>
        new() { m_isReadOnly = value.IsReadOnly, cultureID = value.LCID, m_name = value.Name, m_useUserOverride = value.UseUserOverride };

    public override CultureInfo FromCarrier(CultureInfoFields carrier) =>
        carrier.m_name is { } name ? Own(Known(name), carrier)
        : carrier.cultureID is 0 or Invariant ? CultureInfo.InvariantCulture
        : carrier.cultureID == Custom ? throw Wrong(nameof(carrier.m_name), "is missing, and its number says nothing")
        : Own(CultureInfo.GetCultureInfo(carrier.cultureID), carrier);

    static CultureInfo Own(CultureInfo culture, in CultureInfoFields carrier) =>
        carrier.m_isReadOnly ? culture : new CultureInfo(culture.Name, carrier.m_useUserOverride);

    static CultureInfo Known(string name) =>
        s_ofFramework.Contains(name) ? CultureInfo.GetCultureInfo(name) : CultureInfo.GetCultureInfo(name, predefinedOnly: true);

    // Names that Windows and .NET Framework had and no data of cultures calls predefined: neutral Chinese, other orders of one language,
    // scripts.
    static readonly FrozenSet<string> s_ofFramework = new[]
    {
        "zh-CHS", "zh-CHT", "de-DE_phoneb", "es-ES_tradnl", "hu-HU_technl", "ja-JP_radstr", "ka-GE_modern", "x-IV_mathan", "zh-CN_phoneb",
        "zh-CN_stroke", "zh-SG_phoneb", "zh-SG_stroke", "zh-MO_radstr", "zh-MO_stroke", "zh-TW_pronun", "zh-TW_radstr", "zh-HK_radstr",
        "en-029", "en-CB", "sr-SP-Latn", "sr-SP-Cyrl", "sr-BA-Latn", "sr-BA-Cyrl", "sr-Latn-CS", "sr-Cyrl-CS", "az-AZ-Latn", "az-AZ-Cyrl",
        "uz-UZ-Latn", "uz-UZ-Cyrl", "bs-BA-Latn", "bs-BA-Cyrl", "div-MV", "ky-KZ", "iu-CA-Latn", "iu-CA-Cans", "mn-CN", "ha-NG-Latn",
        "tg-TJ-Cyrl", "tzm-DZ-Latn",
    }.ToFrozenSet(StringComparer.OrdinalIgnoreCase);
}

/// <summary>The numbers of RegexOptions under their name in .NET Framework's library.</summary>
[FieldsOf(typeof(RegexOptions), ClrName.System)]
enum RegexOptionsField;

[Entries]
struct RegexFields
{
    public string? pattern;
    public RegexOptionsField options;
    [OptionalField] public long matchTimeout;
}

sealed class RegexSurrogate : FieldsSurrogate<Regex, RegexFields>
{
    public override ClrName Name => new("System.Text.RegularExpressions.Regex", [], ClrName.System);

    public override RegexFields ToCarrier(Regex value) =>
        new() { pattern = value.ToString(), options = (RegexOptionsField)value.Options, matchTimeout = value.MatchTimeout.Ticks };

    public override Regex FromCarrier(RegexFields carrier) => CarriedPattern.Make(Given(carrier.pattern, nameof(carrier.pattern)),
        (RegexOptions)carrier.options, TimeSpan.FromTicks(carrier.matchTimeout));
}

/// <summary>The numbers of AddressFamily under their name in .NET Framework's library.</summary>
[FieldsOf(typeof(AddressFamily), ClrName.System)]
enum AddressFamilyField
{
    InterNetwork = 2,
    InterNetworkV6 = 23,
}

[FieldsOf(typeof(IPAddress))]
struct AddressFields
{
    [OptionalField] public long m_Address;
    [OptionalField] public AddressFamilyField m_Family;
    [OptionalField] public ushort[]? m_Numbers;
    [OptionalField] public long m_ScopeId;
    [OptionalField] public int m_HashCode;

    // mono's: the numbers are null where it has four bytes, which stand where another has the number of its link.
    [OptionalField] public uint _addressOrScopeId;
    [OptionalField] public ushort[]? _numbers;
    [OptionalField, FieldCache("System")] public string? _toString;
    [OptionalField] public int _hashCode;

    public readonly bool Has_addressOrScopeId() => false;
    public readonly bool Has_numbers() => false;
    public readonly bool Has_toString() => false;
    public readonly bool Has_hashCode() => false;
}

sealed class AddressSurrogate<TAddress> : FieldsSurrogate<TAddress, AddressFields> where TAddress : IPAddress
{
    const int Numbers = 8;

    public override ClrName Name => new("System.Net.IPAddress", [], ClrName.System);

    public override AddressFields ToCarrier(TAddress value)
    {
        byte[] bytes = value.GetAddressBytes();
        var fields = new AddressFields { m_Family = (AddressFamilyField)value.AddressFamily, m_Numbers = new ushort[Numbers] };
        if (value.AddressFamily == AddressFamily.InterNetwork)
        {
            fields.m_Address = BitConverter.ToUInt32(bytes);
            return fields;
        }
        for (int i = 0; i < Numbers; i++)
            fields.m_Numbers[i] = (ushort)((bytes[2 * i] << 8) | bytes[2 * i + 1]);
        fields.m_ScopeId = value.ScopeId;
        return fields;
    }

    public override TAddress FromCarrier(AddressFields carrier)
    {
        if (carrier.m_Family == 0)
            carrier = carrier._numbers is null
                ? carrier with { m_Family = AddressFamilyField.InterNetwork, m_Address = carrier._addressOrScopeId }
                : carrier with
                {
                    m_Family = AddressFamilyField.InterNetworkV6,
                    m_Numbers = carrier._numbers,
                    m_ScopeId = carrier._addressOrScopeId
                };
        if (carrier.m_Family == AddressFamilyField.InterNetwork)
            return (TAddress)(carrier.m_Address is >= 0 and <= uint.MaxValue
                ? new IPAddress(carrier.m_Address)
                : throw Wrong(nameof(carrier.m_Address), "is more than four bytes"));
        if (carrier.m_Family != AddressFamilyField.InterNetworkV6 || carrier.m_Numbers is not { Length: Numbers } numbers)
            throw Wrong(nameof(carrier.m_Family), $"is {(int)carrier.m_Family}, or it has not eight numbers");
        Span<byte> bytes = stackalloc byte[2 * Numbers];
        for (int i = 0; i < Numbers; i++)
            (bytes[2 * i], bytes[2 * i + 1]) = ((byte)(numbers[i] >> 8), (byte)numbers[i]);
        return (TAddress)new IPAddress(bytes,
            carrier.m_ScopeId is >= 0 and <= uint.MaxValue
                ? carrier.m_ScopeId
                : throw Wrong(nameof(carrier.m_ScopeId), "is no number of a link"));
    }
}

[FieldsOf(typeof(IPEndPoint))]
struct EndPointFields
{
    [FieldAlias("_address")] public IPAddress? m_Address;
    [FieldAlias("_port")] public int m_Port;
}

sealed class EndPointSurrogate : FieldsSurrogate<IPEndPoint, EndPointFields>
{
    public override ClrName Name => new("System.Net.IPEndPoint", [], ClrName.System);

    public override EndPointFields ToCarrier(IPEndPoint value) => new() { m_Address = value.Address, m_Port = value.Port };

    public override IPEndPoint FromCarrier(EndPointFields carrier) =>
        new(Given(carrier.m_Address, nameof(carrier.m_Address)), Count(carrier.m_Port, IPEndPoint.MaxPort, nameof(carrier.m_Port)));
}

[FieldsOf(typeof(MemoryStream))]
struct MemoryStreamFields
{
    public byte[]? _buffer;
    public int _origin;
    public int _position;
    public int _length;
    [OptionalField] public int _capacity;
    [OptionalField] public bool _expandable;
    [OptionalField] public bool _writable;
    [OptionalField] public bool _exposable;
    [OptionalField] public bool _isOpen;
    [OptionalField, FieldBase("MarshalByRefObject"), FieldCache("System")] public object? __identity;
}

/// <summary>The bytes and where it stands in them.</summary>
sealed class MemoryStreamSurrogate : InPlaceSurrogate<MemoryStream, MemoryStreamFields>
{
    // What is written there makes the bytes between, which no byte of a payload stands for.
    const int MostBehind = 1 << 20;

    public override ClrName Name => new("System.IO.MemoryStream", []);

    public override MemoryStreamFields ToCarrier(MemoryStream value)
    {
        byte[] bytes = value.ToArray();
        bool isOpen = value.CanRead;
        if (isOpen && value.Position > bytes.Length + MostBehind)
            throw new NotSupportedException($"The position of a MemoryStream is more than {MostBehind} bytes behind its end.");
        return new()
        {
            _buffer = bytes,
            _position = isOpen ? (int)value.Position : 0,
            _length = bytes.Length,
            _capacity = bytes.Length,
            _expandable = Expandable(value),
            // One that is closed cannot be written to any more.
            _writable = value.CanWrite || !isOpen,
            _exposable = Exposable(value),
            _isOpen = isOpen
        };
    }

    internal override void Make(MemoryStream target, MemoryStreamFields fields)
    {
        byte[] bytes = Given(fields._buffer, nameof(fields._buffer));
        int origin = Count(fields._origin, bytes.Length, nameof(fields._origin)),
            length = Count(fields._length, bytes.Length, nameof(fields._length));
        int position = Count(fields._position, length + MostBehind, nameof(fields._position));
        if (origin > length || position < origin)
            throw Wrong(nameof(fields._origin), "is behind its end or its position");
        if (!fields._writable || !fields._expandable)
        {
            Construct(target, bytes, origin, length - origin, fields._writable, fields._exposable);
        }
        else
        {
            // There is one empty array for all empty streams.
            if (length > origin && !TakenParts.TryTake(bytes))
                throw Wrong(nameof(fields._buffer), "is that of another stream that can grow");
            Construct(target);
            target.Write(bytes, origin, length - origin);
        }
        target.Position = position - origin;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_expandable")]
    static extern ref bool Expandable(MemoryStream value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_exposable")]
    static extern ref bool Exposable(MemoryStream value);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(MemoryStream target);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(MemoryStream target, byte[] buffer, int index, int count, bool writable, bool publiclyVisible);
}
