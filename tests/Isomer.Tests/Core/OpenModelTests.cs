using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>What the data-contract convention asks of the shapes that the plain one does not, told by Json on both tiers.</summary>
public sealed class OpenModelTests
{
    [DataContract]
    sealed class NeverConstructed
    {
        [DataMember]
        readonly int _field = 1;

        public NeverConstructed(int field) => _field = field;

        public bool Initialised { get; } = true;

        public int Field => _field;
    }

    public class Constructed
    {
        public int A { get; set; } = 7;

        public int B { get; set; }
    }

    [DataContract]
    sealed class CalledBack : IDeserializationCallback
    {
        public List<string> Calls { get; private set; } = [];

        [DataMember]
        public int A { get; set; }

        [OnDeserializing]
        void Before(StreamingContext context) => Calls = ["before"];

        public void OnDeserialization(object? sender) => Calls.Add(sender is null ? "callback" : "wrong");

        [OnDeserialized]
        void After(StreamingContext context) => Calls.Add("after");
    }

    public static TheoryData<ShapeTier> Tiers => [ShapeTier.Auto, ShapeTier.Reflection];

    static JsonOptions Options(ShapeTier tier) => new() { Convention = Convention.DataContract.WithTier(tier) };

    [Theory]
    [MemberData(nameof(Tiers))]
    public void ContractsAreMadeWithoutAConstructor(ShapeTier tier)
    {
        byte[] bytes = Json.Serialize(new NeverConstructed(5), Options(tier));
        Assert.Equal("{\"_field\":5}"u8, bytes);
        var back = Json.Deserialize<NeverConstructed>(bytes, Options(tier));
        Assert.Equal((5, false), (back.Field, back.Initialised));
    }

    [Theory]
    [MemberData(nameof(Tiers))]
    public void TypesWithoutAttributesAreConstructed(ShapeTier tier) =>
        Assert.Equal(7, Json.Deserialize<Constructed>("{\"B\":1}"u8, Options(tier)).A);

    [Theory]
    [MemberData(nameof(Tiers))]
    public void CallbacksRunInOrderAndAreGivenNothing(ShapeTier tier) =>
        Assert.Equal(["before", "callback", "after"], Json.Deserialize<CalledBack>("{\"A\":1}"u8, Options(tier)).Calls);
}
