using System.Runtime.Serialization;
using Xunit;

#pragma warning disable SYSLIB0050, SYSLIB0051 // entries are of an older age

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Entries of an ISerializable that were added as another type than their value's.</summary>
public class AddedEntryTests
{
    [Serializable]
    public class Adding : ISerializable
    {
        public object? Value;
        public Type As = typeof(object);
        public object? Read;
        public int Behind;

        public Adding()
        {
        }

        protected Adding(SerializationInfo info, StreamingContext context) =>
            (Read, Behind) = (info.GetValue("v", typeof(object)), info.GetInt32("z"));

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("v", Value, As);
            info.AddValue("z", 7);
        }
    }

    static readonly NrbfOptions s_options = new() { KnownTypes = [typeof(Adding)] };

    static readonly Type[] s_types = [typeof(bool), typeof(byte), typeof(sbyte), typeof(char), typeof(short), typeof(ushort), typeof(int),
        typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(double), typeof(decimal), typeof(DateTime), typeof(TimeSpan)];

    static readonly object[] s_values = [true, (byte)5, (sbyte)-5, 'x', (short)-300, (ushort)300, 70_000, -1, 3_000_000_000u, long.MaxValue,
        ulong.MaxValue, 1.5f, 2.75, 1e300, 1.10m, DayOfWeek.Friday, "12", "1.5", "true", "x", "", new DateTime(2020, 1, 2), new TimeSpan(5), new object()];

    /// <summary>Each value as each type: the bytes and the value are BinaryFormatter's, or both refuse it.</summary>
    [Fact]
    public void Any_value_as_any_type_of_the_format()
    {
        int written = 0, refused = 0;
        foreach (var type in s_types)
            foreach (object value in s_values)
            {
                var adding = new Adding { Value = value, As = type };
                byte[]? theirs = null, ours = null;
                var original = Record.Exception(() => theirs = NrbfTests.Original(adding));
                var error = Record.Exception(() => ours = Nrbf.Serialize(adding, s_options));
                Assert.True(original is null == error is null,
                    $"{value} ({value.GetType().Name}) as {type.Name}: {original?.Message} there, {error?.Message} here");
                if (error is not null)
                {
                    Assert.Contains("The entry 'v'", Assert.IsType<NotSupportedException>(error).Message, StringComparison.Ordinal);
                    refused++;
                    continue;
                }
                Assert.Equal(Convert.ToHexString(theirs!), Convert.ToHexString(ours!));
                var back = Nrbf.Deserialize<Adding>(ours!, s_options)!;
                Assert.Equal((((Adding)NrbfTests.Original(theirs!)).Read, 7), (back.Read, back.Behind));
                written++;
            }
        Assert.True(written > 150 && refused > 50, $"{written} written, {refused} refused");
    }

    /// <summary>BinaryFormatter writes the byte of a null, which it reads as 10 or true, or cannot read.</summary>
    [Fact]
    public void Null_as_a_type_of_the_format_is_refused()
    {
        foreach (var type in s_types)
        {
            var adding = new Adding { As = type };
            object? back = null;
            var original = Record.Exception(() => back = ((Adding)NrbfTests.Original(NrbfTests.Original(adding))).Read);
            Assert.True(original is not null || back is not null);
            Assert.Contains("and is null", Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(adding, s_options)).Message,
                StringComparison.Ordinal);
        }
        Assert.Null(Nrbf.Deserialize<Adding>(Nrbf.Serialize(new Adding { As = typeof(int?) }, s_options), s_options)!.Read);
    }

    /// <summary>Formats that do not know entries refuse them; JSON looked for their form until the stack was at its end.</summary>
    [Fact]
    public void Other_formats_refuse_entries()
    {
        var json = new JsonOptions { Convention = Convention.Fields };
        Assert.Throws<NotSupportedException>(() => Json.Serialize(new Adding(), json));
        Assert.Throws<NotSupportedException>(() => Json.Serialize<object>(new Adding(), json));
        Assert.Throws<NotSupportedException>(() => Compact.Serialize(new Adding(), new CompactOptions { Convention = Convention.Fields }));
    }
}
