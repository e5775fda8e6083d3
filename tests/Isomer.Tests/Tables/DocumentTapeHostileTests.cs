using System.Data;
using System.Text;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Documents of tables that are recorded by our own scanner and are made to hurt it: bytes that are no text, and what would take time in
/// the square of its length.
/// </summary>
public class DocumentTapeHostileTests
{
    /// <summary>
    /// Code that makes strings takes valid UTF-8 for granted: continuation bytes alone led it before the text, or for ever round.
    /// </summary>
    [Theory]
    [InlineData("")]
    [InlineData("a")]
    [InlineData("name")]
    public async Task Bytes_that_are_no_text_are_refused_on_every_path(string begin)
    {
        byte[] name = [.. Encoding.UTF8.GetBytes(begin), .. Enumerable.Repeat((byte)0x80, 200)];
        string[] documents =
        [
            "<r><xs:schema id='r' xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'><xs:element name='@'/></xs:schema><t><a>1</a></t></r>",
            "<r><xs:schema id='r' xmlns:xs='http://www.w3.org/2001/XMLSchema'><!--@--></xs:schema><t><a>1</a></t></r>",
            "<r><t><a>@</a></t></r>",
            "<r><t a='@'/></r>",
            "<r xmlns:p='@'><p:t/></r>",
        ];
        foreach (string text in documents)
        {
            int at = text.IndexOf('@', StringComparison.Ordinal);
            byte[] document = [.. Encoding.UTF8.GetBytes(text[..at]), .. name, .. Encoding.UTF8.GetBytes(text[(at + 1)..])];
            Assert.ThrowsAny<WireFormatException>(() => DataXml.Deserialize<DataSet>(document));
            await Assert.ThrowsAnyAsync<WireFormatException>(async () =>
            {
                await using var reader = await Tables.ReadXmlAsync(new MemoryStream(document));
                while (await reader.ReadAsync())
                {
                }
            });
        }
    }

    /// <summary>
    /// A megabyte of a namespace's name is made a string once, not for each name in it; and a schema's tags are searched once.
    /// </summary>
    [Fact]
    public void Time_is_that_of_the_length()
    {
        string space = new('n', 1 << 20);
        string names = $"<r xmlns='{space}'>{string.Concat(Enumerable.Range(0, 20_000).Select(i => $"<a{i}/>"))}</r>";
        string tags = $"<r><xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><!-- {string.Concat(Enumerable.Repeat("/xs:complexType", 200_000))} --></xs:schema><t><a>1</a></t></r>";
        foreach (string document in new[] { names, tags })
        {
            var watch = ThreadTime.Start();
            long before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                DataXml.Deserialize<DataSet>(Encoding.UTF8.GetBytes(document));
            }
            catch (WireFormatException)
            {
            }
            long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.InRange(allocated, 0, 400L << 20);
            Assert.InRange(watch.Elapsed.TotalSeconds, 0, 20);
        }
    }

    /// <summary>What stands in the innermost element that is allowed is one deeper, whichever reader records it.</summary>
    [Theory]
    [InlineData("x")]
    [InlineData("<!--c-->")]
    [InlineData("<![CDATA[x]]>")]
    [InlineData("&amp;")]
    public void Depth_is_bounded_the_same_for_both_readers(string innermost)
    {
        foreach (int depth in new[] { 255, 256, 257, 258 })
        {
            string open = string.Concat(Enumerable.Repeat("<a>", depth)), close = string.Concat(Enumerable.Repeat("</a>", depth));
            Assert.Equal(IsTaken($"{open}{innermost}{close}"), IsTaken($"<a><?pi?>{open[3..]}{innermost}{close}"));
        }

        static bool IsTaken(string document)
        {
            try
            {
                DataXml.Deserialize<DataSet>(Encoding.UTF8.GetBytes(document));
                return true;
            }
            catch (WireFormatException e)
            {
                return !e.Message.Contains("deeper", StringComparison.Ordinal);
            }
        }
    }
}
