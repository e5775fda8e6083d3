using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using Isomer.Formats;
using Isomer.Nodes;

namespace Isomer.Wire.Xml;

/// <summary>
/// Scalars of nodes as XML text under a type name: XML Schema's names where it has one, ours for the rest. Only text that the
/// value would be written as is read as one, so that a document comes back as it was.
/// </summary>
internal static class NodeXmlScalars
{
    /// <summary>A value's JSON text, for what no other type says.</summary>
    public const string Json = "json";

    static readonly (string Name, Type Type)[] s_schema =
    [
        ("boolean", typeof(bool)), ("byte", typeof(sbyte)), ("unsignedByte", typeof(byte)), ("short", typeof(short)),
        ("unsignedShort", typeof(ushort)), ("int", typeof(int)),
        ("unsignedInt", typeof(uint)), ("long", typeof(long)), ("unsignedLong", typeof(ulong)), ("integer", typeof(BigInteger)),
        ("float", typeof(float)), ("double", typeof(double)),
        ("decimal", typeof(decimal)), ("dateTime", typeof(DateTime)), ("date", typeof(DateOnly)), ("time", typeof(TimeOnly)),
        ("base64Binary", typeof(byte[])),
    ];

    static readonly (string Name, Type Type)[] s_own =
    [
        ("char", typeof(char)), ("guid", typeof(Guid)), ("timeSpan", typeof(TimeSpan)), ("dateTimeOffset", typeof(DateTimeOffset)),
        ("half", typeof(Half)), ("int128", typeof(Int128)), ("uint128", typeof(UInt128)),
        ("nativeInt", typeof(nint)), ("nativeUnsignedInt", typeof(nuint)),
    ];

    /// <summary>The name of the value's type and whether it is one of XML Schema; <see cref="Json"/> where there is none.</summary>
    public static (string Name, bool IsSchema) NameOf(NodeValue value)
    {
        if (value.RawNumber is not null)
            return (Json, false);
        Type type = value.Value.GetType();
        foreach (var (name, known) in s_schema)
            if (known == type)
                return (name, true);
        foreach (var (name, known) in s_own)
            if (known == type)
                return (name, false);
        return (Json, false);
    }

    /// <summary>The value that this text under this type name is; null if it is none, or would be written otherwise.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2077", Justification = "The defaults of the scalars that are named above.")]
    public static NodeValue? TryRead(string name, bool isSchema, string text)
    {
        Type? type = Array.Find(s_schema, s => s.Name == name).Type ?? (isSchema ? null : Array.Find(s_own, s => s.Name == name).Type);
        if (type is null || text.Length > 1 << 28)
            return null;
        try
        {
            object? value = type == typeof(double)
                ? DoubleOf(text)
                : type == typeof(float) ? (float)DoubleOf(text) : type == typeof(Half) ? (Half)DoubleOf(text) : null;
            bool isBare = type == typeof(bool)
                || (type.IsValueType && Activator.CreateInstance(type) is { } zero && NodeNumber.IsNumber(zero));
            value ??= JsonWithin.Deserialize(isBare ? System.Text.Encoding.UTF8.GetBytes(text) : JsonWithin.Serialize(text), type);
            var node = new NodeValue(value!);
            return TextOf(node) == text ? node : null;
        }
        catch (Exception e) when (e is WireFormatException or FormatException or OverflowException)
        {
            return null;
        }
    }

    /// <summary>The text of a value of <see cref="NameOf"/>.</summary>
    public static string TextOf(NodeValue value) => value.Value switch
    {
        double d when !double.IsFinite(d) => double.IsNaN(d) ? "NaN" : d > 0 ? "INF" : "-INF",
        float f when !float.IsFinite(f) => float.IsNaN(f) ? "NaN" : f > 0 ? "INF" : "-INF",
        Half h when !Half.IsFinite(h) => Half.IsNaN(h) ? "NaN" : h > (Half)0 ? "INF" : "-INF",
        string s => s,
        _ => JsonWithin.ParseNode(JsonWithin.Serialize<Node>(value)) is NodeValue { Kind: NodeKind.String } text
            ? (string)text.Value
            : JsonWithin.ToText<Node>(value),
    };

    /// <summary>The JSON text of any value.</summary>
    public static string JsonOf(Node value) => JsonWithin.ToText(value, s_named);

    static readonly JsonOptions s_named = new() { Numbers = JsonNumbers.NamedFloats };

    static double DoubleOf(string text) => text switch
    {
        "NaN" => double.NaN,
        "INF" => double.PositiveInfinity,
        "-INF" => double.NegativeInfinity,
        _ => double.Parse(text, System.Globalization.NumberStyles.Float, System.Globalization.CultureInfo.InvariantCulture),
    };
}
