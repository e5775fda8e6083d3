using System.Collections;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Xml;
using Isomer.Conventions;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>Every type of the corpus, with generated values, under every setting: the same bytes, the same values back.</summary>
public sealed class ContractJsonCorpusTests
{
    static readonly Type[] More =
    [
        typeof(int), typeof(string), typeof(object), typeof(byte[]), typeof(Guid), typeof(TimeSpan), typeof(Uri), typeof(XmlQualifiedName),
        typeof(DateTimeOffset), typeof(DateTime), typeof(char), typeof(sbyte), typeof(ulong), typeof(DateOnly), typeof(TimeOnly),
        typeof(double), typeof(float), typeof(decimal), typeof(bool),
        typeof(int?), typeof(List<int?>), typeof(List<int>), typeof(int[][]), typeof(List<List<Level0>>), typeof(Dictionary<string, int>),
        typeof(Dictionary<string, Level0>), typeof(Dictionary<int, int?>), typeof(Hashtable), typeof(ArrayList), typeof(object[]),
        typeof(Collection<Color>), typeof(HashSet<DateTimeOffset>), typeof(Queue<int>), typeof(Stack<Level0>), typeof(Tuple<int, string>),
        typeof((int, Level0)), typeof(KeyValuePair<string, List<int>>), typeof(Version), typeof(IList<int>), typeof(IEnumerable),
        typeof(IDictionary<string, Pair>),
        typeof(Gen<int>), typeof(Gen<Level0>), typeof(Gen<List<int>>), typeof(Gen<int?>), typeof(Gen<object>), typeof(Gen<Gen<Level0>>),
        typeof(Gen2<int, Level0>), typeof(Hashed<int>), typeof(Hashed<Level0>), typeof(Hashed<int[]>), typeof(OuterOf<int>.In),
        typeof(OuterOf<int>.In2<Level0>),
        typeof(Outer.Generic<int>), typeof(ContractOfNoNamespace), typeof(GenericList<int>), typeof(GenericList<Level0>),
        typeof(List<NamedList>), typeof(List<Level2>), typeof(Dictionary<Level2, Square>), typeof(List<Marked>),
        typeof(SortedList<string, int>), typeof(LinkedList<object>), typeof(ObservableCollection<string>),
        typeof(Dictionary<List<int>, Gen<Level0>>), typeof(Gen<Dictionary<string, int>>), typeof(PlainStruct?),
        typeof(Dictionary<bool, int>), typeof(Dictionary<Guid, string>), typeof(Dictionary<double, int>), typeof(Dictionary<DateTime, int>),
        typeof(Dictionary<char, int>), typeof(Dictionary<Uri, int>), typeof(Dictionary<TimeSpan, int>), typeof(Dictionary<Color, int>),
        typeof(Dictionary<object, object>), typeof(Dictionary<decimal, DateTimeOffset>),
        typeof(List<bool>), typeof(bool[]), typeof(long[]), typeof(double[]), typeof(float[]), typeof(decimal[]), typeof(DateTime[]),
        typeof(string[]), typeof(short[]), typeof(Guid[]), typeof(List<TimeSpan>), typeof(Small[]), typeof(Huge[]), typeof(Negative[]),
        typeof(Dictionary<string, object>), typeof(Dictionary<string, List<Dictionary<int, Pair>>>),
    ];

    static IEnumerable<Type> All =>
        More.Concat(
            typeof(Scalars).Assembly.GetTypes()
                .Where(t =>
                    t.Namespace?.StartsWith("Isomer.Tests.Corpus", StringComparison.Ordinal) == true && t.IsVisible
                        && !t.ContainsGenericParameters && !typeof(Attribute).IsAssignableFrom(t)
        && ContractInfo.Of(t).Kind is not (ContractKind.Xml or ContractKind.Entries) && !typeof(IExtensibleDataObject).IsAssignableFrom(t)
        && t.Name != "HoldsXml"));

    public static TheoryData<Type> Types => [.. All];

    static readonly Type[] Known = [typeof(Level1), typeof(Level0), typeof(int[]), typeof(Color), typeof(List<string>),
        typeof(Dictionary<string, int>), typeof(Pair), typeof(DateTimeOffset), typeof(Strange)];

    [Theory]
    [MemberData(nameof(Types))]
    public void AsTheFrameworkHasThem(Type type) => Check(type);

    /// <summary>Values that ContractXml is tested with.</summary>
    [Fact]
    public void ValuesOfTheSharedCorpus()
    {
        int written = 0;
        // Of the types that have random values here, too.
        foreach (var value in CorpusValues.All().Where(v => More.Contains(v.Type)))
            written += ContractJsonCheck.Same(value.Type, value.Value,
                new DataContractJsonSerializerSettings { KnownTypes = value.KnownTypes }, value.Name) ? 1 : 0;
        Assert.InRange(written, 100, int.MaxValue);
    }

    static void Check(Type type)
    {
        int iterations = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n)
            ? Math.Max(n / 1000, 12)
            : 12;
        for (int seed = 0; seed < iterations; seed++)
        {
            object? value = new ContractValues(seed).Make(type);
            if (value is null && type.IsValueType && Nullable.GetUnderlyingType(type) is null)
                continue;
            foreach (var emits in new[] { EmitTypeInformation.AsNeeded, EmitTypeInformation.Always, EmitTypeInformation.Never })
            {
                foreach (bool simple in new[] { false, true })
                {
                    foreach (var known in new Type[][] { [], Known })
                    {
                        var settings = new DataContractJsonSerializerSettings
                        { EmitTypeInformation = emits, UseSimpleDictionaryFormat = simple, KnownTypes = known };
                        ContractJsonCheck.Same(type, value, settings,
                            $"{type} seed {seed} {emits}{(simple ? " simple" : "")} known {known.Length}");
                    }
                }
            }
        }
    }
}
