using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

[FieldsOf(typeof(CookieContainer))]
struct CookieContainerFields
{
    public Hashtable? m_domainTable;
    public int m_maxCookieSize;
    public int m_maxCookies;
    public int m_maxCookiesPerDomain;
    [OptionalField] public int m_count;
    [OptionalField] public string? m_fqdnMyDomain;
}

/// <summary>
/// The cookies by their domains and paths. Reading makes an empty container of the same limits and adds the cookies to it, as if they had
/// come from their servers: so expired ones are gone, the count is that of what is there, and the domain of the machine is this one's, not
/// the payload's.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class CookieContainerSurrogate : InPlaceSurrogate<CookieContainer, CookieContainerFields>
{
    /// <summary>Adding to one collection looks through it.</summary>
    const int Most = 4096;

    // One collection may stand at many paths, and each cookie is looked for among those of its domain.
    const int MostTogether = 1 << 16;

    internal override bool WaitsForGraph => true;

    internal override bool FillsItself(object carrier) => true;

    public override CookieContainerFields ToCarrier(CookieContainer value) => new()
    {
        m_domainTable = Domains(value),
        m_maxCookieSize = value.MaxCookieSize,
        m_maxCookies = value.Capacity,
        m_maxCookiesPerDomain = value.PerDomainCapacity,
        m_count = value.Count,
        m_fqdnMyDomain = Domain(value),
    };

    internal override void Make(CookieContainer target, CookieContainerFields fields)
    {
        int added = Fill(target, fields, Plain<Hashtable>(fields.m_domainTable, nameof(fields.m_domainTable)));
        // One that took the place of another, or made room for it, left its trace in the versions of lists: what is there is added once
        // more, so that it is written as what it is read from then on.
        if (target.Count != added)
            Fill(target, fields, Domains(target));
    }

    /// <summary>Makes the container of cookies by their domains; how many there were.</summary>
    static int Fill(CookieContainer target, CookieContainerFields fields, Hashtable domains)
    {
        var cookies = Listed(fields, domains);
        Construct(target, fields.m_maxCookies, fields.m_maxCookiesPerDomain, fields.m_maxCookieSize);
        // The constructor leaves the count of what was there before it as it was.
        Count(target) = 0;
        string? domain = null;
        // Of keys that fall upon one place a table shows first by which came first, and the table's key is the text of the domain's first
        // cookie: so domains come in their own order, each as one text, and what is read of a container is what is read of its copy.
        foreach (var cookie in cookies.OrderBy(static c => CookieSurrogate.DomainKey(c), StringComparer.Ordinal))
        {
            ref string? key = ref CookieSurrogate.DomainKey(cookie);
            domain = key = key == domain ? domain : key;
            Add(target, cookie);
        }
        return cookies.Count;
    }

    /// <summary>All cookies, those of one domain after those of another.</summary>
    static List<Cookie> Listed(CookieContainerFields fields, Hashtable domains)
    {
        List<Cookie> listed = [];
        // The hash of a key that is no text may be another each time.
        foreach (object key in domains.Keys)
            if (key is not string)
                throw Wrong(nameof(fields.m_domainTable), $"has the key '{PlainEntryConverter.Shown(key)}', which is no domain");
        foreach (string name in domains.Keys.Cast<string>().Order(StringComparer.Ordinal))
        {
            object? paths = domains[name];
            if (paths?.GetType().FullName != PathLists.Name)
                throw Wrong(nameof(fields.m_domainTable), $"holds a '{paths?.GetType()}'");
            foreach (CookieCollection cookies in PathLists.ListOf(paths).Values)
            {
                if (!TakenParts.TryTake(cookies))
                    throw Wrong(nameof(fields.m_domainTable), "has one list of cookies at two paths");
                if (cookies.Count > Most)
                    throw Wrong(nameof(fields.m_domainTable),
                        $"has {cookies.Count} cookies of one path, more than the {Most} that are taken");
                foreach (Cookie cookie in cookies)
                {
                    // .NET Framework and mono file the cookies of a domain under ".x.org", which nobody looks up today.
                    if (CookieSurrogate.DomainKey(cookie) is ['.', .. var domain])
                        CookieSurrogate.DomainKey(cookie) = domain;
                    if (listed.Count == MostTogether)
                        throw Wrong(nameof(fields.m_domainTable),
                            $"has more than {MostTogether} cookies, many of them by more than one path");
                    listed.Add(cookie);
                }
            }
        }
        return listed;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(CookieContainer target, int capacity, int perDomain, int size);

    // The public one looks at what the cookie has left out, of which it has been given something before.
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "InternalAdd")]
    static extern void Add(CookieContainer target, Cookie cookie);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_domainTable")]
    static extern ref Hashtable Domains(CookieContainer value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_count")]
    static extern ref int Count(CookieContainer value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_fqdnMyDomain")]
    static extern ref string Domain(CookieContainer value);
}

/// <summary>The framework's class of the cookies of one domain, by their paths: it is not public.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
static class PathLists
{
    public const string Name = "System.Net.PathList";

    static readonly FieldInfo s_list = typeof(CookieContainer).Assembly.GetType(Name, throwOnError: true)!.GetField("m_list",
        BindingFlags.Instance | BindingFlags.NonPublic)!;

    public static SortedList ListOf(object paths) => (SortedList)s_list.GetValue(paths)!;
}

[FieldsOf(PathLists.Name, ClrName.System)]
struct PathListFields
{
    public SortedList? m_list;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class PathListSurrogate<T> : FieldsSurrogate<T, PathListFields> where T : class
{
    public override ClrName Name => new(PathLists.Name, [], ClrName.System);

    public override PathListFields ToCarrier(T value) => new() { m_list = PathLists.ListOf(value) };

    public override T FromCarrier(PathListFields carrier)
    {
        var made = (T)Activator.CreateInstance(typeof(T), nonPublic: true)!;
        var list = Given(carrier.m_list, nameof(carrier.m_list));
        // It is a view that locks, around the list itself.
        _ = Plain<SortedList>(FrameworkViews.InnerOf(list) ?? list, nameof(carrier.m_list));
        foreach (DictionaryEntry entry in list)
        {
            if (entry is not { Key: string, Value: CookieCollection })
                throw Wrong(nameof(carrier.m_list), "holds something else than cookies by their paths");
            PathLists.ListOf(made).Add(entry.Key, entry.Value);
        }
        return made;
    }
}

/// <summary>
/// The view of a list that locks: the fields that it inherits say nothing, for all that it is asked is asked of the list behind it.
/// </summary>
[FieldsOf("System.Collections.SortedList+SyncSortedList")]
struct SynchronizedListFields
{
    public SortedList? _list;
    public object? _root;
    [OptionalField, FieldBase("SortedList")] public object?[]? keys;
    [OptionalField, FieldBase("SortedList")] public object?[]? values;
    [OptionalField, FieldBase("SortedList")] public int _size;
    [OptionalField, FieldBase("SortedList")] public int version;
    [OptionalField, FieldBase("SortedList")] public IComparer? comparer;
    [OptionalField, FieldBase("SortedList"), FieldCache("System.Collections", "KeyList")] public object? keyList;
    [OptionalField, FieldBase("SortedList"), FieldCache("System.Collections", "ValueList")] public object? valueList;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class SynchronizedListSurrogate<T> : MadeViewSurrogate<T, SynchronizedListFields, SortedList> where T : SortedList
{
    public override SynchronizedListFields ToCarrier(T value) => new()
    {
        _list = Of<SortedList>(value, nameof(SynchronizedListFields._list)),
        _root = Of<object>(value, nameof(SynchronizedListFields._root)),
        keys = UntypedSortedListSurrogate.Keys(value),
        values = UntypedSortedListSurrogate.Values(value),
        version = UntypedSortedListSurrogate.Version(value),
        comparer = UntypedSortedListSurrogate.Comparer(value),
    };

    // Itself empty: _size is 0. What locks is the new one's own object.
    protected override SortedList? Inner(SynchronizedListFields fields) => fields._list;

    protected override (SortedList, object?)? Locked(SynchronizedListFields fields) => (new(), fields._root ?? fields._list);
}
