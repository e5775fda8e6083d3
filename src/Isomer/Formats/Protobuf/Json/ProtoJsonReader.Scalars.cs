using System.Globalization;
using System.Text;

namespace Isomer.Formats;

/// <summary>Scalars as JSON has them: numbers also as texts, enums by name or number, bytes in either base64.</summary>
internal sealed partial class ProtoJsonReader
{
    /// <summary>False for a name of an enum that is not known, where such are passed over.</summary>
    bool Parse(ProtoType type, ProtoEnum? e, Node? node, out ulong bits, out byte[]? content)
    {
        bits = 0;
        content = null;
        switch (type)
        {
            case ProtoType.Enum:
                return Enum(e!, node, out bits);
            case ProtoType.String:
                content = Encoding.UTF8.GetBytes(Text(node));
                return true;
            case ProtoType.Bytes:
                content = Base64(Text(node));
                return true;
            case ProtoType.Bool:
                bits = node is NodeValue { Value: bool truth }
                    ? truth ? 1UL : 0
                    : throw Error($"True or false is expected, but {Described(node)} was found.");
                return true;
            case ProtoType.Double:
                bits = BitConverter.DoubleToUInt64Bits(Float(node, double.MaxValue));
                return true;
            case ProtoType.Float:
                bits = BitConverter.SingleToUInt32Bits((float)Float(node, float.MaxValue));
                return true;
            case ProtoType.UInt64 or ProtoType.Fixed64:
                bits = (ulong)Integer(node, 0, ulong.MaxValue);
                return true;
            case ProtoType.UInt32 or ProtoType.Fixed32:
                bits = (uint)Integer(node, 0, uint.MaxValue);
                return true;
            case ProtoType.Int64 or ProtoType.SFixed64 or ProtoType.SInt64:
                long wide = (long)Integer(node, long.MinValue, long.MaxValue);
                bits = type == ProtoType.SInt64 ? ProtobufVarint.ZigZag(wide) : (ulong)wide;
                return true;
            default:
                int small = (int)Integer(node, int.MinValue, int.MaxValue);
                bits = type == ProtoType.SInt32 ? ProtobufVarint.ZigZag(small) : (ulong)small;
                return true;
        }
    }

    bool Enum(ProtoEnum e, Node? node, out ulong bits)
    {
        bits = 0;
        if (node is null && e.FullName == "google.protobuf.NullValue")
            return true;
        if (node is NodeValue { Value: string name })
        {
            if (e.Values.Find(v => v.Name == name) is { } value)
                bits = (ulong)value.Number;
            else
                return options.IgnoreUnknown ? false : throw Error($"'{e.FullName}' has no '{name}'.");
            return true;
        }
        bits = (ulong)(int)Integer(node, int.MinValue, int.MaxValue);
        return true;
    }

    decimal Integer(Node? node, decimal least, decimal most)
    {
        string text = (node as NodeValue)?.NumberText
            ?? (node is NodeValue { Value: string s } && s.Length > 0 && !char.IsWhiteSpace(s[0]) && !char.IsWhiteSpace(s[^1])
                && s[0] != '+' ? s : null)
            ?? throw Error($"A number is expected, but {Described(node)} was found.");
        return decimal.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent,
            CultureInfo.InvariantCulture, out decimal value)
            && value == decimal.Truncate(value) && value >= least && value <= most
            ? value
            : throw Error($"'{text}' is no integer from {least} to {most}.");
    }

    double Float(Node? node, double most)
    {
        switch ((node as NodeValue)?.NumberText ?? (node as NodeValue)?.Value as string)
        {
            case null:
                throw Error($"A number is expected, but {Described(node)} was found.");
            case "NaN":
                return double.NaN;
            case "Infinity":
                return double.PositiveInfinity;
            case "-Infinity":
                return double.NegativeInfinity;
            case { } text:
                return double.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent,
                    CultureInfo.InvariantCulture, out double value)
                    && (Math.Abs(value) <= most || (most < double.MaxValue && float.IsFinite((float)value)))
                    ? value
                    : throw Error($"'{text}' is no number of this type.");
        }
    }

    byte[] Base64(string text)
    {
        string standard = text.Replace('-', '+').Replace('_', '/');
        byte[] content = new byte[(standard.Length * 3 / 4) + 3];
        return Convert.TryFromBase64String(standard.PadRight((standard.Length + 3) / 4 * 4, '='), content, out int length)
            ? content[..length]
            : throw Error("The text is not base64.");
    }
}
