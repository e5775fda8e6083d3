using Isomer.Battery;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats.OfCompact;

/// <summary>
/// The formats that lose nothing: whatever random types hold comes back by Compact, by JSON as graphs, and as a copy. Both tiers of
/// Compact write one payload, and every way to read makes one value of it, or refuses it, also where bytes were changed.
/// </summary>
public class LosslessDifferential(ITestOutputHelper output)
{
    [Fact]
    public void What_is_written_comes_back() => new DifferentialRun(new LosslessDialect(), output.WriteLine).Run(160, 11);
}

sealed class LosslessGrammar : PlainGrammar
{
    protected override void Mark(TypePlan plan, Choices choices)
    {
        for (int i = 0; i < plan.Derived.Count; i++)
            plan.Attributes.Add($"[Subtype(typeof({plan.Derived[i].Name}), {100 + i}, \"{plan.Derived[i].Name}\")]");
    }

    // What nobody sets and no constructor takes does not come back: it is not a member.
    protected override IReadOnlyList<MemberForm> Forms { get; } =
        [MemberForm.Property, MemberForm.Field, MemberForm.Init, MemberForm.PrivateSetter];
}

sealed class LosslessDialect : Dialect
{
    public override string Name => "Compact, both tiers, there and back, as graphs and copies";

    public override Grammar Grammar { get; } = new LosslessGrammar();

    public override int EditsPerCase => 20;

    public override RandomValues Values(Choices choices, IReadOnlyList<Type> types) => new Holdable(choices, types);

    /// <summary>Objects in several places where references are kept; a text that is no UTF-16 has no place in UTF-8.</summary>
    sealed class Holdable(Choices choices, IReadOnlyList<Type> types) : RandomValues(choices, types)
    {
        protected override IReadOnlyList<string> Texts { get; } = ["a", "", "text", " a ", "é", "日本語", "😀", "a\"b", "a\r\nb", "\u0001",
            "\u2028", "\ufeff", "null", "$id", "a longer text that has more than thirty-two characters"];

        protected override object? Any(int depth) => base.Any(depth) is { } value and not List<object> ? value : null;
    }

    sealed record Given(CompactOptions Compact, JsonOptions Graph, Convention Copying, int Way);

    static readonly string[] s_ways = ["array", "stream", "sequence", "asynchronously"];

    public override OptionPair Options(Choices choices, IReadOnlyList<Type> types)
    {
        var schema = choices.Of(CompactSchema.Hashed, CompactSchema.Embedded, CompactSchema.Fingerprint);
        var references = choices.Once(2) ? References.Preserve : References.None;
        bool checksum = choices.Once(10);
        int way = choices.Below(s_ways.Length);
        Given Of(ShapeTier tier)
        {
            var convention = Convention.Plain.WithTier(tier);
            var named = JsonTypes.None;
            foreach (var type in types)
            {
                if (type is not { IsAbstract: false, ContainsGenericParameters: false })
                    continue;
                convention = (PlainConvention)s_with.MakeGenericMethod(type).Invoke(null, [convention])!;
                named = named.With(type);
            }
            return new(new() { Convention = convention, References = references, Schema = schema, Checksum = checksum },
                JsonOptions.Graph with { Types = named },
                // As DeepCopy's own convention: a copy has the classes of its original, behind interfaces too.
                convention.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType), way);
        }
        return new(Of(ShapeTier.Emitted), Of(ShapeTier.Reflection),
            $"{schema}, {references}, checksum {checksum}, by {s_ways[way]}");
    }

    static readonly System.Reflection.MethodInfo s_with =
        typeof(LosslessDialect).GetMethod(nameof(With), System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic)!;

    static PlainConvention With<T>(PlainConvention convention) where T : notnull => convention.WithSubtype<object, T>(typeof(T).Name);

    public override byte[] OriginalWrite(object? value, Type type, OptionPair options) =>
        Compact.Serialize(value, type, ((Given)options.Original!).Compact);

    public override byte[] OurWrite(object? value, Type type, OptionPair options) =>
        Compact.Serialize(value, type, ((Given)options.Ours!).Compact);

    public override object? OriginalRead(byte[] bytes, Type type, OptionPair options) =>
        Compact.Deserialize(bytes, type, ((Given)options.Original!).Compact);

    public override object? OurRead(byte[] bytes, Type type, OptionPair options)
    {
        var given = (Given)options.Ours!;
        return given.Way switch
        {
            1 => Compact.Deserialize(new MemoryStream(bytes), type, given.Compact),
            2 => Compact.Deserialize(Pieces.CutAt(bytes, Math.Max(1, bytes.Length / 3)), type, given.Compact),
            3 => Compact.DeserializeAsync(new MemoryStream(bytes), type, given.Compact).AsTask().GetAwaiter().GetResult(),
            _ => Compact.Deserialize(bytes, type, given.Compact),
        };
    }

    public override byte[] Edit(byte[] document, Choices choices)
    {
        byte[] changed = [.. document];
        for (int i = choices.Few(3); i >= 0 && changed.Length > 0; i--)
            // Mostly in the value, for a changed layout or checksum is refused at once.
            changed[choices.Once(8) ? choices.Below(changed.Length) : changed.Length - 1 - choices.Below(changed.Length / 2 + 1)] =
                (byte)choices.Of(0, 1, 2, 3, choices.Below(256), 255);
        return choices.Once(8) ? changed[..choices.Below(changed.Length + 1)] : changed;
    }

    public override string? Further(object? value, byte[] ours, Type type, OptionPair options)
    {
        foreach (var given in new[] { (Given)options.Original!, (Given)options.Ours! })
        {
            object? read = Compact.Deserialize(ours, type, given.Compact);
            if (new Deep(keepsNaNBits: true).Difference(value, read) is { } compact)
                return "Compact: " + compact;
            byte[] again = Compact.Serialize(read, type, given.Compact);
            // Empty arrays that were two are the one that the runtime has, and a reference from then on.
            if (given.Compact.References != References.None)
                (again, ours) = (Compact.Serialize(Compact.Deserialize(again, type, given.Compact), type, given.Compact), again);
            if (!again.AsSpan().SequenceEqual(ours))
                return "Compact writes otherwise what it has read";
            if (new Deep(keepsNaNBits: true).Difference(value, DeepCopy.Of(value, type, given.Copying)) is { } copy)
                return "DeepCopy: " + copy;
            string text = Json.ToText(value, type, given.Graph);
            if (new Deep(keepsNaNBits: false).Difference(value, Json.FromText(text, type, given.Graph)) is { } graph)
                return $"Graph: {graph}\n{text}";
        }
        return ((Given)options.Ours!).Compact.References == References.None || value is null ? null : Tied(value, ours, type, options);
    }

    /// <summary>
    /// Objects that stand in several places of a value, and in themselves. What is one object then is told by the bytes: a reference stands
    /// where it is met again.
    /// </summary>
    static string? Tied(object value, byte[] ours, Type type, OptionPair options)
    {
        // Not of the case's choices, which are those of the edits to come.
        SharedParts.Tie(value, new Choices(ours.Length));
        try
        {
            Compact.Serialize(value, type, ((Given)options.Original!).Compact);
        }
        catch (NotSupportedException)
        {
            // A collection that nobody registered came to stand behind object.
            return null;
        }
        foreach (var given in new[] { (Given)options.Original!, (Given)options.Ours! })
        {
            byte[] Written(object? graph) => Compact.Serialize(graph, type, given.Compact);
            byte[] Again(object? graph) => Written(Compact.Deserialize(Written(graph), type, given.Compact));
            byte[] tied = Again(value);
            if (!Again(Compact.Deserialize(Written(value), type, given.Compact)).AsSpan().SequenceEqual(tied))
                return "Compact writes a graph otherwise that it has read";
            if (!Again(DeepCopy.Of(value, type, given.Copying)).AsSpan().SequenceEqual(tied))
                return "A copy has other references than its original";
            string text = Json.ToText(value, type, given.Graph);
            // Of an array without items each reader has one or another: nobody can tell them apart but by their identity.
            if (!text.Contains("[]", StringComparison.Ordinal)
                && !Again(Json.FromText(text, type, given.Graph)).AsSpan().SequenceEqual(tied))
                return "A graph as JSON has other references than its original\n" + text;
        }
        return null;
    }
}
