using System.Text;
using Isomer.Formats;
using Isomer.Tests.Core;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>
/// fastJSON itself does not restore, so random types, values and options are held against each other: emitted and interpreted code write
/// the same text and read the same of it, edited or not; and what is read back is what was written.
/// </summary>
public class FastJsonDifferential(ITestOutputHelper output)
{
    [Fact]
    public void Both_tiers_and_there_and_back() => new DifferentialRun(new FastJsonDialect(), output.WriteLine).Run(160);
}

sealed class FastJsonGrammar : PlainGrammar
{
    /// <summary>What nobody can set is written on demand only, and does not come back.</summary>
    protected override IReadOnlyList<MemberForm> Forms { get; } = [MemberForm.Property, MemberForm.Field, MemberForm.Init];
}

sealed class FastJsonDialect : Dialect
{
    static readonly FastJsonConvention Emitted = Convention.FastJson.WithTier(ShapeTier.Emitted),
        Interpreted = Convention.FastJson.WithTier(ShapeTier.Reflection);

    public override string Name => "FastJson, interpreted against emitted code, there and back";

    public override Grammar Grammar { get; } = new FastJsonGrammar();

    public override RandomValues Values(Choices choices, IReadOnlyList<Type> types) => new FastJsonValues(choices, types);

    /// <summary>Without what the form has no place for: ticks, kinds of dates.</summary>
    sealed class FastJsonValues(Choices choices, IReadOnlyList<Type> types) : RandomValues(choices, types)
    {
        protected override IReadOnlyList<object> Others { get; } =
        [
            Guid.Empty, new Guid("00112233-4455-6677-8899-aabbccddeeff"), TimeSpan.Zero, new TimeSpan(1, 2, 3, 4, 5), TimeSpan.MinValue,
            TimeSpan.MaxValue, TimeSpan.FromTicks(-1),
            DateTime.MinValue, new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
            new DateTime(1969, 12, 31, 23, 59, 59, DateTimeKind.Utc),
            new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(5.5)),
            new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(-3.5)), new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.Zero),
            new DateOnly(2020, 2, 29), DateOnly.MinValue, new TimeOnly(1, 2, 3, 4), TimeOnly.MaxValue, new Uri("http://a/b?c=d&e=é"),
            new Uri("rel/a b", UriKind.Relative), new Version(1, 2), new Version(1, 2, 3, 4),
            'a', '<', 'é', '\uffff', true, false, Half.One, Int128.MaxValue, UInt128.MaxValue,
        ];

        // The untyped dictionary of a member that is object is told from an object by its text alone.
        protected override object? Any(int depth) => base.Any(depth) is { } value and not System.Collections.IDictionary ? value : null;
    }

    public override OptionPair Options(Choices choices, IReadOnlyList<Type> types)
    {
        var rules = new FastJsonRules
        {
            Types = choices.Of(FastJsonTypes.Table, FastJsonTypes.EachObject, FastJsonTypes.Table, FastJsonTypes.None),
            TypeNames = choices.Of(FastJsonTypeNames.AssemblyQualified, FastJsonTypeNames.Short),
            Base64Guids = !choices.Once(4),
            UtcDates = !choices.Once(4),
            Milliseconds = choices.Once(4),
            PairDictionaries = choices.Once(4),
            SkipConstructors = choices.Once(4),
            InlineReferences = choices.Once(6),
            ReferencesByEquals = !choices.Once(4),
            ReadOnlyMembers = choices.Once(6),
            MaxObjectDepth = 60,
        };
        var options = JsonOptions.FastJson with
        {
            FastJsonRules = rules,
            Types = JsonTypes.None.WithAssembly(types[0].Assembly).With<int[]>("int[]").With<List<object>>("objects"),
            Omit = choices.Once(4) ? JsonOmit.WhenNull : JsonOmit.Never,
            Escaping = choices.Once(4) ? JsonEscaping.Minimal : JsonEscaping.AsciiOnly,
            EnumsAsNames = !choices.Once(4),
            Indented = choices.Once(6),
            Convention = Emitted,
        };
        int way = choices.Below(Ways.Length);
        return new OptionPair(options, new Interpreting(options with { Convention = Interpreted }, way),
            $"by {Ways[way]}, types {rules.Types} {rules.TypeNames}, guids {rules.Base64Guids}, utc {rules.UtcDates}, ms {rules.Milliseconds}, pairs {rules.PairDictionaries}, skip {rules.SkipConstructors}, inline {rules.InlineReferences}, equals {rules.ReferencesByEquals}, read-only {rules.ReadOnlyMembers}, {options.Omit}, {options.Escaping}, names {options.EnumsAsNames}, {options.Indented}");
    }

    /// <summary>Emitted code goes by text and bytes, interpreted code by one of these.</summary>
    static readonly string[] Ways = ["bytes", "text", "stream", "sequence"];

    sealed record Interpreting(JsonOptions Options, int Way);

    static JsonOptions Ours(OptionPair options) => ((Interpreting)options.Ours!).Options;

    public override byte[] OriginalWrite(object? value, Type type, OptionPair options) =>
        Write(value, type, (JsonOptions)options.Original!);

    public override byte[] OurWrite(object? value, Type type, OptionPair options)
    {
        switch (((Interpreting)options.Ours!).Way)
        {
            case 0:
                return Json.Serialize(value, type, Ours(options));
            case 2:
                var stream = new MemoryStream();
                Json.Serialize(stream, value, type, Ours(options));
                return stream.ToArray();
            case 3:
                var buffer = new System.Buffers.ArrayBufferWriter<byte>();
                Json.Serialize(buffer, value, type, Ours(options));
                return buffer.WrittenSpan.ToArray();
            default:
                return Write(value, type, Ours(options));
        }
    }

    static byte[] Write(object? value, Type type, JsonOptions options) => Encoding.UTF8.GetBytes(Json.ToText(value, type, options));

    public override object? OriginalRead(byte[] bytes, Type type, OptionPair options) =>
        Json.Deserialize(bytes, type, (JsonOptions)options.Original!);

    public override object? OurRead(byte[] bytes, Type type, OptionPair options) => ((Interpreting)options.Ours!).Way switch
    {
        1 => Json.FromText(Encoding.UTF8.GetString(bytes), type, Ours(options)),
        2 => Json.Deserialize(new MemoryStream(bytes), type, Ours(options)),
        3 => Json.Deserialize(Pieces.CutAt(bytes, Math.Max(1, bytes.Length / 3)), type, Ours(options)),
        _ => Json.Deserialize(bytes, type, Ours(options)),
    };

    /// <summary>Mostly such that both can read it: what both refuse compares little.</summary>
    public override byte[] Edit(byte[] document, Choices choices)
    {
        string text = Encoding.UTF8.GetString(document);
        return Encoding.UTF8.GetBytes(choices.Once(7) ? new JsonEdits(choices).Edit(text) : new JsonGentleEdits(choices).Edit(text));
    }

    public override string? FurtherRead(byte[] document, Type type, OptionPair options) =>
        DrawnFill.Difference(typeof(Json), Ours(options), document, type, _ => Ours(options).FastJsonRules!.SkipConstructors, Difference);

    static bool HasUntypedSet(Type type)
    {
        var root = type.IsGenericType ? type.GetGenericArguments()[^1] : type;
        return root.Assembly.GetTypes().Where(t => t.Namespace == root.Namespace)
            .SelectMany(
                t => t.GetFields(
                    System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.Public
                        | System.Reflection.BindingFlags.NonPublic))
            .Any(f =>
                f.FieldType.IsGenericType && f.FieldType.Name.Contains("Set`", StringComparison.Ordinal)
                    && f.FieldType.GetGenericArguments()[0] == typeof(object));
    }

    public override string? Further(object? value, byte[] ours, Type type, OptionPair options)
    {
        var given = Ours(options);
        try
        {
            System.Text.Json.JsonDocument.Parse(ours, new System.Text.Json.JsonDocumentOptions { MaxDepth = 500 }).Dispose();
        }
        catch (System.Text.Json.JsonException e)
        {
            return "what is written is no JSON: " + e.Message;
        }
        // Without types a derived object comes back as its base.
        if (given.FastJsonRules!.Types == FastJsonTypes.None)
            return null;
        object? back;
        try
        {
            back = Json.Deserialize(ours, type, given);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return "what is written is not read: " + e.Message;
        }
        byte[] again = Write(back, type, given);
        // In a set of object values that were of different types are one where they come back as equal numbers (docs/from-fastjson.md).
        if (!again.AsSpan().SequenceEqual(ours) && !HasUntypedSet(type))
            return "what is read back is written otherwise\n" + Encoding.UTF8.GetString(again);
        if (!Untyped(type, value) && new Deep(keepsNaNBits: false).Difference(value, back) is { } place)
            return "what is read back is not what was written: " + place;
        // Not of the case's choices, which are those of the edits to come.
        var choices = new Choices(ours.Length);
        return Respelled(ours, type, given, back, choices) ?? Dropped(ours, type, given, choices) ?? Otherwise(value, ours, type, given);
    }

    /// <summary>The same text in other words is the same value.</summary>
    static string? Respelled(byte[] ours, Type type, JsonOptions given, object? back, Choices choices)
    {
        string text = new JsonGentleEdits(choices).Respell(Encoding.UTF8.GetString(ours));
        try
        {
            return new Deep(keepsNaNBits: false).Difference(back, Json.FromText(text, type, given)) is { } place
                ? $"in other words it is read otherwise: {place}\n{text}"
                : null;
        }
        catch (WireFormatException e)
        {
            return $"in other words it is not read: {e.Message}\n{text}";
        }
    }

    /// <summary>A member that the text has not is what the object was made with.</summary>
    static string? Dropped(byte[] ours, Type type, JsonOptions given, Choices choices)
    {
        if (!type.IsClass || type.Namespace?.StartsWith('C') != true
            || new JsonGentleEdits(choices).Drop(Encoding.UTF8.GetString(ours), out string name) is not { } without)
            return null;
        object whole = Json.Deserialize(ours, type, given)!, less = Json.FromText(without, type, given)!;
        object fresh = given.FastJsonRules!.SkipConstructors
            ? System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(whole.GetType())
            : Activator.CreateInstance(whole.GetType(), nonPublic: true)!;
        var member = whole.GetType().GetMember(name).Single();
        if (member is System.Reflection.PropertyInfo property)
            property.SetValue(whole, property.GetValue(fresh));
        else
            ((System.Reflection.FieldInfo)member).SetValue(whole, ((System.Reflection.FieldInfo)member).GetValue(fresh));
        return new Deep(keepsNaNBits: false).Difference(whole, less) is { } place
            ? $"without '{name}' it is read otherwise: {place}\n{without}"
            : null;
    }

    /// <summary>How types are named, and how the text looks, is no part of the value.</summary>
    static string? Otherwise(object? value, byte[] ours, Type type, JsonOptions given)
    {
        var rules = given.FastJsonRules!;
        var other = given with
        {
            FastJsonRules = rules with
            {
                Types = rules.Types == FastJsonTypes.Table ? FastJsonTypes.EachObject : FastJsonTypes.Table,
                TypeNames = rules.TypeNames == FastJsonTypeNames.Short ? FastJsonTypeNames.AssemblyQualified : FastJsonTypeNames.Short,
                Base64Guids = !rules.Base64Guids,
            },
            Indented = !given.Indented,
            EnumsAsNames = !given.EnumsAsNames,
            Escaping = given.Escaping == JsonEscaping.Minimal ? JsonEscaping.AsciiOnly : JsonEscaping.Minimal,
        };
        byte[] text = Write(value, type, other);
        try
        {
            byte[] again = Write(Json.Deserialize(text, type, other), type, given);
            // Behind object a Guid and an enum come back as the string or number that they are written as.
            return Untyped(type, value) || again.AsSpan().SequenceEqual(ours)
                ? null
                : $"under other options another value is read\n{Encoding.UTF8.GetString(text)}\n{Encoding.UTF8.GetString(again)}";
        }
        catch (WireFormatException e)
        {
            return $"under other options it is not read: {e.Message}\n{Encoding.UTF8.GetString(text)}";
        }
    }

    /// <summary>Behind object a scalar comes back as what JSON has.</summary>
    static bool Untyped(Type type, object? value) =>
        value is null
            || type.Assembly.GetTypes().Concat(type.GetGenericArguments().SelectMany(a => a.Assembly.GetTypes()))
                .Where(t => t.Namespace?.StartsWith('C') == true)
        .SelectMany(
            t => t.GetFields(
                System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Public))
                    .Any(f => f.FieldType == typeof(object));
}
