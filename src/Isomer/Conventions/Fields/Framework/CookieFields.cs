using System.Collections;
using System.Net;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// Cookies and lists of them, as old programs kept them beside their settings. What the setters check is checked; the rest are flags and a
// time, on which nothing hangs.

/// <summary>The numbers of an enum that is not public.</summary>
[FieldsOf("System.Net.CookieVariant", ClrName.System)]
enum CookieVariantField
{
    Unknown,
    Plain,
    Rfc2109,
    Rfc2965,
}

[FieldsOf(typeof(Cookie))]
struct CookieFields
{
    [OptionalField] public string? m_comment;
    [OptionalField] public Uri? m_commentUri;
    [OptionalField] public CookieVariantField m_cookieVariant;
    [OptionalField] public bool m_discard;
    [OptionalField] public string? m_domain;
    [OptionalField] public bool m_domain_implicit;
    [OptionalField] public DateTime m_expires;
    public string? m_name;
    [OptionalField] public string? m_path;
    [OptionalField] public bool m_path_implicit;
    [OptionalField] public string? m_port;
    [OptionalField] public bool m_port_implicit;
    [OptionalField] public int[]? m_port_list;
    [OptionalField] public bool m_secure;
    [OptionalField] public bool m_httpOnly;
    [OptionalField] public DateTime m_timeStamp;
    public string? m_value;
    [OptionalField] public int m_version;
    [OptionalField] public string? m_domainKey;
    [OptionalField] public bool IsQuotedVersion;
    [OptionalField] public bool IsQuotedDomain;
}

/// <summary>By its properties: the list of ports is made of their text again.</summary>
sealed class CookieSurrogate : InPlaceSurrogate<Cookie, CookieFields>
{
    static readonly FieldInfo s_variant = typeof(Cookie).GetField("m_cookieVariant", BindingFlags.Instance | BindingFlags.NonPublic)!;

    public override CookieFields ToCarrier(Cookie value) => new()
    {
        m_comment = value.Comment,
        m_commentUri = value.CommentUri,
        m_cookieVariant = (CookieVariantField)(int)s_variant.GetValue(value)!,
        m_discard = value.Discard,
        m_domain = value.Domain,
        m_domain_implicit = DomainImplicit(value),
        m_expires = value.Expires,
        m_name = value.Name,
        m_path = value.Path,
        m_path_implicit = PathImplicit(value),
        m_port = value.Port,
        m_port_implicit = PortImplicit(value),
        m_port_list = PortList(value),
        m_secure = value.Secure,
        m_httpOnly = value.HttpOnly,
        m_timeStamp = value.TimeStamp,
        m_value = value.Value,
        m_version = value.Version,
        m_domainKey = DomainKey(value),
        IsQuotedVersion = QuotedVersion(value),
        IsQuotedDomain = QuotedDomain(value),
    };

    internal override void Make(Cookie target, CookieFields fields)
    {
        if (!Enum.IsDefined(fields.m_cookieVariant))
            throw Wrong(nameof(fields.m_cookieVariant), $"is {(int)fields.m_cookieVariant}");
        Construct(target);
        if (fields.m_name is { Length: > 0 } name)
            target.Name = name;
        target.Value = fields.m_value;
        target.Comment = fields.m_comment;
        target.CommentUri = fields.m_commentUri;
        target.Discard = fields.m_discard;
        target.Domain = fields.m_domain;
        target.Expires = fields.m_expires;
        target.Path = fields.m_path;
        target.Port = fields.m_port;
        target.Secure = fields.m_secure;
        target.HttpOnly = fields.m_httpOnly;
        target.Version = fields.m_version;
        // What the setters have changed beside what they set.
        s_variant.SetValue(target, Enum.ToObject(s_variant.FieldType, (int)fields.m_cookieVariant));
        DomainImplicit(target) = fields.m_domain_implicit;
        PathImplicit(target) = fields.m_path_implicit;
        PortImplicit(target) = fields.m_port_implicit;
        (QuotedVersion(target), QuotedDomain(target)) = (fields.IsQuotedVersion, fields.IsQuotedDomain);
        (DomainKey(target), TimeStamp(target)) = (fields.m_domainKey, fields.m_timeStamp);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(Cookie target);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_domain_implicit")]
    static extern ref bool DomainImplicit(Cookie value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_path_implicit")]
    static extern ref bool PathImplicit(Cookie value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_port_implicit")]
    static extern ref bool PortImplicit(Cookie value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_port_list")]
    static extern ref int[]? PortList(Cookie value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_timeStamp")]
    static extern ref DateTime TimeStamp(Cookie value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_domainKey")]
    public static extern ref string? DomainKey(Cookie value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "IsQuotedVersion")]
    static extern ref bool QuotedVersion(Cookie value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "IsQuotedDomain")]
    static extern ref bool QuotedDomain(Cookie value);
}

[FieldsOf(typeof(CookieCollection))]
struct CookieCollectionFields
{
    public ArrayList? m_list;
    [OptionalField] public int m_version;
    [OptionalField] public DateTime m_TimeStamp;
    [OptionalField] public bool m_has_other_versions;
}

sealed class CookieCollectionSurrogate : InPlaceSurrogate<CookieCollection, CookieCollectionFields>
{
    // Its own callback says before it is written that the version is how many there are.
    public override CookieCollectionFields ToCarrier(CookieCollection value) =>
        new() { m_list = List(value), m_version = value.Count, m_TimeStamp = Time(value), m_has_other_versions = HasOthers(value) };

    internal override void Make(CookieCollection target, CookieCollectionFields fields)
    {
        Construct(target);
        foreach (object? item in Plain<ArrayList>(fields.m_list, nameof(fields.m_list)))
            List(target).Add(item as Cookie ?? throw Wrong(nameof(fields.m_list), $"holds a '{item?.GetType()}'"));
        (Version(target), Time(target), HasOthers(target)) = (fields.m_version, fields.m_TimeStamp, fields.m_has_other_versions);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(CookieCollection target);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_list")]
    static extern ref ArrayList List(CookieCollection value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_version")]
    static extern ref int Version(CookieCollection value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_TimeStamp")]
    static extern ref DateTime Time(CookieCollection value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_has_other_versions")]
    static extern ref bool HasOthers(CookieCollection value);
}
