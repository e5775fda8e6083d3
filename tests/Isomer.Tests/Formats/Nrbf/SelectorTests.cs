using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Surrogates that a selector chooses, and names by a rule, in the drop-ins and against BinaryFormatter.</summary>
public class SelectorTests
{
    /// <summary>Not marked: only its surrogate can carry it.</summary>
    public sealed class Foreign
    {
        public int Number;
        public Foreign? Next;
        public object? Any;
    }

    public struct Amount
    {
        public decimal Value;
    }

    [Serializable]
    public sealed class Holder
    {
        public Foreign? First;
        public object? Second;
        public Amount Amount;
        public object? Boxed;
        public List<Foreign>? Items;
        public Amount[]? Amounts;
    }

    sealed class OfForeign(string tag, List<string> log) : ISerializationSurrogate
    {
        public void GetObjectData(object obj, SerializationInfo info, StreamingContext context)
        {
            var foreign = (Foreign)obj;
            log.Add($"{tag} get {foreign.Number} {context.State}");
            info.AddValue("n", foreign.Number);
            info.AddValue("next", foreign.Next);
            info.AddValue("any", foreign.Any);
        }

        public object SetObjectData(object obj, SerializationInfo info, StreamingContext context, ISurrogateSelector? selector)
        {
            var foreign = (Foreign)obj;
            foreign.Number = info.GetInt32("n");
            foreign.Next = (Foreign?)info.GetValue("next", typeof(Foreign));
            foreign.Any = info.GetValue("any", typeof(object));
            log.Add($"{tag} set {foreign.Number} {selector is not null}");
            return null!;
        }
    }

    sealed class OfAmount : ISerializationSurrogate
    {
        public void GetObjectData(object obj, SerializationInfo info, StreamingContext context) => info.AddValue("v", ((Amount)obj).Value);

        public object SetObjectData(object obj, SerializationInfo info, StreamingContext context, ISurrogateSelector? selector) =>
            new Amount { Value = info.GetDecimal("v") };
    }

    static SurrogateSelector Selector(List<string> log)
    {
        var first = new SurrogateSelector();
        first.AddSurrogate(typeof(Foreign), new StreamingContext(StreamingContextStates.All), new OfForeign("first", log));
        var second = new SurrogateSelector();
        second.AddSurrogate(typeof(Amount), new StreamingContext(StreamingContextStates.All), new OfAmount());
        first.ChainSelector(second);
        return first;
    }

    static Holder Graph()
    {
        var last = new Foreign { Number = 3 };
        var first = new Foreign { Number = 1, Next = new Foreign { Number = 2, Next = last, Any = "x" } };
        last.Next = first;
        return new Holder
        {
            First = first,
            Second = last,
            Amount = new Amount { Value = 1.50m },
            Boxed = new Amount { Value = 2 },
            Items = [first, last],
            Amounts = [new Amount { Value = 7 }]
        };
    }

    static readonly NrbfOptions s_options = new() { KnownTypes = [typeof(Holder), typeof(Foreign), typeof(Amount)] };

    static byte[] Written(IFormatter formatter, object graph)
    {
        var stream = new MemoryStream();
        formatter.Serialize(stream, graph);
        return stream.ToArray();
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Chained_selectors_are_asked_as_by_the_original(ShapeTier tier)
    {
        var (theirs, ours) = (new List<string>(), new List<string>());
        var context = new StreamingContext(StreamingContextStates.File);
        var original = new BinaryFormatter(Selector(theirs), context);
        var formatter = new IsomerBinaryFormatter(s_options with { Convention = Convention.Fields.WithTier(tier) })
        { SurrogateSelector = Selector(ours), Context = context };
        byte[] bytes = Written(original, Graph());
        Assert.Equal(Convert.ToHexString(bytes), Convert.ToHexString(Written(formatter, Graph())));
        Assert.Equal(theirs, ours);
        var holder = (Holder)formatter.Deserialize(new MemoryStream(bytes));
        Assert.Equal((1, 2, 3), (holder.First!.Number, holder.First.Next!.Number, holder.First.Next.Next!.Number));
        Assert.Same(holder.First, holder.First.Next.Next.Next);
        Assert.Same(holder.Second, holder.Items![1]);
        Assert.Equal("x", holder.First.Next.Any);
        Assert.Equal((1.50m, 2m, 7m), (holder.Amount.Value, ((Amount)holder.Boxed!).Value, holder.Amounts![0].Value));
        Assert.Equal(3, ours.Count(l => l.Contains("set", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_surrogate_carries_types_of_the_closed_set_alone()
    {
        byte[] bytes = Written(new BinaryFormatter(Selector([]), default), new Foreign());
        var formatter = new IsomerBinaryFormatter(Selector([]), default);
        Assert.Contains("KnownTypes", Assert.Throws<SerializationException>(() => formatter.Deserialize(new MemoryStream(bytes))).Message,
            StringComparison.Ordinal);
        formatter = new IsomerBinaryFormatter(new NrbfOptions { KnownTypes = [typeof(Foreign)] });
        Assert.Throws<SerializationException>(() => Written(formatter, new Foreign()));
        formatter.SurrogateSelector = Selector([]);
        Assert.NotEmpty(Written(formatter, new Foreign()));
        formatter.SurrogateSelector = null;
        Assert.Throws<SerializationException>(() => Written(formatter, new Foreign()));
    }

    sealed class Other : ISerializationSurrogate
    {
        public void GetObjectData(object obj, SerializationInfo info, StreamingContext context) => info.AddValue("n", 1);

        public object SetObjectData(object obj, SerializationInfo info, StreamingContext context, ISurrogateSelector? selector) =>
            new Foreign();
    }

    [Fact]
    public void Another_object_is_refused()
    {
        var selector = new SurrogateSelector();
        selector.AddSurrogate(typeof(Foreign), new StreamingContext(StreamingContextStates.All), new Other());
        var formatter = new IsomerBinaryFormatter(new NrbfOptions { KnownTypes = [typeof(Foreign)] }) { SurrogateSelector = selector };
        var error = Record.Exception(() => formatter.Deserialize(new MemoryStream(Written(formatter, new Foreign()))));
        Assert.Contains("gives another object", error!.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Soap_asks_them_too()
    {
        var log = new List<string>();
        var formatter = new IsomerSoapFormatter(new SoapOptions { KnownTypes = s_options.KnownTypes, WritesGenerics = true })
        { SurrogateSelector = Selector(log) };
        var holder = (Holder)formatter.Deserialize(new MemoryStream(Written(formatter, Graph())));
        Assert.Same(holder.First, holder.First!.Next!.Next!.Next);
        Assert.Equal(1.50m, holder.Amount.Value);
        Assert.Equal(6, log.Count);
    }

    [Serializable]
    public sealed class Order<T>
    {
        public int Id;
        public T? Value;
        public Order<T>? Next;
    }

    /// <summary>Names that a payload has of another place: read by one rule, written by another, within generic arguments too.</summary>
    [Fact]
    public void Names_by_a_rule()
    {
        const string Here = "Isomer.Tests.Formats.OfNrbf", There = "Old.Place";
        var options = new NrbfOptions
        {
            KnownTypes = [typeof(Order<>), typeof(Order<Level>), typeof(Level)],
            Renames = [
                FormatterRename.ByRule(static name => name.Replace(There, Here, StringComparison.Ordinal),
                    static type =>
                        type.FullName!.StartsWith(Here, StringComparison.Ordinal)
                            ? (type.FullName.Replace(Here, There, StringComparison.Ordinal), "Old, Version=1.0.0.0")
                            : null)],
        };
        var order = new Order<Level> { Id = 5, Value = new Level(), Next = new Order<Level> { Id = 6 } };
        byte[] bytes = Nrbf.Serialize(order, options);
        string text = System.Text.Encoding.Latin1.GetString(bytes);
        Assert.DoesNotContain(Here, text, StringComparison.Ordinal);
        Assert.Contains("Old.Place.SelectorTests+Order`1[[Old.Place.Level, Old, Version=1.0.0.0]]", text, StringComparison.Ordinal);
        var back = (Order<Level>)Nrbf.Deserialize<object>(bytes, options);
        Assert.Equal((5, 6), (back.Id, back.Next!.Id));
        Assert.NotNull(back.Value);
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(bytes, options with { Renames = [] }));
        // What the rule gives is looked up in the closed set, and nowhere else.
        var anywhere = options with { Renames = [FormatterRename.ByRule(static _ => typeof(System.Diagnostics.Process).FullName)] };
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(bytes, anywhere));
    }
}
