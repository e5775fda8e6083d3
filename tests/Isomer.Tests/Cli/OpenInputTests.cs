using System.Diagnostics;
using System.Text;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// Standard input that stays open, as that of a program which writes a line now and then: what has come is converted and goes on before
/// anything else comes.
/// </summary>
public class OpenInputTests
{
    /// <summary>So long a tool may take to start on a machine that is at work with other things.</summary>
    static readonly TimeSpan s_patience = TimeSpan.FromMinutes(3);

    static async Task<byte[]> ReadAsync(Stream output, int count)
    {
        byte[] bytes = new byte[count];
        using var late = new CancellationTokenSource(s_patience);
        await output.ReadExactlyAsync(bytes, late.Token);
        return bytes;
    }

    static void Send(Process process, string text)
    {
        process.StandardInput.BaseStream.Write(Encoding.UTF8.GetBytes(text));
        process.StandardInput.BaseStream.Flush();
    }

    static async Task EndAsync(Process process)
    {
        process.StandardInput.Close();
        using var late = new CancellationTokenSource(s_patience);
        await process.WaitForExitAsync(late.Token);
        Assert.Equal(0, process.ExitCode);
    }

    /// <summary>An object is a line by itself; of an array the next line tells that it is none of the whole input.</summary>
    [Theory]
    [InlineData("{\"a\":1}\n", "{\"a\":2}\n")]
    [InlineData("\uFEFF\n{\"a\":1}\r\n", "{\"a\":2}\r\n")]
    [InlineData("[1,2]\n[3]\n", "[4]\n")]
    [InlineData("{\"a\":1}\n{\"b\":", "2}\n")]
    public async Task Each_line_goes_on_as_it_comes(string first, string second)
    {
        using Process process = Tool.Start("convert", "--items", "--to", "ndjson");
        string Lines(string text) => text.TrimStart('\uFEFF', '\n').Replace("\r", "");
        string all = Lines(first + second), now = all[..(Lines(first).LastIndexOf('\n') + 1)];
        Send(process, first);
        Assert.Equal(now, Encoding.UTF8.GetString(await ReadAsync(process.StandardOutput.BaseStream, now.Length)));
        Send(process, second);
        string then = all[now.Length..];
        Assert.Equal(then, Encoding.UTF8.GetString(await ReadAsync(process.StandardOutput.BaseStream, then.Length)));
        await EndAsync(process);
    }

    /// <summary>Frames are held before the output, and go on too.</summary>
    [Fact]
    public async Task Items_of_Compact_go_on_as_they_come()
    {
        using Process process = Tool.Start("convert", "--items", "--to", "compact");
        var output = process.StandardOutput.BaseStream;
        for (int i = 0; i < 3; i++)
        {
            Send(process, $"{{\"a\":{i}}}\n");
            // One byte, of which the lowest bit says that there is no second.
            int length = (await ReadAsync(output, 1))[0];
            Assert.Equal(1, length & 1);
            byte[] frame = await ReadAsync(output, length >> 1);
            if (i == 0)
                Assert.Equal(0, (int)Compact.ParseNode(frame)!["a"]!);
        }
        await EndAsync(process);
    }

    /// <summary>UTF-16 has a line end and a brace too, between zeros.</summary>
    [Fact]
    public void Lines_of_UTF16_are_told_as_before()
    {
        byte[] input = Encoding.Unicode.GetBytes("{\"a\":1}\n{\"a\":2}\n");
        ToolResult result = Tool.RunWith(input, "convert", "--items", "--to", "ndjson");
        Assert.Equal((0, "{\"a\":1}\n{\"a\":2}\n"), (result.Code, result.Output));
        // What is damaged behind its beginning is told as input that is.
        byte[] damaged = Encoding.Unicode.GetBytes(string.Concat(Enumerable.Range(0, 100_000).Select(i => $"{{\"a\":{i}}}\n")));
        (damaged[^8], damaged[^7]) = (0, 0xD8);
        result = Tool.RunWith(damaged, "convert", "--items", "--to", "ndjson");
        Assert.Equal(3, result.Code);
        Assert.Contains("The UTF-16 is damaged", result.Error, StringComparison.Ordinal);
    }

    /// <summary>An empty message and the length of the next one look as UTF-16 without a mark begins.</summary>
    [Theory, InlineData(9), InlineData(10), InlineData(13), InlineData(32), InlineData(34), InlineData(47), InlineData(60), InlineData(91),
        InlineData(123)]
    public void Messages_that_begin_as_UTF16_are_none(int length)
    {
        byte[] input = [0, (byte)length, 0x0A, (byte)(length - 2), .. Encoding.UTF8.GetBytes(new string('x', length - 4)), 0xC3, 0xA9];
        ToolResult result = Tool.RunWith(input, "convert", "--from", "protobuf", "--items", "--to", "ndjson");
        Assert.Equal((0, $"{{}}\n{{\"1\":\"{new string('x', length - 4)}\\u00E9\"}}\n"), (result.Code, result.Output));
    }
}
