using System.Numerics;
using System.Reflection;
using System.Text.RegularExpressions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Shapes;

/// <summary>
/// The contract between types and formats says what it does: its classes have every event, and the trace in its header is what arrives.
/// </summary>
public class ContractTests
{
    static IEnumerable<string> Events(Type type) => type.GetMethods(BindingFlags.Public | BindingFlags.Instance)
        .Where(m => m.IsVirtual && m.DeclaringType != typeof(object))
        .Select(m =>
            $"{m.ReturnType} {m.Name}{(m.IsGenericMethodDefinition ? "<T>" : "")}({string.Join(", ", m.GetParameters().Select(p => p.ParameterType.ToString()))})")
                .Order();

    [Fact]
    public void Classes_have_every_event()
    {
        Assert.Equal(Events(typeof(ISink)), Events(typeof(FormatWriter)));
        // References are counted for a class, by what stands between it and the shapes.
        Assert.Equal(Events(typeof(ISource)).Where(e => e != $"{typeof(int)} {nameof(ISource.Referred)}()"), Events(typeof(FormatReader)));
        Assert.All(Enum.GetValues<SourceTraits>(),
            t => Assert.True(!Enum.TryParse(t.ToString(), out SinkTraits other) || (int)t == (int)other, $"{t} has two numbers"));
    }

    readonly struct AllTraits : IClassTraits
    {
        public static SinkTraits Sink =>
            SinkTraits.FlattensExtras | SinkTraits.KeepsComparers | SinkTraits.Bulks | SinkTraits.BulksChecked | SinkTraits.TracksReferences
                | SinkTraits.TracksStructs | SinkTraits.TracksCarried;
        public static SourceTraits Source => SourceTraits.None;
    }

    public sealed class Holder
    {
        public int[] Numbers { get; set; } = [1, 2];
        public Dictionary<string, bool> Map { get; set; } = new(StringComparer.OrdinalIgnoreCase) { ["a"] = true };
        public Uri? Carried { get; set; } = new("http://a/");
        [System.Text.Json.Serialization.JsonExtensionData] public Dictionary<string, object?> Rest { get; set; } = new() { ["x"] = 5 };
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void Traits_of_a_class_bring_its_events(ShapeTier tier)
    {
        var trace = new Trace<AllTraits>();
        trace.Value(new Holder(), Convention.Plain.WithTier(tier));
        foreach (string name in new[] { "Bulk ", "Comparer ", "BeginCarried ", "EndCarried ", "ExtraMember " })
            Assert.Contains(trace.Events, e => e.StartsWith(name, StringComparison.Ordinal));
    }

    public sealed class Order
    {
        public int Id { get; set; }
        public string? Customer { get; set; }
        public List<Line> Lines { get; set; } = [];
    }

    public sealed class Line
    {
        public string? Product { get; set; }
        public decimal? Price { get; set; }
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void Header_of_ISink_shows_what_arrives(ShapeTier tier)
    {
        string header = File.ReadAllText(Path.Combine(Tool.Root, "src", "Isomer", "Shapes", "ISink.cs"));
        string shown = Regex.Match(header, @"arrives as:</para>\s*/// <code>\s*(.*?)/// </code>", RegexOptions.Singleline).Groups[1].Value;
        string[] lines = [
            .. shown.Split('\n').Select(l => System.Net.WebUtility.HtmlDecode(Regex.Replace(l.Trim(), @"^///\s*", "")))
                .Where(l => l.Length > 0)];
        var trace = new Trace<PlainTraits>();
        trace.Value(new Order { Id = 7, Lines = [new Line { Product = "Tea", Price = 2.5m }, new Line()] },
            Convention.Plain.WithTier(tier));
        Assert.Equal(string.Join('\n', lines), string.Join('\n', trace.Events));
    }

    /// <summary>Writes down what arrives.</summary>
    sealed class Trace<TTraits> : FormatWriter<TTraits>
        where TTraits : struct, IClassTraits
    {
        sealed class Table(TypeModel model) : MemberTable(model);

        public List<string> Events { get; } = [];

        void Add(string name, params object?[] arguments) =>
            Events.Add(
                arguments.Length == 0
                    ? name
                    : $"{name} {string.Join(", ", arguments.Select(a => a is TypeModel m ? NameOf(m.Type) : a is string s ? $"\"{s}\"" : Convert.ToString(a, System.Globalization.CultureInfo.InvariantCulture)))}");

        static string NameOf(Type type) =>
            type.IsGenericType ? $"{type.Name[..^2]}<{string.Join(", ", type.GetGenericArguments().Select(NameOf))}>" : type.Name;

        public override MemberTable BeginObject(TypeModel model)
        {
            Add("BeginObject", model);
            return new Table(model);
        }

        static string MemberOf(MemberTable table, int index) => ((ObjectModel)table.Model).Members[index].Name;

        public override void Member(MemberTable table, int index) => Events.Add("Member " + MemberOf(table, index));
        public override void NullMember(MemberTable table, int index) => Events.Add("NullMember " + MemberOf(table, index));
        public override void ExtraMember(MemberTable table, string name) => Add("ExtraMember", name);
        public override void EndObject(MemberTable table) => Add("EndObject");
        public override void BeginArray(TypeModel model, int count) => Add("BeginArray", model, count);
        public override void Item(int index) => Add("Item", index);
        public override void EndArray(TypeModel model) => Add("EndArray");
        public override void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) => Add("Bulk", model, items.Length);
        public override void BeginMap(TypeModel model, int count) => Add("BeginMap", model, count);
        public override void EndMap(TypeModel model, int count) => Add("EndMap");
        public override void Comparer(ComparerCode comparer) => Add("Comparer", comparer);
        public override void Null() => Add("Null");
        public override void Present() => Add("Present");
        public override void Subtype(TypeModel declared, int index) => Add("Subtype", index);
        public override bool Reference(object value)
        {
            Events.Add("Reference (the " + NameOf(value.GetType()) + ")");
            return false;
        }

        public override bool BeginCarried(TypeModel model, object? value)
        {
            Add("BeginCarried", model);
            return value is null;
        }

        public override void EndCarried(TypeModel model) => Add("EndCarried", model);
        public override void Dynamic(object? value, TypeModel declared) => Add("Dynamic", value);
        public override void Boolean(bool value) => Add("Boolean", value);
        public override void Char(char value) => Add("Char", value);
        public override void Int32(int value) => Add("Int32", value);
        public override void Int64(long value) => Add("Int64", value);
        public override void UInt64(ulong value) => Add("UInt64", value);
        public override void Double(double value) => Add("Double", value);
        public override void Decimal(decimal value) => Add("Decimal", value);
        public override void BigInteger(BigInteger value) => Add("BigInteger", value);
        public override void String(string? value) => Add("String", value);
        public override void Bytes(byte[]? value) => Add("Bytes", value?.Length);
        public override void Guid(Guid value) => Add("Guid", value);
        public override void DateTime(DateTime value) => Add("DateTime", value);
        public override void DateTimeOffset(DateTimeOffset value) => Add("DateTimeOffset", value);
        public override void TimeSpan(TimeSpan value) => Add("TimeSpan", value);
        public override void DateOnly(DateOnly value) => Add("DateOnly", value);
        public override void TimeOnly(TimeOnly value) => Add("TimeOnly", value);
    }
}
