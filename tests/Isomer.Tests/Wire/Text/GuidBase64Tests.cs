using System.Buffers;
using System.Buffers.Text;
using System.Text;
using Isomer.Wire.Text;
using Xunit;

namespace Isomer.Tests.Wire.Text;

/// <summary>The base64 of a Guid, against the framework's.</summary>
public class GuidBase64Tests
{
    static IEnumerable<byte[]> Samples()
    {
        var random = new Random(64);
        for (int i = 0; i < 256; i++)
            yield return [.. Enumerable.Repeat((byte)i, 16)];
        for (int i = 0; i < 10_000; i++)
        {
            byte[] bytes = new byte[16];
            random.NextBytes(bytes);
            yield return bytes;
        }
    }

    [Fact]
    public void IsWrittenAndReadAsTheFrameworkDoes()
    {
        byte[] text = new byte[40];
        foreach (byte[] bytes in Samples())
        {
            Array.Fill(text, (byte)'#');
            Assert.Equal(24, Utf8Base64.WriteGuid(ref text[1], new Guid(bytes)));
            Assert.Equal("#" + Convert.ToBase64String(bytes) + "###############", Encoding.ASCII.GetString(text));
            Assert.True(Utf8Base64.TryReadGuid(ref text[1], out var back));
            Assert.Equal(new Guid(bytes), back);
        }
    }

    [Fact]
    public void OneCharacterOfAnyKindInAnyPlace()
    {
        byte[] decoded = new byte[24];
        foreach (byte[] bytes in Samples().Skip(250).Take(12))
        {
            byte[] text = Encoding.ASCII.GetBytes(Convert.ToBase64String(bytes));
            for (int at = 0; at < text.Length; at++)
            {
                for (int other = 0; other < 256; other++)
                {
                    byte[] changed = [.. text];
                    changed[at] = (byte)other;
                    bool valid = Base64.DecodeFromUtf8(changed, decoded, out int read, out int written) == OperationStatus.Done
                        && read == 24 && written == 16;
                    Assert.Equal((at, other, valid), (at, other, Utf8Base64.TryReadGuid(ref changed[0], out var value)));
                    if (valid)
                        Assert.Equal(new Guid(decoded.AsSpan(0, 16)), value);
                }
            }
        }
    }
}
