using System.Data;
using System.Globalization;
using System.Runtime.Serialization;
using Xunit;

#pragma warning disable SYSLIB0038, SYSLIB0050 // the marks of an older age are what is tested

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// A payload within a payload has what the outer one has left, and no more: nulls of runs, and how long all that is within may be together.
/// At each place where one may stand: the tables of a DataSet in NRBF and in SOAP, and tables within these.
/// </summary>
public class NrbfNestedBudgetTests
{
    const int NullsPerByte = 10, SomeNulls = 8192;

    /// <summary>Says of itself that it is a set in its binary form, or one of its tables.</summary>
    [Serializable]
    public sealed class Posing(Type type, params (string Name, object? Value)[] entries) : ISerializable
    {
        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.SetType(type);
            foreach (var (name, value) in entries)
                info.AddValue(name, value, value?.GetType() ?? typeof(object));
        }
    }

    static readonly NrbfOptions s_options = new() { KnownTypes = [typeof(DataSet), typeof(DataTable)] };
    static readonly SoapOptions s_soap = new() { KnownTypes = s_options.KnownTypes };

    /// <summary>A set of these tables.</summary>
    static Posing Set(params byte[][] tables) =>
        new(typeof(DataSet),
            [("DataSet.RemotingVersion", new Version(2, 0)), ("DataSet.RemotingFormat", SerializationFormat.Binary),
                ("SchemaSerializationMode.DataSet", SchemaSerializationMode.IncludeSchema),
            ("DataSet.Tables.Count", tables.Length),
            .. tables.Select(static (t, i) => (string.Create(CultureInfo.InvariantCulture, $"DataSet.Tables_{i}"), (object?)t))]);

    static byte[] Table(params (string, object?)[] entries) => Nrbf.Serialize<object>(new Posing(typeof(DataTable), entries));

    /// <summary>A table with an array of nulls, which are five bytes.</summary>
    static byte[] Nulls(int count, int padding = 0) => Table(("x", new object?[count]), ("p", new byte[padding]));

    static (string? Refusal, long Allocated) Read(byte[] payload, Func<byte[], object?> read)
    {
        Xunit.Record.Exception(() => read(payload));
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Assert.IsType<WireFormatException>(Xunit.Record.Exception(() => read(payload)));
        return (error.Message, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    static object? FromNrbf(byte[] payload) => Nrbf.Deserialize<object>(payload, s_options);

    static object? FromSoap(byte[] envelope) => Soap.Deserialize<object>(envelope, s_soap);

    const string TooManyNulls = "more nulls than one of its size may have", TooLong = "together they are longer than what they stand in";

    /// <summary>Each within the bound of the whole, and both together beyond it.</summary>
    [Fact]
    public void Nulls_of_tables_are_those_of_the_set()
    {
        // So many that a table's own bound, if it had one, would take them, and the set's does not take both.
        int many = (Nulls(1, 4_000).Length * NullsPerByte) + SomeNulls - 100;
        Assert.DoesNotContain(TooManyNulls, Read(Nrbf.Serialize<object>(Set(Nulls(many, 4_000))), FromNrbf).Refusal,
            StringComparison.Ordinal);
        byte[] two = Nrbf.Serialize<object>(Set(Nulls(many, 4_000), Nulls(many, 4_000)));
        var (refusal, allocated) = Read(two, FromNrbf);
        Assert.Contains(TooManyNulls, refusal, StringComparison.Ordinal);
        Assert.InRange(allocated, 0, (two.Length * 100L) + 200_000);
    }

    [Fact]
    public void Nulls_of_a_table_within_a_table_are_those_of_the_set()
    {
        byte[] inner = Nulls(70_000, 2_000), outer = Table(("DataSet.Tables_0", inner), ("x", new object?[1]), ("p", new byte[500]));
        Assert.DoesNotContain(TooManyNulls, Read(Nrbf.Serialize<object>(Set(outer, new byte[5_000])), FromNrbf).Refusal,
            StringComparison.Ordinal);
        // What the inner has taken is not there any more for the next.
        byte[] both = Table(("DataSet.Tables_0", inner), ("DataSet.Tables_1", inner), ("p", new byte[500]));
        Assert.Contains(TooManyNulls, Read(Nrbf.Serialize<object>(Set(both, new byte[5_000])), FromNrbf).Refusal,
            StringComparison.Ordinal);
    }

    /// <summary>One array of bytes for many tables: a reference of five bytes and a name.</summary>
    [Fact]
    public void One_payload_for_many_tables()
    {
        byte[] table = Table(("p", new byte[10_000]), ("x", new int[100]));
        byte[] payload = Nrbf.Serialize<object>(Set([.. Enumerable.Repeat(table, 500)]));
        var (refusal, allocated) = Read(payload, FromNrbf);
        Assert.Contains(TooLong, refusal, StringComparison.Ordinal);
        Assert.InRange(allocated, 0, (payload.Length * 100L) + 200_000);
        byte[] envelope = Soap.Serialize<object>(Set([.. Enumerable.Repeat(table, 500)]), s_soap);
        (refusal, allocated) = Read(envelope, FromSoap);
        Assert.Contains("together they are longer", refusal, StringComparison.Ordinal);
        Assert.InRange(allocated, 0, (envelope.Length * 100L) + 200_000);
    }

    /// <summary>Each level holds all those within it, so that together they grow with the square of their number.</summary>
    [Theory, InlineData(2, false), InlineData(40, true), InlineData(400, true)]
    public void Payloads_within_payloads(int levels, bool isRefused)
    {
        byte[] table = Table(("p", new byte[500]));
        for (int i = 0; i < levels; i++)
            table = Table(("DataSet.Tables_0", table), ("p", new byte[200]));
        var (refusal, allocated) = Read(Nrbf.Serialize<object>(Set(table)), FromNrbf);
        Assert.Equal(isRefused, refusal!.Contains(TooLong, StringComparison.Ordinal));
        Assert.InRange(allocated, 0, (table.Length * 100L) + 200_000);
        (refusal, allocated) = Read(Soap.Serialize<object>(Set(table), s_soap), FromSoap);
        Assert.Equal(isRefused, refusal!.Contains("together they are longer", StringComparison.Ordinal));
        Assert.InRange(allocated, 0, (table.Length * 200L) + 200_000);
    }

    /// <summary>
    /// Within an envelope: nulls that one table has are none of its neighbour's, but all are bounded by the envelope's length.
    /// </summary>
    [Fact]
    public void Nulls_of_tables_in_an_envelope()
    {
        byte[] one = Nulls(SomeNulls + 9_000, 1_000);
        byte[] envelope = Soap.Serialize<object>(Set([.. Enumerable.Repeat(one, 30)]), s_soap);
        var (refusal, allocated) = Read(envelope, FromSoap);
        Assert.NotNull(refusal);
        Assert.InRange(allocated, 0, (envelope.Length * 100L) + 200_000);
        // A table alone may not have more than its length allows.
        Assert.Contains(TooManyNulls, Read(Soap.Serialize<object>(Set(Nulls(SomeNulls + 100_000, 10)), s_soap), FromSoap).Refusal,
            StringComparison.Ordinal);
    }
}
