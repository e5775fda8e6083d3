using System.Runtime.Serialization;
using Isomer.Battery;
using Isomer.Fuzz.Running;
using Isomer.Tests.Formats;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// What a thread lends to a call (scratch memory, stacks, tables) comes back however the call ends: by what the input is
/// (<see cref="WaysTests"/>, the fuzzer's promise "lent"), or by what user code throws. Else each later call of that thread allocates it
/// anew.
/// </summary>
public sealed class LoanTests : IDisposable
{
    public LoanTests() => Loans.Forgotten();

    public void Dispose() => Assert.Empty(Loans.Forgotten());

    public static TheoryData<string> Formats => [.. FacadeWays.All.Select(w => w.Name)];

    /// <summary>Throws where its time has come: the n-th call of user code.</summary>
    [DataContract]
    public sealed class Moody
    {
        [ThreadStatic]
        static int t_left;

        string? _name;

        [DataMember(Order = 1)]
        public string? Name
        {
            get => Patient(_name);
            set => _name = Patient(value);
        }

        [DataMember(Order = 2)] public Moody? Inner { get; set; }
        [DataMember(Order = 3)] public List<Moody> More { get; set; } = [];

        [OnSerializing]
        void Before(StreamingContext context) => Patient("");

        [OnDeserialized]
        void After(StreamingContext context) => Patient("");

        public static void WillThrow(int after) => t_left = after;

        static string? Patient(string? value) => t_left > 0 && --t_left == 0 ? throw new NotSupportedException("moody") : value;

        public static Moody Sample() =>
            new() { Name = "a", Inner = new() { Name = "b" }, More = [new() { Name = "c" }, new() { Name = "d", Inner = new() }] };
    }

    [Theory, MemberData(nameof(Formats))]
    public void Come_back_from_user_code_that_throws(string format)
    {
        var ways = FacadeWays.Of(format);
        Moody sample = Moody.Sample();
        byte[] payload = ways.Writers(typeof(Moody)).First().Write(sample);
        int thrown = 0;
        foreach (var (way, write) in ways.Writers(typeof(Moody)))
            thrown += Throwing(way, () => write(sample));
        foreach (var (way, read) in ways.Readers(typeof(Moody)))
            thrown += Throwing(way, () => read(payload));
        Assert.True(thrown > 40, $"{thrown} calls threw");
    }

    static int Throwing(string way, Action call)
    {
        int thrown = 0;
        for (int after = 1; ; after++, thrown++)
        {
            Moody.WillThrow(after);
            Exception? e = Record.Exception(call);
            Moody.WillThrow(0);
            Assert.True(Loans.Forgotten() is [], $"{way}, after {after} calls");
            if (e is null)
                return thrown;
            // One that throws by itself would be called for ever.
            Assert.True(e.ToString().Contains("moody", StringComparison.Ordinal) && after < 1000, $"{way}, after {after} calls: {e}");
        }
    }

    [Fact]
    public void The_check_itself_finds_a_forgotten_one()
    {
        Assert.True(Loans.Count >= 20, $"{Loans.Count} kinds");
        _ = Isomer.Wire.Xml.XmlScope.Take();
        Assert.Equal(["XmlScope"], Loans.Forgotten());
        Assert.Empty(Loans.Forgotten());
        _ = Isomer.Wire.Loan<Isomer.Formats.ContractJsonWriter>.Take();
        Assert.Equal(["Loan`1 of ContractJsonWriter"], Loans.Forgotten());
    }
}
