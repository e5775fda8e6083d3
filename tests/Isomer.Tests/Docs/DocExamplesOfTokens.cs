using System.Text;
using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The code of docs/json.md about tokens.</summary>
public class DocExamplesOfTokens
{
    public record Line(string Product, decimal Price);

    [Fact]
    public void TokensAndValuesBetweenThem()
    {
        byte[] utf8 = [.. """{"id":7,"lines":[{"Product":"a","Price":1.50}]}"""u8];
        var line = new Line("b", 2.50m);

        var reader = new JsonTokenReader(utf8);
        while (reader.Read())
            if (reader.Kind == JsonTokenKind.Name && reader.ValueEquals("lines"u8) && reader.TryReadValue(out List<Line>? lines))
                Console.WriteLine(lines!.Count);

        using var writer = new JsonTokenWriter(JsonOptions.Pretty);
        writer.BeginObject();
        writer.Name("total");
        writer.Number(12.50m);
        writer.Name("line");
        writer.Value(line);
        writer.EndObject();
        byte[] written = writer.ToArray();

        Assert.Equal(utf8.Length, reader.Consumed);
        Assert.Equal("{\n  \"total\": 12.50,\n  \"line\": {\n    \"Product\": \"b\",\n    \"Price\": 2.50\n  }\n}", Encoding.UTF8.GetString(written).ReplaceLineEndings("\n"));
    }
}
