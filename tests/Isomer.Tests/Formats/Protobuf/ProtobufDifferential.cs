using System.Buffers;
using System.Reflection;
using Isomer.Battery;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// Random contracts, values and edited bytes: emitted code over an array against every other way to read the same bytes, the interpreter,
/// streams of 1 and n bytes, sequences cut at every few bytes, the twins by type. The same value, or the same refusal at the same path.
/// </summary>
public class ProtobufDifferential(ITestOutputHelper output)
{
    [Fact]
    public void Every_way_to_read_is_one() => new DifferentialRun(new Ways(), output.WriteLine).Run(240);

    sealed class Contracts : Grammar
    {
        protected override IReadOnlyList<string> Scalars { get; } =
            ["int", "string", "bool", "double", "long", "decimal", "DateTime", "Guid", "byte", "char", "float", "short", "uint", "ulong",
                "sbyte", "ushort", "TimeSpan", "DateTimeOffset", "byte[]", "DateOnly", "TimeOnly", "Half", "Int128"];

        protected override IReadOnlyList<string> Collections { get; } = ["List<{0}>", "{0}[]", "IList<{0}>", "IEnumerable<{0}>",
            "ICollection<{0}>", "HashSet<{0}>", "Collection<{0}>", "Queue<{0}>"];

        protected override IReadOnlyList<string> Maps { get; } = ["Dictionary<string, {0}>", "IDictionary<string, {0}>",
            "Dictionary<int, {0}>", "SortedDictionary<long, {0}>"];

        protected override IReadOnlyList<MemberForm> Forms { get; } = [MemberForm.Property, MemberForm.Field, MemberForm.Property,
            MemberForm.Init, MemberForm.PrivateSetter, MemberForm.GetOnly];

        protected override IReadOnlyList<string> Keywords { get; } = ["class", "enum", "class", "struct", "class"];

        protected override bool HasAny => false;

        protected override void Mark(TypePlan plan, Choices choices)
        {
            if (plan.IsEnum)
                return;
            plan.Attributes.Add(
                $"[ProtobufContract({(choices.Once(6) ? "IsGroup = true" : choices.Once(6) ? "GoogleRules = true" : "")})]");
            for (int i = 0; i < plan.Derived.Count; i++)
                plan.Attributes.Add(
                    $"[ProtobufInclude({100 + i}, typeof({plan.Derived[i].Name}){(choices.Once(5) ? ", DataFormat = ProtobufFormat.Group" : "")})]");
            if (!plan.IsValueType && choices.Once(3))
                plan.Further.Add("public UnknownFields Rest { get; set; }");
            if (choices.Once(6))
                plan.Further.Insert(0,
                    "[ProtobufMember(9)] public string Checked { get => _checked; set { if (value is { Length: > 3 }) throw new ArgumentException(\"too long\"); _checked = value; } } string _checked;");
        }

        protected override void Mark(MemberPlan member, Choices choices)
        {
            int at = member.Owner.Members.IndexOf(member) + 1;
            var type = member.Type;
            // Null is written as nothing, and what a constructor puts there stays.
            bool isWrapped = type.Kind == UseKind.Collection && choices.Once(4);
            if (isWrapped || type.Kind is UseKind.Text or UseKind.Number)
                member.Initial = null;
            string more = "";
            if (choices.Once(3) && type.Kind == UseKind.Collection)
                more += choices.Of(", IsPacked = true", ", OverwriteList = true");
            if (more == ", IsPacked = true")
                member.Initial = null;
            if (choices.Once(4))
                more += type.Code.TrimEnd('?') is "int" or "long" or "short" or "sbyte"
                    ? choices.Of(", DataFormat = ProtobufFormat.ZigZag", ", DataFormat = ProtobufFormat.FixedSize")
                    : type.Kind == UseKind.Class || type.Code.TrimEnd('?') is "DateTime" or "Guid" or "TimeSpan"
                        ? ", DataFormat = ProtobufFormat.Group"
                        : "";
            if (choices.Once(8))
                more += ", IsRequired = true";
            if (choices.Once(8) && type.MayBeNull && type.Kind is UseKind.Text or UseKind.Class)
                more += ", OneOf = \"one\"";
            member.Attributes = $"[ProtobufMember({(choices.Once(6) ? at + 300 : at)}{more})]"
                + (isWrapped
                    ? choices.Of("[ProtobufNullWrappedCollection]", "[ProtobufNullWrappedValue]",
                        "[ProtobufNullWrappedCollection(AsGroup = true)]", "[ProtobufNullWrappedValue(AsGroup = true)]")
                    : "")
                + (choices.Once(4) && type.Code.Contains("DateTime", StringComparison.Ordinal)
                    ? "[ProtobufCompatibilityLevel(ProtobufLevel.Level300)]"
                    : "");
        }
    }

    /// <summary>Values that the forms of members can hold: no nulls in lists, no two of a oneof.</summary>
    sealed class Holdable(Choices choices, IReadOnlyList<Type> types) : RandomValues(choices, types)
    {
        protected override IReadOnlyList<string> Texts { get; } = ["a", "", "text", "é", "日本語", "😀",
            "a longer text that has more than thirty-two characters", "\u0001", "null"];

        protected override bool Fills(FieldInfo field) =>
            field.FieldType != typeof(UnknownFields) && field.Name != "_checked" || Choices.Once(3);
    }

    sealed class Ways : Dialect
    {
        static readonly ProtobufOptions s_emitted = ProtobufOptions.Default;
        static readonly ProtobufOptions s_interpreted =
            ProtobufOptions.Default with { Convention = Convention.Protobuf.WithTier(ShapeTier.Reflection) };

        static readonly (string Name, Func<byte[], Type, object?> Read)[] s_ways =
        [
            ("interpreted", (b, t) => Protobuf.Deserialize(b, t, s_interpreted)),
            ("stream", (b, t) => Protobuf.Deserialize(new MemoryStream(b), t, s_emitted)),
            ("stream of one byte at a time", (b, t) => Protobuf.Deserialize(new ProtobufCheck.Drip(b), t, s_emitted)),
            ("stream of three bytes at a time", (b, t) => Protobuf.Deserialize(new Slow(b, 3), t, s_emitted)),
            ("interpreted, stream of one byte at a time", (b, t) => Protobuf.Deserialize(new ProtobufCheck.Drip(b), t, s_interpreted)),
            ("sequence", (b, t) => Protobuf.Deserialize(Pieces.Of(b, 5), t, s_emitted)),
            ("asynchronously", (b, t) => Protobuf.DeserializeAsync(new Slow(b, 7), t, s_emitted).AsTask().GetAwaiter().GetResult()),
            ("statically typed",
                (b, t) =>
                    typeof(Ways).GetMethod(nameof(Typed), BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(t)
                        .Invoke(null, BindingFlags.DoNotWrapExceptions, null, [b], null)),
        ];

        static object? Typed<T>(byte[] bytes) => Protobuf.Deserialize<T>(bytes, s_emitted);

        public override string Name => "Protobuf, each way against emitted code over an array";

        public override Grammar Grammar { get; } = new Contracts();

        public override int EditsPerCase => 40;

        public override RandomValues Values(Choices choices, IReadOnlyList<Type> types) => new Holdable(choices, types);

        public override OptionPair Options(Choices choices, IReadOnlyList<Type> types)
        {
            int way = choices.Below(s_ways.Length);
            return new(null, s_ways[way], s_ways[way].Name);
        }

        public override byte[] OriginalWrite(object? value, Type type, OptionPair options) => Protobuf.Serialize(value, type, s_emitted);

        public override byte[] OurWrite(object? value, Type type, OptionPair options) => Protobuf.Serialize(value, type, s_interpreted);

        public override object? OriginalRead(byte[] bytes, Type type, OptionPair options) =>
            Read(bytes, type, (b, t) => Protobuf.Deserialize(b, t, s_emitted), null);

        public override object? OurRead(byte[] bytes, Type type, OptionPair options) =>
            Read(bytes, type, (((string Name, Func<byte[], Type, object?> Read))options.Ours!).Read, bytes);

        public override string? Further(object? value, byte[] ours, Type type, OptionPair options) =>
            ProtobufDrawnDoors.Difference(value, ours, type);

        public override string? FurtherRead(byte[] document, Type type, OptionPair options) =>
            DrawnFill.Difference(typeof(Protobuf), document.Length % 2 == 0 ? s_emitted : s_interpreted, document, type,
                isUnmade: _ => false, Difference);

        /// <summary>A refusal is a result too, so that the paths are compared. A stream that has gone on tells none.</summary>
        static object? Read(byte[] bytes, Type type, Func<byte[], Type, object?> read, byte[]? again)
        {
            try
            {
                return read(bytes, type);
            }
            catch (WireFormatException e)
            {
                string? path = e.Path;
                if (again is not null && path is null)
                    path = Assert.Throws<WireFormatException>(() => Protobuf.Deserialize(again, type, s_emitted)).Path;
                return new Refused(path ?? "");
            }
        }

        sealed record Refused(string Path);

        public override byte[] Edit(byte[] document, Choices choices) => ProtobufEdits.Edit(document, choices);
    }

    sealed class Slow(byte[] bytes, int most) : MemoryStream(bytes)
    {
        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, most)]);

        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, most));

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(buffer.Length, most)], cancellationToken);
    }
}

/// <summary>What goes wrong with bytes: bits, cuts, pieces twice, tags and numbers in other forms, fields of one's own.</summary>
static class ProtobufEdits
{
    public static byte[] Edit(byte[] document, Choices choices)
    {
        var bytes = document.ToList();
        for (int edits = 1 + choices.Few(2); edits > 0; edits--)
        {
            int at = choices.Below(bytes.Count + 1);
            switch (choices.Below(9))
            {
                case 0:
                    bytes.RemoveRange(at, bytes.Count - at);
                    break;
                case 1 when at < bytes.Count:
                    bytes[at] ^= (byte)(1 << choices.Below(8));
                    break;
                case 2 when at < bytes.Count:
                    bytes[at] = choices.Of<byte>(0, 1, 2, 3, 4, 5, 0x7F, 0x80, 0xFF, 0x0B, 0x0C, (byte)choices.Below(256));
                    break;
                case 3:
                    int from = choices.Below(bytes.Count + 1);
                    bytes.InsertRange(at, bytes.Skip(from).Take(choices.Few(30)).ToArray());
                    break;
                case 4:
                    // The document twice: every field comes again.
                    bytes.AddRange(document);
                    break;
                case 5:
                    bytes.InsertRange(at,
                        choices.Of<byte[]>([0xF8, 0x3F, 1], [0xFA, 0x3F, 2, 1, 2], [0xFB, 0x3F, 0x08, 1, 0xFC, 0x3F],
                            [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1], [0x88, 0x80, 0x80, 0x80, 0x80, 0, 1], [0x0C],
                            [0x0D, 1, 0, 0, 0], [0x09, 1, 0, 0, 0, 0, 0, 0, 0x80]));
                    break;
                case 6 when at < bytes.Count:
                    // A number in more bytes than it needs.
                    bytes[at] |= 0x80;
                    bytes.Insert(at + 1, 0);
                    break;
                case 7 when at < bytes.Count:
                    bytes.RemoveRange(at, Math.Min(bytes.Count - at, 1 + choices.Few(5)));
                    break;
                default:
                    // Two halves change their places.
                    bytes = [.. bytes.Skip(at), .. bytes.Take(at)];
                    break;
            }
        }
        return [.. bytes];
    }
}
