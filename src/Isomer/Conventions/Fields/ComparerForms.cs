using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

namespace Isomer.Conventions;

/// <summary>
/// The framework's comparers, which are types that are not public: each has a stand-in of the same identity. They are made by name where a
/// comparer is declared; any other comparer must be a known type.
/// </summary>
internal static class ComparerForms
{
    const string Generic = "System.Collections.Generic.";

    static readonly ConditionalWeakTable<object, object> Cultures = [];

    /// <summary>The stand-in of a comparer; the comparer itself if it has none.</summary>
    public static object StandInOf(object value)
    {
        if (value is IEqualityComparer<string?> text)
        {
            if (StringComparer.IsWellKnownOrdinalComparer(text, out bool ignoresCase))
                return value is StringComparer ? OrdinalForm.Of(ignoresCase) : DefaultEqualityForm<string>.Instance;
            if (StringComparer.IsWellKnownCultureAwareComparer(text, out var info, out var options))
                return Cultures.GetValue(value, _ => new CultureForm(info, options));
        }
        if (value is Comparer order)
            return Cultures.GetValue(value, _ => new CultureOrderForm(new CompareInfoForm(InfoOf(order))));
        return DefaultOf(value, typeof(EqualityComparer<>), typeof(DefaultEqualityForm<>)) ?? DefaultOf(value, typeof(Comparer<>), typeof(DefaultOrderForm<>)) ?? value;
    }

    /// <summary>The stand-in if the value is the default comparer of some type.</summary>
    static object? DefaultOf(object value, Type open, Type standIn)
    {
        for (var type = value.GetType(); type is not null; type = type.BaseType)
        {
            if (!type.IsGenericType || type.GetGenericTypeDefinition() != open)
                continue;
            object? usual = type.GetProperty("Default", BindingFlags.Public | BindingFlags.Static)!.GetValue(null);
            return !ReferenceEquals(usual, value) ? null : standIn.MakeGenericType(type.GetGenericArguments()).GetProperty("Instance")!.GetValue(null);
        }
        return null;
    }

#pragma warning disable SYSLIB0050, SYSLIB0051 // the types of an older age are what this is about
    static CompareInfo InfoOf(Comparer order)
    {
        var entries = new SerializationInfo(typeof(Comparer), new FormatterConverter());
        order.GetObjectData(entries, default);
        return (CompareInfo)entries.GetValue("CompareInfo", typeof(CompareInfo))!;
    }
#pragma warning restore SYSLIB0050, SYSLIB0051

    /// <summary>The comparer of a SortedList, which nothing public tells.</summary>
    public static object OrderOf(SortedList list) =>
        typeof(SortedList).GetField("comparer", BindingFlags.Instance | BindingFlags.NonPublic)?.GetValue(list)
        ?? throw new NotSupportedException("The comparer of a SortedList cannot be told on this runtime. Use SortedList<TKey, TValue>.");

    /// <summary>The stand-in of this name where such a comparer is declared; null if there is none.</summary>
    public static Type? Find(Type declared, string name)
    {
        bool isUntyped = declared == typeof(IEqualityComparer) || declared == typeof(IComparer);
        var open = declared is { IsGenericType: true, IsInterface: true } ? declared.GetGenericTypeDefinition() : null;
        if (!isUntyped && open != typeof(IEqualityComparer<>) && open != typeof(IComparer<>))
            return null;
        bool isOrder = open == typeof(IComparer<>) || declared == typeof(IComparer);
        var item = open is null ? typeof(string) : declared.GetGenericArguments()[0];
        if (item == typeof(string))
        {
            switch (name)
            {
                case "System.OrdinalComparer" or "System.OrdinalCaseSensitiveComparer" or "System.OrdinalIgnoreCaseComparer":
                    return typeof(OrdinalForm);
                case "System.CultureAwareComparer":
                    return typeof(CultureForm);
                case "System.Collections.Comparer" when declared == typeof(IComparer):
                    return typeof(CultureOrderForm);
            }
        }
        if (isUntyped || !name.StartsWith(Generic, StringComparison.Ordinal))
            return null;
        int end = name.IndexOfAny(['`', '[']);
        bool isDefault = isOrder
            ? name[Generic.Length..(end < 0 ? name.Length : end)] is "GenericComparer" or "ObjectComparer" or "NullableComparer" or "EnumComparer"
            : name[Generic.Length..(end < 0 ? name.Length : end)] is "GenericEqualityComparer" or "ObjectEqualityComparer" or "NullableEqualityComparer" or "ByteEqualityComparer" or "EnumEqualityComparer"
                or "SByteEnumEqualityComparer" or "ShortEnumEqualityComparer" or "LongEnumEqualityComparer" or "NonRandomizedStringEqualityComparer" or "RandomizedStringEqualityComparer";
        return !isDefault ? null : (isOrder ? typeof(DefaultOrderForm<>) : typeof(DefaultEqualityForm<>)).MakeGenericType(item);
    }

    public static FieldForm DefaultEquality<T>() => new(
        typeof(DefaultEqualityForm<T>), [], false, null, static _ => [], static (_, _) => EqualityComparer<T>.Default)
    {
        Name = typeof(T) == typeof(byte) ? new ClrName(Generic + "ByteEqualityComparer", [])
            : typeof(T).IsEnum ? new ClrName(Generic + "EnumEqualityComparer`1", [typeof(T)])
            : NameOfDefault(typeof(T), typeof(IEquatable<>), "EqualityComparer`1"),
        IsComparer = true,
    };

    public static FieldForm DefaultOrder<T>() => new(
        typeof(DefaultOrderForm<T>), [], false, null, static _ => [], static (_, _) => Comparer<T>.Default)
    {
        Name = NameOfDefault(typeof(T), typeof(IComparable<>), "Comparer`1"),
        IsComparer = true,
    };

    static ClrName NameOfDefault(Type type, Type able, string suffix)
    {
        if (Nullable.GetUnderlyingType(type) is { } value && able.MakeGenericType(value).IsAssignableFrom(value))
            return new ClrName($"{Generic}Nullable{suffix}", [value]);
        return new ClrName($"{Generic}{(able.MakeGenericType(type).IsAssignableFrom(type) ? "Generic" : "Object")}{suffix}", [type]);
    }

    public static FieldForm Ordinal() => new(
        typeof(OrdinalForm), [new("_ignoreCase", typeof(bool))], false, null,
        static o => [((OrdinalForm)o).IgnoresCase],
        static (_, v) => v[0] is true ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal)
    {
        Name = new ClrName("System.OrdinalComparer", []),
        IsComparer = true,
    };

    public static FieldForm Culture() => new(
        typeof(CultureForm),
        [new("_compareInfo", typeof(CompareInfoForm)), new("_ignoreCase", typeof(bool)), new("_options", typeof(CompareOptions)) { IsOptional = true }], false, null,
        static o => [((CultureForm)o).Info, (((CultureForm)o).Options & CompareOptions.IgnoreCase) != 0, ((CultureForm)o).Options],
        static (_, v) =>
        {
            var info = v[0] as CompareInfoForm ?? throw v.Wrong(0, "is null");
            var options = v[2] is CompareOptions given ? given : v[1] is true ? CompareOptions.IgnoreCase : CompareOptions.None;
            if (info.Info.Name.Length == 0 && options is CompareOptions.None or CompareOptions.IgnoreCase)
                return options == CompareOptions.None ? StringComparer.InvariantCulture : StringComparer.InvariantCultureIgnoreCase;
            return StringComparer.Create(CultureInfo.GetCultureInfo(info.Info.Name, predefinedOnly: true), options);
        })
    {
        Name = new ClrName("System.CultureAwareComparer", []),
        IsComparer = true,
    };

    public static FieldForm CultureOrder() => new(
        typeof(CultureOrderForm), [new("CompareInfo", typeof(CompareInfoForm))], true, null,
        static o => [((CultureOrderForm)o).Info],
        static (_, v) => v[0] is CompareInfoForm { Info.Name: { Length: > 0 } name } ? new Comparer(CultureInfo.GetCultureInfo(name, predefinedOnly: true)) : Comparer.DefaultInvariant)
    {
        Name = new ClrName("System.Collections.Comparer", []),
        IsComparer = true,
    };

    /// <summary>The name says it all, and only cultures that the machine has are made.</summary>
    public static FieldForm Compare() => new(
        typeof(CompareInfoForm),
        [
            new("culture", typeof(int)) { IsOptional = true }, new("m_SortVersion", typeof(object)) { IsOptional = true, CacheOf = "System.Globalization" }, new("m_name", typeof(string)),
            new("win32LCID", typeof(int)) { IsOptional = true },
        ],
        false,
        null,
        static o => [((CompareInfoForm)o).Info.LCID, null, ((CompareInfoForm)o).Info.Name, ((CompareInfoForm)o).Info.LCID],
        static (_, v) => new CompareInfoForm(CultureInfo.GetCultureInfo(v[2] as string ?? throw v.Wrong(2, "is null"), predefinedOnly: true).CompareInfo))
    {
        Name = new ClrName("System.Globalization.CompareInfo", []),
        IsComparer = true,
    };
}

/// <summary>Stands in for the default comparer of a type.</summary>
internal sealed class DefaultEqualityForm<T>
{
    public static object Instance { get; } = new DefaultEqualityForm<T>();
}

/// <summary>Stands in for the default order of a type.</summary>
internal sealed class DefaultOrderForm<T>
{
    public static object Instance { get; } = new DefaultOrderForm<T>();
}

/// <summary>Stands in for StringComparer.Ordinal and OrdinalIgnoreCase.</summary>
internal sealed class OrdinalForm
{
    static readonly OrdinalForm Exact = new();
    static readonly OrdinalForm Loose = new() { IgnoresCase = true };

    public bool IgnoresCase { get; private init; }

    public static OrdinalForm Of(bool ignoresCase) => ignoresCase ? Loose : Exact;
}

/// <summary>Stands in for a StringComparer of a culture.</summary>
internal sealed class CultureForm(CompareInfo info, CompareOptions options)
{
    public CompareInfoForm Info { get; } = new(info);

    public CompareOptions Options { get; } = options;
}

/// <summary>Stands in for System.Collections.Comparer.</summary>
internal sealed class CultureOrderForm(CompareInfoForm info)
{
    public CompareInfoForm Info { get; } = info;
}

/// <summary>Stands in for a CompareInfo.</summary>
internal sealed class CompareInfoForm(CompareInfo info)
{
    public CompareInfo Info { get; } = info;
}
