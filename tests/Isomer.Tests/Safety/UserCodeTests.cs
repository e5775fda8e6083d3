using System.Runtime.Serialization;
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
        foreach (var refusal in (Exception[])[new FormatException("f"), new FileNotFoundException("g"), new InsufficientExecutionStackException(), new InvalidOperationException("h")])
            Assert.Same(refusal, Assert.IsType<WireFormatException>(Read(refusal)).InnerException);
        foreach (var refusal in (Exception[])[new OperationCanceledException(), new ThreadInterruptedException(), new NotSupportedException("n")])
            Assert.Same(refusal, Read(refusal));
        Assert.Equal("n", format.Deserialize<Picky>(bytes).Name);
    }
}
