using System.Data;
using System.Globalization;
using Xunit;

#pragma warning disable SYSLIB0038 // the binary form

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Half of a character in a string: BinaryFormatter writes another in its place, in silence. It was an EncoderFallbackException.
/// </summary>
public class NrbfHalfCharacterTests
{
    public static TheoryData<string, int> Texts => new()
    {
        { "\uD83D", 0 },
        { "é\uDE00b", 1 },
        { new string('x', 500) + "\uD83D", 500 },
    };

    static DataTable Table(string text)
    {
        var table = new DataTable("T") { RemotingFormat = SerializationFormat.Binary };
        table.Columns.Add("text", typeof(string));
        table.Rows.Add(text);
        return table;
    }

    [Theory, MemberData(nameof(Texts))]
    public void The_half_and_its_place_are_told(string text, int at)
    {
        foreach (object value in (object[])[text, new List<string> { "a", text }, Table(text)])
        {
            var refused = Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(value, value.GetType()));
            Assert.Contains("half of a character", refused.Message, StringComparison.Ordinal);
            Assert.Contains($"U+{(int)text[at]:X4}", refused.Message, StringComparison.Ordinal);
            Assert.Contains($" at {at.ToString(CultureInfo.InvariantCulture)}", refused.Message, StringComparison.Ordinal);
        }
    }
}
