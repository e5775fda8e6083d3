using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using Isomer.Cli;
using Isomer.Cli.Converting;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>convert --records: inside a pipe, for ever, one record out for each in.</summary>
[JudgedAlone("processes that are killed while they work")]
public sealed class RecordTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>
    /// What a filter keeps is a block of 64 KB, of which each of the eight reads twenty; ISOMER_SCALE_RECORDS takes another number, as
    /// 1000000.
    /// </summary>
    static int Records => int.TryParse(Environment.GetEnvironmentVariable("ISOMER_SCALE_RECORDS"), out int count) ? count : 200_000;

    /// <summary>docs/scale.md: workers under xargs, each a filter; whatever they do at once, each record comes out once.</summary>
    [Fact]
    public void Workers_lose_none_and_double_none()
    {
        if (!OperatingSystem.IsLinux())
            Assert.Skip("needs xargs and a shell");
        const int Parts = 8;
        int count = Records;
        for (int part = 0; part < Parts; part++)
        {
            using var writer = new StreamWriter(_folder[$"part-{part}"]);
            for (int i = part; i < count; i += Parts)
                writer.Write(
                    string.Create(CultureInfo.InvariantCulture, $"{{\"id\":{i},\"name\":\"record {i}\",\"tags\":[1,2.5,null]}}\n"));
        }
        ToolResult result = Tool.Shell(
            $"cd '{_folder.Path}' && ls part-* | xargs -P 4 -I F sh -c 'dotnet \"{Tool.Dll}\" convert --records --from json --to compact --out-frames be32 <F >F.out && dotnet \"{Tool.Dll}\" convert --records --from compact --to json --in-frames be32 <F.out >F.json'");
        Assert.True(result.Code == 0, result.Error);
        var seen = new bool[count];
        int total = 0;
        for (int part = 0; part < Parts; part++)
        {
            int next = part;
            foreach (string line in File.ReadLines(_folder[$"part-{part}.json"]))
            {
                int id = int.Parse(line.AsSpan(6, line.IndexOf(',', StringComparison.Ordinal) - 6), CultureInfo.InvariantCulture);
                Assert.Equal(next, id); // in order
                Assert.False(seen[id], $"{id} came twice");
                seen[id] = true;
                if (id % 1000 == 0)
                    Assert.Equal($"{{\"id\":{id},\"name\":\"record {id}\",\"tags\":[1,2.5,null]}}", line);
                next += Parts;
                total++;
            }
        }
        Assert.Equal(count, total);
    }

    /// <summary>
    /// docs/scale.md: GNU parallel cuts one file into blocks of whole records, a filter for each; -k puts them together in order.
    /// </summary>
    [Fact]
    public void Gnu_parallel_loses_none_and_doubles_none()
    {
        if (!OperatingSystem.IsLinux() || Tool.Shell("parallel --version").Output is not { } version
            || !version.StartsWith("GNU parallel", StringComparison.Ordinal))
            Assert.Skip("no GNU parallel here");
        int count = Records;
        using (var writer = new StreamWriter(_folder["orders.ndjson"]))
        {
            for (int i = 0; i < count; i++)
                writer.Write(string.Create(CultureInfo.InvariantCulture, $"{{ \"id\": {i}, \"name\": \"record {i}\" }}\n"));
        }
        ToolResult result = Tool.Shell(
            $"cd '{_folder.Path}' && parallel --will-cite -k --pipe --block 1M -j 4 dotnet '{Tool.Dll}' convert --records --from json --to json < orders.ndjson > out.ndjson");
        Assert.True(result.Code == 0, result.Error);
        int next = 0;
        foreach (string line in File.ReadLines(_folder["out.ndjson"]))
        {
            string expected = string.Create(CultureInfo.InvariantCulture, $"{{\"id\":{next},\"name\":\"record {next}\"}}");
            if (line != expected)
                Assert.Equal(expected, line);
            next++;
        }
        Assert.Equal(count, next);
    }

    /// <summary>Of ten times as many records it keeps no more: the peak of the process stands still.</summary>
    [Fact]
    public async Task Memory_does_not_grow_with_the_records()
    {
        if (!OperatingSystem.IsLinux())
            Assert.Skip("reads /proc");
        using Process process = Tool.Start("convert", "--records", "--from", "json", "--to", "xml", "--out-frames", "varint");
        Task drain = process.StandardOutput.BaseStream.CopyToAsync(Stream.Null);
        byte[] records = Encoding.UTF8.GetBytes(
            string.Concat(
                Enumerable.Range(0, 2000)
                    .Select(i => string.Create(CultureInfo.InvariantCulture, $"{{\"id\":{i},\"text\":\"{new string('x', 500)}\"}}\n"))));
        long Peak() =>
            long.Parse(
                File.ReadLines($"/proc/{process.Id}/status").First(l => l.StartsWith("VmHWM:", StringComparison.Ordinal)).AsSpan(6).Trim()
                    .TrimEnd("kB").Trim(), CultureInfo.InvariantCulture);
        long early = 0;
        for (int i = 0; i < 100; i++)
        {
            await process.StandardInput.BaseStream.WriteAsync(records);
            if (i == 20)
                early = Peak();
        }
        await process.StandardInput.BaseStream.FlushAsync();
        long late = Peak();
        process.StandardInput.Close();
        await drain.WaitAsync(TimeSpan.FromSeconds(30));
        await process.WaitForExitAsync();
        Assert.Equal(0, process.ExitCode);
        Assert.True(late < early + 30_000, $"{early} KiB after 20 MB, {late} KiB after 100 MB");
    }

    [Fact]
    public async Task An_answer_comes_before_the_next_question()
    {
        using Process process = Tool.Start("convert", "--records", "--from", "json", "--to", "json");
        for (int i = 0; i < 3; i++)
        {
            process.StandardInput.Write($"{{\"i\": {i}}}\n");
            process.StandardInput.Flush();
            string? answer = await process.StandardOutput.ReadLineAsync().WaitAsync(TimeSpan.FromSeconds(20));
            Assert.Equal($"{{\"i\":{i}}}", answer);
        }
        process.StandardInput.Close();
        Assert.True(process.WaitForExit(20_000));
        Assert.Equal(0, process.ExitCode);
    }

    [Fact]
    public void Damaged_records_stop_or_are_skipped()
    {
        const string Input = "{\"a\":1}\n{oops\n{\"a\":2}\n";
        ToolResult stopped = Tool.RunWith(Input, "convert", "--records", "--from", "json", "--to", "json");
        Assert.Equal((3, "{\"a\":1}\n"), (stopped.Code, stopped.Output));
        Assert.Contains("Record 2", stopped.Error, StringComparison.Ordinal);
        ToolResult skipped = Tool.RunWith(Input, "convert", "--records", "--from", "json", "--to", "json", "--skip-bad");
        Assert.Equal((3, "{\"a\":1}\n{\"a\":2}\n"), (skipped.Code, skipped.Output));
        string good = System.Convert.ToBase64String(Compact.Format.WriteNode(1));
        ToolResult noBase64 = Tool.RunWith($"{good}\n=oops\n{good}\n", "convert", "--records", "--from", "compact", "--in-frames", "lines",
            "--to", "json", "--skip-bad");
        Assert.Equal((3, "1\n1\n"), (noBase64.Code, noBase64.Output));
        Assert.Contains("record 2 skipped", noBase64.Error, StringComparison.Ordinal);
        Assert.Equal(5,
            Tool.RunWith([0x7F, 0xFF, 0xFF, 0xFF], "convert", "--records", "--from", "compact", "--to", "json", "--in-frames",
                "be32").Code);
        Assert.Equal(2, Tool.Run("convert", "--records", "--to", "json").Code);
    }

    /// <summary>A record may have as many bytes as are allowed and not one more, in each framing; text may have a mark before it.</summary>
    [Theory]
    [InlineData(5)]
    [InlineData(1000)]
    [InlineData(65_533)]
    [InlineData(65_535)]
    [InlineData(65_536)]
    [InlineData(200_000)]
    public void Records_are_as_long_as_is_allowed(int max)
    {
        foreach (string framingName in (string[])["Lines", "Varint", "Be32"])
            foreach (bool isText in (bool[])[true, false])
                for (int over = 0; over < 2; over++)
                {
                    Framing framing = Enum.Parse<Framing>(framingName);
                    byte[] record = new byte[max + over];
                    record.AsSpan().Fill((byte)'x');
                    var frames = new MemoryStream();
                    if (isText && framing == Framing.Lines)
                        frames.Write("\uFEFF"u8);
                    using (var writer = new FrameWriter(frames, framing, isText))
                    {
                        writer.Write(record);
                        writer.Write("more"u8);
                    }
                    using var reader = new FrameReader(new MemoryStream(frames.ToArray()), framing, isText, max);
                    if (over == 0)
                    {
                        Assert.True(reader.TryRead(true, out ReadOnlySpan<byte> read));
                        Assert.True(read.SequenceEqual(record));
                        Assert.True(reader.TryRead(true, out read));
                        Assert.True(read.SequenceEqual("more"u8));
                        continue;
                    }
                    try
                    {
                        reader.TryRead(true, out _);
                        // Base64 has its letters by fours: up to two bytes more are no letter more.
                        Assert.True(framing == Framing.Lines && !isText && max % 3 != 0);
                    }
                    catch (CliException e)
                    {
                        Assert.Equal(ExitCode.Limit, e.Code);
                    }
                }
    }

    /// <summary>Whatever the pieces in which they arrive, and in all framings, records come out as they went in.</summary>
    [Theory]
    [InlineData("Lines", false)]
    [InlineData("Lines", true)]
    [InlineData("Varint", false)]
    [InlineData("Be32", false)]
    public void Frames_survive_any_pieces(string framingName, bool isText)
    {
        Framing framing = Enum.Parse<Framing>(framingName);
        var random = new Random(5);
        byte[][] records = [.. Enumerable.Range(0, 300).Select(i =>
        {
            byte[] record = new byte[i % 50 == 0 ? 70_000 : 1 + random.Next(400)];
            random.NextBytes(record);
            if (isText)
                record = Encoding.ASCII.GetBytes(Convert.ToBase64String(record));
            return record;
        })];
        var stream = new MemoryStream();
        var writer = new FrameWriter(stream, framing, isText);
        foreach (byte[] record in records)
            writer.Write(record);
        writer.Flush();
        using var reader = new FrameReader(new Dribble(stream.ToArray(), random), framing, isText, 1 << 20);
        foreach (byte[] record in records)
        {
            Assert.True(reader.TryRead(wait: true, out ReadOnlySpan<byte> read));
            Assert.Equal(record, read.ToArray());
        }
        Assert.False(reader.TryRead(wait: true, out _));
    }

    [Fact]
    public void A_length_that_cannot_be_is_refused_before_memory_is_taken()
    {
        byte[] head = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(head, int.MaxValue);
        using var be32 = new FrameReader(new MemoryStream(head), Framing.Be32, false, 1 << 20);
        Assert.Equal(5, Assert.Throws<Isomer.Cli.CliException>(() => be32.TryRead(true, out _)).Code);
        using var varint = new FrameReader(new MemoryStream([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]), Framing.Varint, false, 1 << 20);
        Assert.Equal(3, Assert.Throws<Isomer.Cli.CliException>(() => varint.TryRead(true, out _)).Code);
        using var cut = new FrameReader(new MemoryStream([0, 0, 0, 9, 1, 2]), Framing.Be32, false, 1 << 20);
        Assert.Equal(3, Assert.Throws<Isomer.Cli.CliException>(() => cut.TryRead(true, out _)).Code);
        using var endless = new FrameReader(new MemoryStream(new byte[300_000]), Framing.Lines, true, 100_000);
        Assert.Equal(5, Assert.Throws<Isomer.Cli.CliException>(() => endless.TryRead(true, out _)).Code);
    }

    sealed class Dribble(byte[] bytes, Random random) : MemoryStream(bytes)
    {
        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, 1 + random.Next(3000)));
    }
}
