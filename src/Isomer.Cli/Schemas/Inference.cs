using System.Globalization;
using System.Numerics;

namespace Isomer.Cli.Schemas;

/// <summary>A schema from payloads: what all of them have in common.</summary>
static class Inference
{
    public static Schema Of(IEnumerable<Node?> samples, string name)
    {
        Schema? all = null;
        foreach (Node? sample in samples)
            all = all is null ? Of(sample, name) : Merge(all, Of(sample, name));
        return all ?? new Schema.Any(true);
    }

    static Schema Of(Node? node, string name)
    {
        switch (node)
        {
            case null:
                return new Schema.Any(true);
            case NodeArray array:
                return new Schema.List(array.Count == 0 ? new Schema.Any(false) : Of((IEnumerable<Node?>)array, Schema.Singular(name)));
            case NodeObject o:
                var result = new Schema.Struct(Schema.Pascal(name));
                foreach (var (member, value) in o)
                    result.Members.Add(new Schema.Member(member, Of(value, member), Optional: false));
                return result;
            default:
                return new Schema.Value(KindOf((NodeValue)node));
        }
    }

    static ScalarKind KindOf(NodeValue value) => value.Value switch
    {
        bool => ScalarKind.Boolean,
        sbyte or byte or short or ushort or int => ScalarKind.Int32,
        long l => l is >= int.MinValue and <= int.MaxValue ? ScalarKind.Int32 : ScalarKind.Int64,
        uint u => u <= int.MaxValue ? ScalarKind.Int32 : ScalarKind.Int64,
        ulong l => l <= int.MaxValue ? ScalarKind.Int32 : l <= long.MaxValue ? ScalarKind.Int64 : ScalarKind.UInt64,
        BigInteger or Int128 or UInt128 => ScalarKind.BigInteger,
        float or Half => ScalarKind.Single,
        double => ScalarKind.Double,
        decimal => ScalarKind.Decimal,
        byte[] => ScalarKind.Bytes,
        DateTime or DateTimeOffset => ScalarKind.DateTime,
        DateOnly => ScalarKind.Date,
        TimeOnly => ScalarKind.Time,
        TimeSpan => ScalarKind.Duration,
        Guid => ScalarKind.Guid,
        string text => OfText(text),
        _ => ScalarKind.String,
    };

    /// <summary>Dates and Guids in text formats are text that looks like them.</summary>
    static ScalarKind OfText(string text)
    {
        if (text.Length == 36 && Guid.TryParseExact(text, "D", out _))
            return ScalarKind.Guid;
        if (text.Length == 10 && DateOnly.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out _))
            return ScalarKind.Date;
        return text.Length >= 19 && text[4] == '-' && text[10] == 'T' && DateTime.TryParse(text, CultureInfo.InvariantCulture, out _)
            ? ScalarKind.DateTime
            : ScalarKind.String;
    }

    static Schema Merge(Schema a, Schema b)
    {
        Schema merged = (a, b) switch
        {
            (Schema.Any { IsMixed: true }, _) => a,
            (_, Schema.Any { IsMixed: true }) => b,
            (Schema.Any, _) => b,
            (_, Schema.Any) => a,
            (Schema.Value x, Schema.Value y) => Merge(x, y),
            (Schema.List x, Schema.List y) => new Schema.List(Merge(x.Item, y.Item)),
            (Schema.Struct x, Schema.Struct y) => Merge(x, y),
            _ => new Schema.Any(false, IsMixed: true),
        };
        return a.Nullable || b.Nullable ? merged.AsNullable() : merged;
    }

    static Schema Merge(Schema.Value a, Schema.Value b)
    {
        if (a.Kind == b.Kind)
            return a;
        bool numbers = IsNumber(a.Kind) && IsNumber(b.Kind);
        if (numbers)
        {
            bool decimals = a.Kind == ScalarKind.Decimal || b.Kind == ScalarKind.Decimal;
            bool floats = a.Kind is ScalarKind.Single or ScalarKind.Double || b.Kind is ScalarKind.Single or ScalarKind.Double;
            // One is beyond the signed numbers, and the other may be below zero.
            bool signs = a.Kind == ScalarKind.UInt64 || b.Kind == ScalarKind.UInt64;
            return new Schema.Value(
                decimals && !floats
                    ? ScalarKind.Decimal
                    : floats ? ScalarKind.Double : signs ? ScalarKind.BigInteger : (ScalarKind)Math.Max((int)a.Kind, (int)b.Kind));
        }
        return IsText(a.Kind) && IsText(b.Kind) ? new Schema.Value(ScalarKind.String) : new Schema.Any(false, IsMixed: true);
    }

    static bool IsNumber(ScalarKind kind) => kind is >= ScalarKind.Int32 and <= ScalarKind.Decimal;

    static bool IsText(ScalarKind kind) => kind >= ScalarKind.String && kind != ScalarKind.Bytes;

    static Schema.Struct Merge(Schema.Struct a, Schema.Struct b)
    {
        var result = new Schema.Struct(a.Name);
        foreach (Schema.Member member in a.Members)
        {
            Schema.Member? other = b.Members.FirstOrDefault(m => m.Name == member.Name);
            result.Members.Add(other is null ? member with { Optional = true }
                : new Schema.Member(member.Name, Merge(member.Schema, other.Schema), member.Optional || other.Optional));
        }
        result.Members.AddRange(b.Members.Where(m => a.Members.All(o => o.Name != m.Name)).Select(m => m with { Optional = true }));
        return result;
    }
}
