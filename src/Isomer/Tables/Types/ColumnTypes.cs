using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Numerics;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// The closed set of types that columns may have: the framework's scalars, those of System.Data.SqlTypes, and what is registered
/// as a subtype of object. Types are named by the names below, or by the registered one; nothing else is ever looked for.
/// </summary>
/// <param name="convention">Whose subtypes of object are registered.</param>
/// <param name="isOpen">Whether any other type is taken too: where values came in by another closed set, and no names come from the
/// input.</param>
internal sealed class ColumnTypes(Convention convention, bool isOpen = false)
{
    readonly ConcurrentDictionary<string, ColumnType> _byName = new(StringComparer.Ordinal);
    readonly ConcurrentDictionary<Type, ColumnType> _byType = [];

    /// <summary>The type of this name in data.</summary>
    public ColumnType Named(string? name)
    {
        if (name is null)
            throw new WireFormatException("A column or value has no type.");
        return _byName.TryGetValue(name, out var known) ? known
            : (BuiltIn(name) ?? Registered(name)) is { } type ? _byName.GetOrAdd(name, type)
            : throw new WireFormatException($"The type '{name}' of a column is neither built in nor registered.");
    }

    /// <summary>The type of a column that is written.</summary>
    public ColumnType Of(Type type)
    {
        if (_byType.TryGetValue(type, out var known))
            return known;
        var found = BuiltIn(NameOf(type)) is { } builtIn && builtIn.Type == type
            ? Named(builtIn.Name)
            : Registered(type) ?? (isOpen ? Opened(type) : null);
        return found is null
            ? throw new NotSupportedException(
                $"A column or value of type '{type}' cannot be written: it is none of the types that data may name. Register it: Convention.Plain.WithSubtype<object, {type.Name}>(\"{type.Name}\"), at both ends.")
            : _byType.GetOrAdd(type, found);
    }

    static string NameOf(Type type) => type == typeof(byte[]) ? "Binary" : type == typeof(char[]) ? "CharArray" : type.Name;

    /// <summary>Registered names begin with a mark, so that none of them can be mistaken for a built-in one.</summary>
    ColumnType? Registered(string name)
    {
        if (name.StartsWith('$'))
            foreach (var subtype in convention.ModelOf(typeof(object)).Subtypes)
                if (name.AsSpan(1).SequenceEqual(subtype.Discriminator))
                    return Registered(subtype);
        return null;
    }

    ColumnType? Registered(Type type)
    {
        foreach (var subtype in convention.ModelOf(typeof(object)).Subtypes)
            if (subtype.Type == type)
                return Registered(subtype);
        return null;
    }

    /// <summary>A type that no data names.</summary>
    ColumnType Opened(Type type)
    {
        string name = "$" + type.AssemblyQualifiedName;
        return _byName.GetOrAdd(name, _ => type.IsEnum ? new EnumColumnType(name, type) : new ObjectColumnType(name, type));
    }

    static ColumnType Registered(Subtype subtype) => subtype.Type.IsEnum
        ? new EnumColumnType("$" + subtype.Discriminator, subtype.Type)
        : new ObjectColumnType("$" + subtype.Discriminator, subtype.Type);

    [SuppressMessage("Style", "IDE0072", Justification = "Names of other types have none.")]
    ColumnType? BuiltIn(string name) => name switch
    {
        "Boolean" => new ColumnType<bool>(name, v => v.Booleans, (v, a) => v.Booleans = a),
        "Char" => new ColumnType<char>(name, v => v.Chars, (v, a) => v.Chars = a),
        "SByte" => new ColumnType<sbyte>(name, v => v.SBytes, (v, a) => v.SBytes = a),
        "Byte" => new ColumnType<byte>(name, v => v.Bytes, (v, a) => v.Bytes = a),
        "Int16" => new ColumnType<short>(name, v => v.Int16s, (v, a) => v.Int16s = a),
        "UInt16" => new ColumnType<ushort>(name, v => v.UInt16s, (v, a) => v.UInt16s = a),
        "Int32" => new ColumnType<int>(name, v => v.Int32s, (v, a) => v.Int32s = a),
        "UInt32" => new ColumnType<uint>(name, v => v.UInt32s, (v, a) => v.UInt32s = a),
        "Int64" => new ColumnType<long>(name, v => v.Int64s, (v, a) => v.Int64s = a),
        "UInt64" => new ColumnType<ulong>(name, v => v.UInt64s, (v, a) => v.UInt64s = a),
        "Int128" => new ColumnType<Int128>(name, v => v.Int128s, (v, a) => v.Int128s = a),
        "UInt128" => new ColumnType<UInt128>(name, v => v.UInt128s, (v, a) => v.UInt128s = a),
        "BigInteger" => new ColumnType<BigInteger>(name, v => v.BigIntegers, (v, a) => v.BigIntegers = a),
        "Half" => new ColumnType<Half>(name, v => v.Halves, (v, a) => v.Halves = a),
        "Single" => new ColumnType<float>(name, v => v.Singles, (v, a) => v.Singles = a),
        "Double" => new ColumnType<double>(name, v => v.Doubles, (v, a) => v.Doubles = a),
        "Decimal" => new DecimalColumnType(),
        "DateTime" => new ColumnType<DateTime>(name, v => v.DateTimes, (v, a) => v.DateTimes = a),
        "DateTimeOffset" => new ColumnType<DateTimeOffset>(name, v => v.DateTimeOffsets, (v, a) => v.DateTimeOffsets = a),
        "TimeSpan" => new ColumnType<TimeSpan>(name, v => v.TimeSpans, (v, a) => v.TimeSpans = a),
        "DateOnly" => new ColumnType<DateOnly>(name, v => v.DateOnlys, (v, a) => v.DateOnlys = a),
        "TimeOnly" => new ColumnType<TimeOnly>(name, v => v.TimeOnlys, (v, a) => v.TimeOnlys = a),
        "Guid" => new ColumnType<Guid>(name, v => v.Guids, (v, a) => v.Guids = a),
        "String" => new StringColumnType(),
        "Binary" => new ColumnType<byte[]?>(name, v => v.Binaries, (v, a) => v.Binaries = a),
        "CharArray" =>
            new MappedColumnType<char[], string?>(name, v => v.Strings, (v, a) => v.Strings = a, c => new string(c), s => s!.ToCharArray()),
        "Uri" => new MappedColumnType<Uri, string?>(name, v => v.Strings, (v, a) => v.Strings = a, u => u.OriginalString,
            s => new Uri(s!, UriKind.RelativeOrAbsolute)),
        "CultureInfo" =>
            new MappedColumnType<CultureInfo, string?>(name, v => v.Strings, (v, a) => v.Strings = a, c => c.Name,
                s => CultureInfo.GetCultureInfo(s!, true)),
        "Object" => new MixedColumnType(this),
        _ => name.StartsWith("Sql", StringComparison.Ordinal) ? SqlColumnTypes.Named(name) : null,
    };
}

/// <summary>A column of a registered enum, carried as its bits.</summary>
internal sealed class EnumColumnType(string name, Type type) : ColumnType<long>(name, type, v => v.Int64s, (v, a) => v.Int64s = a)
{
    readonly bool _isUnsigned = Enum.GetUnderlyingType(type) == typeof(ulong);

    protected internal override long From(object value) => _isUnsigned
        ? unchecked((long)Convert.ToUInt64(value, CultureInfo.InvariantCulture))
        : Convert.ToInt64(value, CultureInfo.InvariantCulture);

    protected internal override object To(long item)
    {
        object value = Enum.ToObject(Type, item);
        return From(value) == item ? value : throw new WireFormatException($"{item} is out of the range of the enum {Name}.");
    }
}

/// <summary>A column of a registered class or struct, carried as its own shape.</summary>
internal sealed class ObjectColumnType(string name, Type type) : ColumnType<object?>(name, type, v => v.Objects, (v, a) => v.Objects = a)
{
    protected internal override object To(object? item) => Type.IsInstanceOfType(item)
        ? item!
        : throw new WireFormatException($"A column of type {Name} holds a {item?.GetType().Name}.");
}
