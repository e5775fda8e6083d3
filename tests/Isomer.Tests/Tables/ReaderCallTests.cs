using System.Data;
using System.Data.Common;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>What the calls of a reader promise beside values: tokens end the wait, and a getter of another number loses nothing.</summary>
public class ReaderCallTests
{
    static DataTable Numbers()
    {
        var table = new DataTable("T")
        {
            Columns = { { "d", typeof(double) }, { "m", typeof(decimal) }, { "b", typeof(bool) }, { "l", typeof(long) }, { "i", typeof(int) } }
        };
        table.Rows.Add(1.7, 0.1234567890123456789012345m, true, 3_000_000_000L, 1);
        table.Rows.Add(2.0, 0.5m, false, 7L, 0);
        return table;
    }

    static async Task<DbDataReader> Open(DataTable table)
    {
        var stream = new MemoryStream();
        await Tables.WriteCompactAsync(stream, table.CreateDataReader(), cancellationToken: TestContext.Current.CancellationToken);
        stream.Position = 0;
        return await Tables.ReadCompactAsync(stream, cancellationToken: TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task Getters_lose_nothing()
    {
        await using var rows = await Open(Numbers());
        Assert.True(rows.Read());
        foreach (var get in (Func<object>[])[() => rows.GetInt32(0), () => rows.GetInt64(0), () => rows.GetByte(0), () => rows.GetDouble(1),
            () => rows.GetFloat(1), () => rows.GetBoolean(3), () => rows.GetFieldValue<short>(0), () => rows.GetFloat(0)])
            Assert.Contains("loses a part", Assert.Throws<InvalidCastException>(get).Message, StringComparison.Ordinal);
        Assert.Throws<OverflowException>(() => rows.GetInt32(3));
        Assert.Equal((1.7, 3_000_000_000m, 3e9, 1m), (rows.GetDouble(0), rows.GetDecimal(3), rows.GetDouble(3), rows.GetDecimal(4)));
        Assert.Equal((true, 1), (rows.GetBoolean(4), rows.GetInt32(2)));
        Assert.Equal("1.7", rows.GetString(0));
        Assert.True(rows.Read());
        Assert.Equal((2, 0.5, 0.5f, 7, (short)7),
            (rows.GetInt32(0), rows.GetDouble(1), rows.GetFloat(1), rows.GetInt32(3), rows.GetInt16(3)));
    }

    /// <summary>Any pair of kinds of numbers: what a getter gives is the value, or it is refused.</summary>
    [Fact]
    public async Task Whatever_a_getter_gives_is_the_value()
    {
        var random = new Random(5);
        Type[] types = [typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong),
            typeof(float), typeof(double), typeof(decimal)];
        int given = 0, refused = 0;
        foreach (var type in types)
        {
            var table = new DataTable("T") { Columns = { { "v", type } } };
            double[] numbers = [0, 1, -1, 1.5, 127, 255, 300, 65535, 70000, 16777217, int.MaxValue, 9007199254740993, 0.1, -0.5, 1e10,
                .. Enumerable.Range(0, 30).Select(_ =>
                    Math.Round((random.NextDouble() - 0.5) * Math.Pow(10, random.Next(12)), random.Next(3)))];
            foreach (double number in numbers)
                Record.Exception(() => table.Rows.Add(Convert.ChangeType(number, type, null)));
            await using var rows = await Open(table);
            while (rows.Read())
                foreach (var (get, kind) in ((Func<object>, Type)[])[
                    (() => rows.GetByte(0), typeof(byte)), (() => rows.GetInt16(0), typeof(short)),
                    (() => rows.GetInt32(0), typeof(int)), (() => rows.GetInt64(0), typeof(long)), (() => rows.GetFloat(0), typeof(float)),
                    (() => rows.GetDouble(0), typeof(double)), (() => rows.GetDecimal(0), typeof(decimal))])
                {
                    object? value = null;
                    if (Record.Exception(() => value = get()) is { } error)
                    {
                        Assert.True(error is InvalidCastException or OverflowException, error.ToString());
                        refused++;
                        continue;
                    }
                    Assert.IsType(kind, value);
                    Assert.Equal(rows.GetValue(0), Convert.ChangeType(value, type, null));
                    given++;
                }
        }
        Assert.True(given > 800 && refused > 300, $"{given} given, {refused} refused");
    }

    /// <summary>The framework's conversion makes the fifth of January of "1.5".</summary>
    [Fact]
    public async Task Characters_and_dates_in_texts()
    {
        using var table = new DataTable("T");
        table.Columns.Add("chars", typeof(char[]));
        table.Columns.Add("text", typeof(string));
        foreach (string text in (string[])["1.5", "2020-01-31", "2020-01-31T23:59:59.1234567Z", "2020-01-31 10:00:00"])
            table.Rows.Add(text.ToCharArray(), text);
        await using var rows = await Open(table);
        Assert.True(await rows.ReadAsync());
        char[] some = new char[3];
        Assert.Equal((3, 3), (rows.GetChars(0, 0, null, 0, 0), rows.GetChars(0, 0, some, 0, 3)));
        Assert.Equal("1.5", new string(some));
        Assert.Throws<InvalidCastException>(() => rows.GetFieldValue<DateTime>(1));
        Assert.Throws<InvalidCastException>(() => rows.GetDateTime(1));
        var dates = new List<DateTime>();
        while (await rows.ReadAsync())
            dates.Add(rows.GetDateTime(1));
        Assert.Equal(
            [
                new(2020, 1, 31), new DateTime(2020, 1, 31, 23, 59, 59, DateTimeKind.Utc).AddTicks(1234567),
                new(2020, 1, 31, 10, 0, 0),
            ],
            dates);
        Assert.Equal(DateTimeKind.Utc, dates[1].Kind);
    }

    [Fact]
    public async Task A_token_that_is_cancelled_ends_the_call()
    {
        await using var rows = await Open(Numbers());
        Assert.True(await rows.ReadAsync(TestContext.Current.CancellationToken));
        using var source = new CancellationTokenSource();
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => rows.ReadAsync(source.Token));
        Assert.Equal(1.7, rows.GetDouble(0));
        Assert.True(await rows.ReadAsync(TestContext.Current.CancellationToken));
        Assert.Equal(2.0, rows.GetDouble(0));
        Assert.False(await rows.ReadAsync(TestContext.Current.CancellationToken));
    }

    /// <summary>Gives what it has, and waits then until it is told to go on.</summary>
    sealed class Stalling(byte[] bytes, int first) : Stream
    {
        int _at;

        public TaskCompletionSource Further { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (_at >= first)
                await Further.Task.WaitAsync(cancellationToken);
            int count = Math.Min(buffer.Length, _at < first ? first - _at : bytes.Length - _at);
            bytes.AsMemory(_at, count).CopyTo(buffer);
            _at += count;
            return count;
        }

        public override int Read(byte[] buffer, int offset, int count) =>
            ReadAsync(buffer.AsMemory(offset, count)).AsTask().GetAwaiter().GetResult();

        public override void Flush() => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }

    static async Task<(byte[] Bytes, int First)> TwoBatches()
    {
        var stream = new MemoryStream();
        await Tables.WriteCompactAsync(stream, Numbers().CreateDataReader(), cancellationToken: TestContext.Current.CancellationToken);
        int first = (int)stream.Length;
        await Tables.WriteCompactAsync(stream, Numbers().CreateDataReader(), cancellationToken: TestContext.Current.CancellationToken);
        return (stream.ToArray(), first);
    }

    [Theory, InlineData(true), InlineData(false)]
    public async Task A_stream_that_stalls_is_waited_for_as_long_as_the_token_says(bool goesOn)
    {
        var (bytes, first) = await TwoBatches();
        var stream = new Stalling(bytes, first);
        await using var rows = await Tables.ReadCompactAsync(stream, cancellationToken: TestContext.Current.CancellationToken);
        Assert.True(await rows.ReadAsync(TestContext.Current.CancellationToken));
        Assert.True(await rows.ReadAsync(TestContext.Current.CancellationToken));
        using (var source = new CancellationTokenSource(50))
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => rows.ReadAsync(source.Token));
        if (!goesOn)
            return;
        stream.Further.SetResult();
        Assert.True(await rows.ReadAsync(TestContext.Current.CancellationToken));
        Assert.Equal(1.7, rows.GetDouble(0));
    }
}
