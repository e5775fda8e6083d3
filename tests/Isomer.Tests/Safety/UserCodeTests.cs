using System.Runtime.Serialization;
using Isomer.Battery;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>What a setter throws at what it is given is the input's fault, in every format; what says stop is passed on.</summary>
public sealed class UserCodeTests
{
    [DataContract(Namespace = "", Name = "P")]
    public sealed class Picky
    {
        [ThreadStatic]
        static Exception? t_refusal;

        string? _name;

        [DataMember(Order = 1)]
        public string? Name
        {
            get => _name;
            set => _name = t_refusal is null ? value : throw t_refusal;
        }

        public static void Refuse(Exception? e) => t_refusal = e;
    }

    public static TheoryData<string> Names => [.. Format.All.Select(f => f.Name)];

    [Theory, MemberData(nameof(Names))]
    public void Setters_refuse(string name)
    {
        var format = Format.All.Single(f => f.Name == name);
        byte[] bytes = format.Serialize(new Picky { Name = "n" });
        Exception? Read(Exception refusal)
        {
            Picky.Refuse(refusal);
            try
            {
                return Record.Exception(() => format.Deserialize<Picky>(bytes));
            }
            finally
            {
                Picky.Refuse(null);
            }
        }
        foreach (var refusal in (Exception[])[new FormatException("f"), new FileNotFoundException("g"),
            new InsufficientExecutionStackException(), new InvalidOperationException("h")])
            Assert.Same(refusal, Assert.IsType<WireFormatException>(Read(refusal)).InnerException);
        foreach (var refusal in (Exception[])[new OperationCanceledException(), new ThreadInterruptedException(),
            new NotSupportedException("n")])
            Assert.Same(refusal, Read(refusal));
        Assert.Equal("n", format.Deserialize<Picky>(bytes).Name);
    }

    [DataContract(Namespace = "", Name = "I")]
    public sealed class Inner
    {
        [DataMember(Order = 1)] public int First { get; set; }
        [DataMember(Order = 2)] public string? Text { get; set; }
    }

    /// <summary>
    /// Members of fixed width in a row, with setters that are code and without, nullables among them; others behind and within.
    /// </summary>
    [DataContract(Namespace = "", Name = "M")]
    public sealed class Many
    {
        [ThreadStatic]
        static string? t_refused;

        static T Pass<T>(T value, [System.Runtime.CompilerServices.CallerMemberName] string name = "") =>
            name == t_refused ? throw new FormatException(name) : value;

        int _second;
        bool? _third;
        decimal _fifth;
        string? _text;
        Inner? _inner;
        List<int>? _list;
        DayOfWeek _last;

        [DataMember(Order = 1)] public long First { get; set; }
        [DataMember(Order = 2)] public int Second { get => _second; set => _second = Pass(value); }
        [DataMember(Order = 3)] public bool? Third { get => _third; set => _third = Pass(value); }
        [DataMember(Order = 4)] public int? Fourth { get; set; }
        [DataMember(Order = 5)] public string? Text { get => _text; set => _text = Pass(value); }
        [DataMember(Order = 6)] public decimal Fifth { get => _fifth; set => _fifth = Pass(value); }
        [DataMember(Order = 7)] public Inner? Inside { get => _inner; set => _inner = Pass(value); }
        [DataMember(Order = 8)] public List<int>? Items { get => _list; set => _list = Pass(value); }
        [DataMember(Order = 9)] public double Eighth { get; set; }
        [DataMember(Order = 10)] public DayOfWeek Last { get => _last; set => _last = Pass(value); }

        public static void Refuse(string? name) => t_refused = name;

        public static Many New() =>
            new()
            {
                First = 1,
                Second = 2,
                Third = true,
                Fourth = 4,
                Text = "t",
                Fifth = 5,
                Inside = new Inner { First = 1, Text = "i" },
                Items = [1, 2],
                Eighth = 8,
                Last = DayOfWeek.Friday
            };
    }

    /// <summary>The same in another order, with more: Compact reads it by its own layout.</summary>
    [DataContract(Namespace = "", Name = "M")]
    public sealed class ManyMore
    {
        [DataMember(Order = 1)] public DayOfWeek Last { get; set; } = DayOfWeek.Friday;
        [DataMember(Order = 2)] public decimal Fifth { get; set; } = 5;
        [DataMember(Order = 3)] public Guid New { get; set; } = Guid.NewGuid();
        [DataMember(Order = 4)] public bool? Third { get; set; } = true;
        [DataMember(Order = 5)] public List<int>? Items { get; set; } = [1, 2];
        [DataMember(Order = 6)] public int Second { get; set; } = 2;
        [DataMember(Order = 7)] public Inner? Inside { get; set; } = new() { First = 1 };
        [DataMember(Order = 8)] public string? Text { get; set; } = "t";
    }

    [DataContract(Namespace = "", Name = "H")]
    public sealed class Holder
    {
        [DataMember(Order = 1)] public int Before { get; set; }
        [DataMember(Order = 2)] public List<Many>? Rows { get; set; }
        [DataMember(Order = 3)] public int After { get; set; }
    }

    /// <summary>Its constructor takes some members, and setters that are code take the others when all has been read.</summary>
    public sealed class Made(int number, string? name)
    {
        [ThreadStatic]
        static string? t_refused;

        int _second;
        string? _text;
        Inner? _inner;

        static T Pass<T>(T value, [System.Runtime.CompilerServices.CallerMemberName] string name = "") =>
            name == t_refused ? throw new FormatException(name) : value;

        public int Number => number;
        public string? Name => name;
        public int First { get; set; }
        public int Second { get => _second; set => _second = Pass(value); }
        public string? Text { get => _text; set => _text = Pass(value); }
        public Inner? Inside { get => _inner; set => _inner = Pass(value); }
        public List<int>? Last { get; set; }

        public static void Refuse(string? name) => t_refused = name;
    }

    public sealed class MadeHolder
    {
        public int Before { get; set; }
        public List<Made>? Rows { get; set; }
        public Made? One { get; set; }
        public int After { get; set; }
    }

    /// <summary>The object's payload lies behind when they are called: Compact names the object and the member all the same.</summary>
    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void The_path_of_a_refusal_after_a_constructor_names_the_member(ShapeTier tier)
    {
        var options = new CompactOptions { Convention = Convention.Plain.WithTier(tier) };
        static Made New() => new(1, "n") { First = 1, Second = 2, Text = "t", Inside = new Inner { First = 1, Text = "i" }, Last = [1, 2] };
        byte[] alone = Compact.Serialize(New(), options), within = Compact.Serialize(new MadeHolder { Rows = [New()] }, options),
            one = Compact.Serialize(new MadeHolder { One = New() }, options);
        foreach (string member in (string[])[nameof(Made.Second), nameof(Made.Text), nameof(Made.Inside)])
        {
            Made.Refuse(member);
            try
            {
                Assert.Equal("$." + member, Assert.Throws<WireFormatException>(() => Compact.Deserialize<Made>(alone, options)).Path);
                Assert.Equal("$." + member,
                    Assert.Throws<WireFormatException>(() => Compact.Deserialize<Made>(new MemoryStream(alone), options)).Path);
                Assert.Equal("$.Rows[0]." + member,
                    Assert.Throws<WireFormatException>(() => Compact.Deserialize<MadeHolder>(within, options)).Path);
                Assert.Equal("$.One." + member,
                    Assert.Throws<WireFormatException>(() => Compact.Deserialize<MadeHolder>(one, options)).Path);
            }
            finally
            {
                Made.Refuse(null);
            }
        }
    }

    public static TheoryData<string, ShapeTier> NamesAndTiers =>
        new(Format.All.SelectMany(f => new[] { ShapeTier.Emitted, ShapeTier.Reflection }, (f, tier) => (f.Name, tier)));

    static Format With(string name, ShapeTier tier)
    {
        var format = Format.All.Single(f => f.Name == name);
        return format.With(name switch
        {
            "Json" => new JsonOptions { Convention = Convention.Plain.WithTier(tier) },
            "Compact" => new CompactOptions { Convention = Convention.Plain.WithTier(tier) },
            "Protobuf" => new ProtobufOptions { Convention = Convention.Protobuf.WithTier(tier) },
            "Xml" => new XmlOptions { Convention = Convention.XmlAttributes.WithTier(tier) },
            "ContractJson" => new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) },
            _ => new ContractXmlOptions
            {
                Convention = Convention.DataContract.WithTier(tier),
                Form = name == ContractXml.BinaryFormat.Name ? ContractXmlForm.Binary : ContractXmlForm.Text
            },
        });
    }

    static string LastOf(string? path) => System.Text.RegularExpressions.Regex.Match(path ?? "", @"(\w+)(\[\d+\])?\W*$").Groups[1].Value;

    /// <summary>Of members that are read at once with others, too: the others are no part of the path.</summary>
    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void The_path_of_a_refusal_has_each_step_once(ShapeTier tier)
    {
        var format = With("Compact", tier);
        byte[] alone = format.Serialize(Many.New()), within = format.Serialize(new Holder { Rows = [Many.New()] });
        foreach (string member in (string[])[nameof(Many.Second), nameof(Many.Third), nameof(Many.Fifth), nameof(Many.Last)])
        {
            Many.Refuse(member);
            try
            {
                Assert.Equal("$." + member, Assert.Throws<WireFormatException>(() => format.Deserialize<Many>(alone)).Path);
                Assert.Equal("$.Rows[0]." + member, Assert.Throws<WireFormatException>(() => format.Deserialize<Holder>(within)).Path);
            }
            finally
            {
                Many.Refuse(null);
            }
        }
    }

    [Theory, MemberData(nameof(NamesAndTiers))]
    public void The_path_of_a_refusal_names_the_member(string name, ShapeTier tier)
    {
        var format = With(name, tier);
        byte[] alone = format.Serialize(Many.New());
        byte[] within = format.Serialize(new Holder { Rows = [Many.New(), Many.New()] });
        string[] refusing = [nameof(Many.Second), nameof(Many.Third), nameof(Many.Text), nameof(Many.Fifth), nameof(Many.Inside),
            nameof(Many.Items), nameof(Many.Last)];
        var wrong = new List<string>();
        foreach (string member in refusing)
        {
            Many.Refuse(member);
            try
            {
                Look("span", member, () => format.Deserialize<Many>(alone));
                Look("stream", member, () => format.Deserialize<Many>(new MemoryStream(alone)));
                Look("type", member, () => format.Deserialize(alone, typeof(Many)));
                Look("sequence", member, () => format.Deserialize<Many>(Pieces.Of(alone, 3)));
                Look("by the byte", member, () => format.Deserialize<Many>(new OneByte(alone)));
                Look("within", member, () => format.Deserialize<Holder>(within));
                if (name == "Compact" && member != nameof(Many.Items))
                    Look("other layout", member, () => format.Deserialize<Many>(format.Serialize(new ManyMore())));
            }
            finally
            {
                Many.Refuse(null);
            }
        }
        Assert.True(wrong.Count == 0, string.Join("\n", wrong));

        void Look(string way, string member, Action read)
        {
            var error = Assert.Throws<WireFormatException>(read);
            if (LastOf(error.Path) != member || (way == "within" && !error.Path!.Contains("Rows", StringComparison.Ordinal)))
                wrong.Add($"{way}: {member} is at {error.Path}");
        }
    }

    sealed class OneByte(byte[] bytes) : MemoryStream(bytes)
    {
        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, 1));

        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, 1)]);
    }
}
