using System.Collections;
using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// What code of the user throws, in each place in which the data contracts call it: at reading it is the inner exception of a
/// WireFormatException, at writing it passes; one that says that something is not supported passes in both directions.
/// </summary>
public class UserExceptionTests
{
    [ThreadStatic]
    static Exception? t_thrown;

    static void Throw()
    {
        if (t_thrown is { } thrown)
            throw thrown;
    }

    [DataContract(Namespace = "", Name = "G")]
    public class Gets
    {
        int _a;
        [DataMember] public int A { get { Throw(); return _a; } set => _a = value; }
    }

    [DataContract(Namespace = "", Name = "S")]
    public class Sets
    {
        int _a;
        [DataMember] public int A { get => _a; set { Throw(); _a = value; } }
    }

    public class Constructs
    {
        public Constructs() => Throw();
        public int A { get; set; }
    }

    [DataContract(Namespace = "", Name = "CW")]
    public class CallsAtWriting
    {
        [DataMember] public int A { get; set; }
        [OnSerializing] void Before(StreamingContext context) => Throw();
    }

    [DataContract(Namespace = "", Name = "CD")]
    public class CallsWhenWritten
    {
        [DataMember] public int A { get; set; }
        [OnSerialized] void After(StreamingContext context) => Throw();
    }

    [DataContract(Namespace = "", Name = "CR")]
    public class CallsAtReading
    {
        [DataMember] public int A { get; set; }
        [OnDeserializing] void Before(StreamingContext context) => Throw();
    }

    [DataContract(Namespace = "", Name = "CE")]
    public class CallsWhenRead
    {
        [DataMember] public int A { get; set; }
        [OnDeserialized] void After(StreamingContext context) => Throw();
    }

    public class Enumerates : IEnumerable<int>
    {
        readonly List<int> _items = [];
        public void Add(int item) => _items.Add(item);
        public IEnumerator<int> GetEnumerator() { Throw(); return _items.GetEnumerator(); }
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public class Adds : IEnumerable<int>
    {
        readonly List<int> _items = [];
        public void Add(int item) { Throw(); _items.Add(item); }
        public IEnumerator<int> GetEnumerator() => _items.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public class Carried
    {
        public string Text { get; init; } = "";
    }

    sealed class ToText : Surrogate<Carried, string>
    {
        public override string ToCarrier(Carried value) { Throw(); return value.Text; }
        public override Carried FromCarrier(string carrier) { Throw(); return new() { Text = carrier }; }
    }

    [DataContract(Namespace = "", Name = "H")]
    public class Holds<T>
    {
        [DataMember(Order = 1)] public int Before { get; set; }
        [DataMember(Order = 2)] public T? Value { get; set; }
    }

    static object[] Values =>
        [new Gets { A = 1 }, new Sets { A = 1 }, new Constructs { A = 1 }, new CallsAtWriting(), new CallsWhenWritten(),
            new CallsAtReading(), new CallsWhenRead(), new Enumerates { 1 }, new Adds { 1 }, new Carried { Text = "t" }];

    static bool ThrowsAtWriting(object value) => value is Gets or CallsAtWriting or CallsWhenWritten or Enumerates or Carried;

    static bool ThrowsAtReading(object value) => value is Sets or Constructs or CallsAtReading or CallsWhenRead or Adds or Carried;

    static Exception? With(Exception thrown, Action what)
    {
        t_thrown = thrown;
        try
        {
            return Record.Exception(what);
        }
        finally
        {
            t_thrown = null;
        }
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void They_pass_at_writing_and_are_told_with_their_place_at_reading(ShapeTier tier)
    {
        var convention = Convention.DataContract.WithSurrogate(new ToText()).WithTier(tier);
        foreach (var format in (Format[])[
            ContractXml.Format.With(new ContractXmlOptions { Convention = convention }),
            ContractXml.Format.With(new ContractXmlOptions { Convention = convention, Form = ContractXmlForm.Binary }),
            ContractJson.Format.With(new ContractJsonOptions { Convention = convention })])
        {
            foreach (object one in Values)
            {
                foreach (object value in (object[])[one, Held(one)])
                {
                    var type = value.GetType();
                    byte[] bytes = format.Serialize(value, type);
                    string what = $"{format.Name}, {type}";
                    foreach (var thrown in (Exception[])[new FormatException("f"), new IOException("i"), new InvalidOperationException("o"),
                        new SerializationException("s")])
                    {
                        var (writing, reading) = (With(thrown, () => format.Serialize(value, type)),
                            With(thrown, () => format.Deserialize(bytes, type)));
                        Assert.True(ReferenceEquals(writing, ThrowsAtWriting(one) ? thrown : null), $"{what} writes: {writing}");
                        if (!ThrowsAtReading(one))
                            Assert.True(reading is null, $"{what} reads: {reading}");
                        else
                            Assert.True(
                                reading is WireFormatException { Path: not null, Offset: >= 0 }
                                    && ReferenceEquals(reading.InnerException, thrown), $"{what} reads: {reading}");
                    }
                    foreach (var thrown in (Exception[])[new NotSupportedException("n"), new OperationCanceledException("c")])
                    {
                        Assert.Same(ThrowsAtWriting(one) ? thrown : null, With(thrown, () => format.Serialize(value, type)));
                        Assert.Same(ThrowsAtReading(one) ? thrown : null, With(thrown, () => format.Deserialize(bytes, type)));
                    }
                }
            }
        }

        static object Held(object value)
        {
            object holder = Activator.CreateInstance(typeof(Holds<>).MakeGenericType(value.GetType()))!;
            holder.GetType().GetProperty("Value")!.SetValue(holder, value);
            return holder;
        }
    }
}
