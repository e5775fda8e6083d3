using System.Reflection;
using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Attributes of data contracts that contradict each other are refused, as by the original; those that it passes over in silence are
/// refused too, unless the convention takes losses.
/// </summary>
public class ContractAttributeTests
{
    public class Unmarked { public int A; }
    [DataContract] public class MarkedOnUnmarked : Unmarked { [DataMember] public int X; }
    [Serializable] public class SerializableOnUnmarked : Unmarked { public int X; }
    [CollectionDataContract] public class NoCollection { public int X; }
    [CollectionDataContract(KeyName = "k")] public class KeyedList : List<int>;
    [CollectionDataContract(Name = "")] public class NamelessList : List<int>;
    [DataContract, CollectionDataContract] public class Both : List<int>;
    [DataContract(Name = null!)] public class Nameless { [DataMember] public int A; }
    [DataContract(IsReference = true)] public class Referred;
    [DataContract(IsReference = false)] public class NotReferred : Referred;
    [DataContract(IsReference = true)] public struct ReferredStruct { [DataMember] public int A; }
    [DataContract] public enum NamelessValue { [EnumMember(Value = "")] A }
    [DataContract]
    public class WritesItself
        : IXmlSerializable
    {
        public XmlSchema? GetSchema() => null; public void ReadXml(XmlReader reader) =>
            reader.Skip(); public void WriteXml(XmlWriter writer) { }
    }
#pragma warning disable SYSLIB0050, SYSLIB0051 // the patterns are what is refused
    [DataContract]
    public class HasEntries : ISerializable { public void GetObjectData(SerializationInfo info, StreamingContext context) { } }
#pragma warning restore SYSLIB0050, SYSLIB0051
    public class TakesNothing { public int X; [OnSerializing] void Before() => X++; }
    public class IsVirtual { public int X; [OnSerializing] protected virtual void Before(StreamingContext context) => X++; }
    public class TwoOfAKind
    {
        public int X; [OnSerializing] void Before(StreamingContext context) => X++; [OnSerializing]
        void Again(StreamingContext context) => X++;
    }

    [Theory]
    [InlineData(typeof(MarkedOnUnmarked))]
    [InlineData(typeof(SerializableOnUnmarked))]
    [InlineData(typeof(NoCollection))]
    [InlineData(typeof(KeyedList))]
    [InlineData(typeof(NamelessList))]
    [InlineData(typeof(Both))]
    [InlineData(typeof(Nameless))]
    [InlineData(typeof(NotReferred))]
    [InlineData(typeof(ReferredStruct))]
    [InlineData(typeof(NamelessValue))]
    [InlineData(typeof(WritesItself))]
    [InlineData(typeof(HasEntries))]
    [InlineData(typeof(TakesNothing))]
    [InlineData(typeof(IsVirtual))]
    [InlineData(typeof(TwoOfAKind))]
    public void What_contradicts_itself_is_refused_as_by_the_original(Type type)
    {
        object value = Activator.CreateInstance(type)!;
        Assert.Throws<InvalidDataContractException>(() => new DataContractSerializer(type).WriteObject(new MemoryStream(), value));
        foreach (var convention in (DataContractConvention[])[Convention.DataContract, Convention.DataContract.WithLosses()])
        {
            Assert.Throws<NotSupportedException>(
                () => ContractXml.Serialize(value, type, new ContractXmlOptions { Convention = convention }));
            Assert.Throws<NotSupportedException>(
                () => ContractJson.Serialize(value, type, new ContractJsonOptions { Convention = convention }));
        }
        Assert.Throws<InvalidDataContractException>(() => new ContractXmlSerializer(type).WriteObject(new MemoryStream(), value));
    }

    public class NamedWithoutContract { [DataMember(Name = "zz")] public int X = 1; }
    public class HiddenWithoutContract { public int X = 1; [DataMember] internal int Lost = 2; }
    [Serializable] public class NamedSerializable { [DataMember(Name = "zz")] public int X = 1; }
    [Serializable] public class SecretSerializable { [IgnoreDataMember] public int Secret = 1; }
    [DataContract] public class BothWays { [DataMember, IgnoreDataMember] public int Secret = 1; }
    public class SecretPlain { [NonSerialized] public int Secret = 1; }

    [Theory]
    [InlineData(typeof(NamedWithoutContract), "X", "DataMember")]
    [InlineData(typeof(HiddenWithoutContract), "Lost", "DataMember")]
    [InlineData(typeof(NamedSerializable), "X", "DataMember")]
    [InlineData(typeof(SecretSerializable), "Secret", "IgnoreDataMember")]
    [InlineData(typeof(BothWays), "Secret", "IgnoreDataMember")]
    [InlineData(typeof(SecretPlain), "Secret", "NonSerialized")]
    public void What_the_original_passes_over_in_silence_is_refused_with_the_remedy_or_lost_by_option(Type type, string member,
        string attribute)
    {
        object value = Activator.CreateInstance(type)!;
        var error = Assert.Throws<NotSupportedException>(() => ContractJson.Serialize(value, type));
        Assert.Contains($"{type}.{member}", error.Message, StringComparison.Ordinal);
        Assert.Contains($"[{attribute}]", error.Message, StringComparison.Ordinal);
        Assert.Contains("WithLosses", error.Message, StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(value, type));
        var stream = new MemoryStream();
        new DataContractSerializer(type).WriteObject(stream, value);
        foreach (var convention in (DataContractConvention[])[Convention.DataContract.WithLosses(),
            Convention.DataContract.WithIgnoredAttributes("System.Runtime.Serialization", "System.NonSerializedAttribute")])
            Assert.Equal(stream.ToArray(), ContractXml.Serialize(value, type, new ContractXmlOptions { Convention = convention }));
    }

    public enum Renamed { [EnumMember(Value = "one")] One }

    [Fact]
    public void Names_of_an_unmarked_enum_count_where_they_are_written()
    {
        Assert.Contains("[DataContract]", Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(Renamed.One)).Message,
            StringComparison.Ordinal);
        Assert.Equal("0", ContractJson.ToText(Renamed.One));
    }

    /// <summary>So that a new one is not overlooked.</summary>
    [Fact]
    public void These_are_all_attributes_of_the_family() => Assert.Equal(
        ["CollectionDataContract", "ContractNamespace", "DataContract", "DataMember", "EnumMember", "IgnoreDataMember", "KnownType",
            "OnDeserialized", "OnDeserializing", "OnSerialized", "OnSerializing", "OptionalField"],
        Family().Select(t => t.Name[..^"Attribute".Length]).Distinct().Order(StringComparer.Ordinal));

    [Fact]
    public void None_of_the_family_is_unknown() => Assert.All(Family(), t => Assert.Null(Conventions.ContractForeign.RemedyOf(t.Name)));

    static IEnumerable<Type> Family() =>
        new[] { typeof(DataContractAttribute).Assembly, typeof(OnSerializingAttribute).Assembly, typeof(DataContractSerializer).Assembly,
            typeof(KnownTypeAttribute).Assembly }.Distinct()
        .SelectMany(a => a.GetExportedTypes().Concat(a.GetForwardedTypes()))
            .Where(t => t.Namespace == "System.Runtime.Serialization" && typeof(Attribute).IsAssignableFrom(t));

    [FromTheFuture] public class OnType { public int X = 1; }
    [DataContract] public class OnMember { [DataMember, FromTheFuture] public int X = 1; }
    [DataContract] public class OnMethod { [DataMember] public int X = 1; [FromTheFuture] public void M() { } }
    [Serializable] public class OnField { [FromTheFuture] public int X = 1; }
    [DataContract] public class BelowType : OnMember { [DataMember] public int Y = 1; }
    [FromTheFuture] public class OnItems : List<int>;
    public enum OnValue { [FromTheFuture] A }
    public class Derived { [DerivedFromTheFuture] public int X = 1; }

    [Theory]
    [InlineData(typeof(OnType))]
    [InlineData(typeof(OnMember))]
    [InlineData(typeof(OnMethod))]
    [InlineData(typeof(OnField))]
    [InlineData(typeof(BelowType))]
    [InlineData(typeof(OnItems))]
    [InlineData(typeof(OnValue))]
    [InlineData(typeof(Derived))]
    public void One_that_is_not_known_is_refused_where_the_type_is_met(Type type)
    {
        object value = Activator.CreateInstance(type)!;
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var convention = Convention.DataContract.WithTier(tier);
            foreach (var error in (Exception[])[
                Assert.Throws<NotSupportedException>(
                    () => ContractXml.Serialize(value, type, new ContractXmlOptions { Convention = convention })),
                Assert.Throws<NotSupportedException>(
                    () => ContractJson.Serialize(value, type, new ContractJsonOptions { Convention = convention }))])
            {
                Assert.Contains("FromTheFuture]", error.Message, StringComparison.Ordinal);
                Assert.Contains("WithIgnoredAttributes", error.Message, StringComparison.Ordinal);
            }
            foreach (var passing in (DataContractConvention[])[convention.WithLosses(),
                convention.WithIgnoredAttributes("System.Runtime.Serialization"),
                convention.WithIgnoredAttributes("System.Runtime.Serialization.FromTheFutureAttribute")])
                Assert.NotEmpty(ContractXml.Serialize(value, type, new ContractXmlOptions { Convention = passing }));
        }
    }
}
