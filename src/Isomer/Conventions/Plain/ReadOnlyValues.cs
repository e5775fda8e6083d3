using System.Collections.Specialized;
using System.Data.SqlTypes;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Drawing;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Values of the framework of which no member can be set, for formats that give back all that they took. Each is carried as the
/// members that System.Text.Json sees, so that what was written when nothing could read them is read too.
/// </summary>
internal static class ReadOnlyValues
{
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static Surrogate? Find(Type type) =>
        BackingFields.IsOurs(type) ? InlineItems.SurrogateFor(type)
        : type.IsGenericType ? null
        : type.Namespace == "System.Data.SqlTypes" ? Features.Tables ? SqlValue(type.Name) : throw Features.TablesAreLeftOut(type)
        : type.FullName == "System.Text.RegularExpressions.Regex" ? Features.Tables ? Patterns() : throw Features.TablesAreLeftOut(type)
        : Value(type.FullName);

    // Both would be 2 MB of an executable that calls Json alone, which leaves tables out to be small.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static PatternSurrogate Patterns() => new();

    // By name, each in a method of its own: naming all types in one would load their assemblies.
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Surrogate? Value(string? name) => name switch
    {
        "System.Drawing.Color" => Colors(),
        "System.Collections.Specialized.BitVector32" => Bits(),
        "System.ConsoleKeyInfo" => Keys(),
        "System.Diagnostics.ActivityTraceId" => Traces(),
        "System.Diagnostics.ActivitySpanId" => Spans(),
        "System.Net.Security.SslApplicationProtocol" => Protocols(),
        "System.Xml.UniqueId" => Identities(),
        "System.Xml.Serialization.XmlSerializerNamespaces" => Namespaces(),
        _ => null,
    };

    /// <summary>Why no value of a type of the framework's comes back; null of any other.</summary>
    public static string? WhyLost(Type type) => type.FullName is "System.Collections.Specialized.BitVector32+Section"
        ? $"a '{type}' is made by BitVector32.CreateSection alone: write its Mask and Offset, or register a Surrogate for it" : null;

    /// <summary>Why a type of the framework's is not written, for it would come back as another value; null of any other.</summary>
    public static string? WhyRefused(Type type) => type.FullName is "System.Security.Claims.ClaimsPrincipal"
        or "System.Security.Principal.GenericPrincipal"
        ? $"'{type}' shows its identities and takes none, so that it would come back empty: write its claims, leave the member out ([Skip]) or register a Surrogate for it." : null;

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Surrogate Protocols() => new BuiltInSurrogates.Map<System.Net.Security.SslApplicationProtocol, byte[]>(
        v => v.Protocol.ToArray(), b => b is null or [] ? default : new System.Net.Security.SslApplicationProtocol(b));

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Surrogate Identities() =>
        new BuiltInSurrogates.Map<System.Xml.UniqueId, string>(v => v.ToString(), s => new System.Xml.UniqueId(s));

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Surrogate Namespaces() =>
        new BuiltInSurrogates.Map<System.Xml.Serialization.XmlSerializerNamespaces, Dictionary<string, string>>(
            v => v.ToArray().ToDictionary(n => n.Name, n => n.Namespace), m =>
            {
                var names = new System.Xml.Serialization.XmlSerializerNamespaces();
                foreach (var (prefix, space) in m)
                    names.Add(prefix, space);
                return names;
            });

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Surrogate XmlTexts() => new BuiltInSurrogates.Map<SqlXml, SqlParts<string?>>(
        v => v.IsNull ? new(true, null) : new(false, v.Value), c => c.IsNull || c.Value is null ? SqlXml.Null : OfText(c.Value));

    static SqlXml OfText(string text)
    {
        using var reader = System.Xml.XmlReader.Create(new StringReader(text), new System.Xml.XmlReaderSettings
        {
            ConformanceLevel = System.Xml.ConformanceLevel.Auto,
            DtdProcessing = System.Xml.DtdProcessing.Prohibit,
            XmlResolver = null,
        });
        return new SqlXml(reader);
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Surrogate Colors() => new BuiltInSurrogates.Map<Color, ColorParts>(
        v => new(v.R, v.G, v.B, v.A, v.IsKnownColor, v.IsEmpty, v.IsNamedColor, v.IsSystemColor, v.Name),
        c => c.IsEmpty || (c.IsNamedColor && c.Name is null) ? default
            : c.IsNamedColor ? Color.FromName(c.Name!)
            : Color.FromArgb(c.A, c.R, c.G, c.B));

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Surrogate Bits() => new BuiltInSurrogates.Map<BitVector32, BitParts>(v => new(v.Data), c => new BitVector32(c.Data));

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Surrogate Keys() => new BuiltInSurrogates.Map<ConsoleKeyInfo, KeyParts>(
        v => new(v.KeyChar, v.Key, v.Modifiers),
        c => new ConsoleKeyInfo(c.KeyChar, c.Key, c.Modifiers.HasFlag(ConsoleModifiers.Shift),
            c.Modifiers.HasFlag(ConsoleModifiers.Alt), c.Modifiers.HasFlag(ConsoleModifiers.Control)));

    // One that nobody set is another than one of zeros.
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Surrogate Traces() => new BuiltInSurrogates.Map<ActivityTraceId, HexParts>(
        v => new(v == default ? null : v.ToHexString()),
        c => c.Hex is null ? default : ActivityTraceId.CreateFromString(c.Hex));

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Surrogate Spans() => new BuiltInSurrogates.Map<ActivitySpanId, HexParts>(
        v => new(v == default ? null : v.ToHexString()),
        c => c.Hex is null ? default : ActivitySpanId.CreateFromString(c.Hex));

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Surrogate? SqlValue(string name) => name switch
    {
        "SqlBoolean" => Sql<SqlBoolean, bool>(v => v.Value, c => new(c)),
        "SqlByte" => Sql<SqlByte, byte>(v => v.Value, c => new(c)),
        "SqlInt16" => Sql<SqlInt16, short>(v => v.Value, c => new(c)),
        "SqlInt32" => Sql<SqlInt32, int>(v => v.Value, c => new(c)),
        "SqlInt64" => Sql<SqlInt64, long>(v => v.Value, c => new(c)),
        "SqlSingle" => Sql<SqlSingle, float>(v => v.Value, c => new(c)),
        "SqlDouble" => Sql<SqlDouble, double>(v => v.Value, c => new(c)),
        "SqlMoney" => Sql<SqlMoney, decimal>(v => v.Value, c => new(c)),
        "SqlGuid" => Sql<SqlGuid, Guid>(v => v.Value, c => new(c)),
        "SqlBinary" => Sql<SqlBinary, byte[]?>(v => v.Value, c => new(c)),
        "SqlDateTime" => new BuiltInSurrogates.Map<SqlDateTime, SqlMoment>(
            v => v.IsNull ? new(true, 0, 0) : new(false, v.DayTicks, v.TimeTicks),
            c => c.IsNull ? SqlDateTime.Null : new SqlDateTime(c.DayTicks, c.TimeTicks)),
        "SqlDecimal" => new BuiltInSurrogates.Map<SqlDecimal, SqlDigits>(
            v => v.IsNull ? new(true, 0, 0, true, null) : new(false, v.Precision, v.Scale, v.IsPositive, v.Data),
            c => c.IsNull ? SqlDecimal.Null : new SqlDecimal(c.Precision, c.Scale, c.IsPositive, c.Data ?? [])),
        "SqlString" => new BuiltInSurrogates.Map<SqlString, SqlWords>(
            v => v.IsNull ? new(true, null, 0, 0) : new(false, v.Value, v.LCID, v.SqlCompareOptions),
            c => c.IsNull ? SqlString.Null : new SqlString(c.Value, c.LCID, c.SqlCompareOptions)),
        "SqlBytes" => new BuiltInSurrogates.Map<SqlBytes, SqlParts<byte[]?>>(
            v => v.IsNull ? new(true, null) : new(false, v.Value),
            c => c.IsNull || c.Value is null ? SqlBytes.Null : new SqlBytes(c.Value)),
        "SqlChars" => new BuiltInSurrogates.Map<SqlChars, SqlParts<string?>>(
            v => v.IsNull ? new(true, null) : new(false, new string(v.Value)),
            c => c.IsNull || c.Value is null ? SqlChars.Null : new SqlChars(c.Value.ToCharArray())),
        "SqlXml" => XmlTexts(),
        _ => null,
    };

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static BuiltInSurrogates.Map<T, SqlParts<TValue>> Sql<T, TValue>(Func<T, TValue> from, Func<TValue, T> to)
        where T : struct, INullable =>
        new(v => v.IsNull ? new(true, default!) : new(false, from(v)), c => c.IsNull ? default : to(c.Value));
}

/// <summary>A database's value: the default of each of these structs is its null.</summary>
internal readonly record struct SqlParts<T>(bool IsNull, T Value);

internal readonly record struct SqlMoment(bool IsNull, int DayTicks, int TimeTicks);

internal readonly record struct SqlDigits(bool IsNull, byte Precision, byte Scale, bool IsPositive, int[]? Data);

internal readonly record struct SqlWords(bool IsNull, string? Value, int LCID, SqlCompareOptions SqlCompareOptions);

internal readonly record struct ColorParts(byte R, byte G, byte B, byte A, bool IsKnownColor, bool IsEmpty, bool IsNamedColor,
    bool IsSystemColor, string? Name);

internal readonly record struct BitParts(int Data);

internal readonly record struct KeyParts(char KeyChar, ConsoleKey Key, ConsoleModifiers Modifiers);

internal readonly record struct HexParts(string? Hex);

internal readonly record struct PatternParts(string? Pattern, RegexOptions Options, TimeSpan MatchTimeout);

/// <summary>A pattern, which a deep copy shares: it never changes.</summary>
internal sealed class PatternSurrogate : Surrogate<Regex, PatternParts>
{
    internal override bool IsOfValues => true;

    internal override object TryCopy(object value) => value;

    public override PatternParts ToCarrier(Regex value)
    {
        string pattern = value.ToString();
        return pattern.Length <= CarriedPattern.MostCharacters ? new(pattern, value.Options, value.MatchTimeout)
            : throw new NotSupportedException(
                $"A Regex of {pattern.Length} characters cannot be written: reading takes {CarriedPattern.MostCharacters}. Write its pattern as a string.");
    }

    public override Regex FromCarrier(PatternParts carrier) => carrier.Pattern is null
        ? throw new WireFormatException("A Regex has no pattern.")
        : CarriedPattern.Make(carrier.Pattern, carrier.Options, carrier.MatchTimeout);
}
