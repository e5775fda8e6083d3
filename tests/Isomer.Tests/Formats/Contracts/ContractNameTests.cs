using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Globalization;
using System.Runtime.Serialization;
using System.Xml;
using Isomer.Conventions;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>Names and namespaces of contracts are those that the framework's schema exporter gives.</summary>
public sealed class ContractNameTests
{
    static readonly Type[] Roots =
    [
        typeof(int), typeof(string), typeof(object), typeof(byte[]), typeof(Guid), typeof(TimeSpan), typeof(Uri), typeof(XmlQualifiedName),
        typeof(DateTimeOffset), typeof(char), typeof(sbyte), typeof(ulong), typeof(DateOnly), typeof(TimeOnly),
        typeof(int?), typeof(List<int?>), typeof(List<int>), typeof(int[][]), typeof(List<List<Level0>>), typeof(Dictionary<string, int>),
        typeof(Dictionary<string, Level0>), typeof(Dictionary<int, int?>), typeof(Hashtable), typeof(ArrayList),
        typeof(Collection<Color>), typeof(HashSet<DateTimeOffset>), typeof(Queue<int>), typeof(Stack<Level0>), typeof(Tuple<int, string>),
        typeof((int, Level0)), typeof(KeyValuePair<string, List<int>>), typeof(Version), typeof(IList<int>), typeof(IEnumerable),
        typeof(Gen<int>), typeof(Gen<Level0>), typeof(Gen<List<int>>), typeof(Gen<int?>), typeof(Gen<object>), typeof(Gen<Gen<Level0>>),
        typeof(Gen2<int, Level0>), typeof(Hashed<int>), typeof(Hashed<Level0>), typeof(Hashed<int[]>), typeof(OuterOf<int>.In),
        typeof(OuterOf<int>.In2<Level0>),
        typeof(Outer.Generic<int>), typeof(Outer.Nested.Deeper), typeof(ContractOfNoNamespace), typeof(Gen<ContractOfNoNamespace>),
        typeof(NamedList), typeof(UnnamedList), typeof(NamedMap), typeof(UnnamedMap), typeof(GenericList<int>), typeof(GenericList<Level0>),
        typeof(PlainList), typeof(Addable),
        typeof(List<NamedList>), typeof(List<ContractOfNoNamespace>), typeof(List<Level2>), typeof(Dictionary<Level2, Square>),
        typeof(Strange), typeof(List<Strange>), typeof(Marked), typeof(List<Marked>), typeof(DBNull),
        typeof(ConcurrentDictionary<int, string>),
        typeof(ObservableCollection<string>), typeof(SortedList<string, int>), typeof(BitArray), typeof(LinkedList<object>),
        typeof(ReadOnlyCollection<int>), typeof(Exception), typeof(Dictionary<List<int>, Gen<Level0>>),
        typeof(Gen<Dictionary<string, int>>), typeof(RecordStruct), typeof(PlainStruct?),
    ];

    static IEnumerable<Type> All =>
        Roots.Concat(
            typeof(Scalars).Assembly.GetTypes()
                .Where(t =>
                    t.Namespace?.StartsWith("Isomer.Tests.Corpus", StringComparison.Ordinal) == true && t.IsVisible
                        && !t.ContainsGenericParameters && !typeof(Attribute).IsAssignableFrom(t)));

    public static TheoryData<Type> Types => [.. All];

    [Theory]
    [MemberData(nameof(Types))]
    public void NamesAreTheFrameworks(Type type)
    {
        XmlQualifiedName? expected;
        try
        {
            expected = new XsdDataContractExporter().GetSchemaTypeName(type);
        }
        catch (Exception e) when (e is InvalidDataContractException or NotSupportedException or ArgumentException)
        {
            return;
        }
        var info = ContractInfo.Of(type);
        if (expected is null || info.Kind == ContractKind.Xml)
            return;
        Assert.Equal(string.Create(CultureInfo.InvariantCulture, $"{expected.Name}:{expected.Namespace}"), info.ToString());
    }

    /// <summary>
    /// The depth at which a name would not end is counted for each thread: a type that is refused must not add to it for good.
    /// </summary>
    [Fact]
    public void ARefusedTypeIsRefusedForTheSameReasonEachTime()
    {
        for (int i = 0; i < 60; i++)
            Assert.Contains("stands for no argument",
                Assert.Throws<NotSupportedException>(() => ContractInfo.Of(typeof(NamedByNoArgument<int>))).Message,
                StringComparison.Ordinal);
        Assert.Equal("ArrayOfArrayOfNamedAfter", ContractInfo.Of(typeof(List<List<NamedAfter>>)).Name);
    }

    [DataContract(Name = "Of{7}")]
    sealed class NamedByNoArgument<T>;

    [DataContract(Name = "NamedAfter")]
    sealed class NamedAfter;
}
