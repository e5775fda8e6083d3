using System.Text;

namespace Isomer.Fuzz.Mutating;

/// <summary>Elements (0), attributes (1), texts (2) and names (3).</summary>
sealed class XmlStructure : Structure
{
    public override IReadOnlyList<byte[]> Words { get; } = Texts(
        "<a/>", "<a>", "</a>", "<![CDATA[x]]>", "<![CDATA[", "]]>", "<!---->", "<!-- a -->", "<?pi x?>", "&amp;", "&lt;", "&#65;", "&#x41;",
        "&#0;", "&#x;", "&#65abc;", "&#xD800;", "&#x1F600;", "&e;", "&", "<!DOCTYPE a>", "<!DOCTYPE a [<!ENTITY e \"x\">]>",
        " xsi:nil=\"true\"", " xsi:type=\"Leaf\"", " i:nil=\"true\"", " i:type=\"Leaf\"", " z:Id=\"i1\"", " z:Ref=\"i1\"", " z:Id=\"1\"",
        " z:Ref=\"1\"", " z:Size=\"2147483647\"", " z:Type=\"System.Int32\"", " z:Assembly=\"0\"", " xmlns=\"\"", " xmlns=\"urn:x\"",
        " xmlns:p=\"urn:p\"", " xmlns:xml=\"a\"",
        " xml:space=\"preserve\"", " xml:lang=\"de\"", " a=\"1\"", " a=\"1\" a=\"2\"",
        " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"", " xsi:type=\"xsd:int\"",
        " xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"", " i:type=\"b:int\" xmlns:b=\"http://www.w3.org/2001/XMLSchema\"",
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>", "<?xml version=\"1.0\" encoding=\"utf-16\"?>",
        "<?xml version=\"1.0\" encoding=\"utf-7\"?>", "<?xml version=\"1.0\" encoding=\"us-ascii\"?>", "\uFEFF", "\r\n", "\t", "\0", "true",
        "1", "0", "-1", "NaN", "INF", "-INF", "1e400", "99999999999999999999", "2024-02-30",
        "2024-01-02T03:04:05.1234567+14:00", "0001-01-01T00:00:00+10:00", "P1DT1H", "-P10675199DT2H48M5.4775808S", "PT", "AAECAw==", "AA=",
        "Friday", "q:n", "00000000-0000-0000-0000-000000000000", "<item/>", "<Key>1</Key><Value>2</Value>",
        "<node:x xmlns:node=\"urn:isomer:node\"/>",
        "urn:isomer:node", "http://schemas.microsoft.com/2003/10/Serialization/",
        "http://schemas.microsoft.com/2003/10/Serialization/Arrays", "diffgr:diffgram", "msdata:Expression=\"1+1\"", "xs:schema");

    public override void Find(ReadOnlySpan<byte> input, List<Part> parts)
    {
        var open = new Stack<int>();
        for (int at = 0; at < input.Length && parts.Count < 4000;)
        {
            int start = at;
            if (input[at] != '<')
            {
                int end = input[at..].IndexOf((byte)'<');
                at = end < 0 ? input.Length : at + end;
                parts.Add(new(start, at, 2));
                continue;
            }
            int close = input[at..].IndexOf((byte)'>');
            at = close < 0 ? input.Length : at + close + 1;
            if (start + 1 < input.Length && input[start + 1] == '/')
            {
                if (open.TryPop(out int element))
                    parts.Add(new(element, at, 0));
                continue;
            }
            if (start + 1 < input.Length && input[start + 1] is (byte)'!' or (byte)'?')
                continue;
            if (at - 2 >= start && input[at - 2] == '/')
                parts.Add(new(start, at, 0));
            else
                open.Push(start);
            Attributes(input, start + 1, at, parts);
        }
    }

    static void Attributes(ReadOnlySpan<byte> input, int at, int end, List<Part> parts)
    {
        int start = at;
        while (at < end && input[at] is not ((byte)' ' or (byte)'>' or (byte)'/'))
            at++;
        parts.Add(new(start, at, 3));
        while (at < end && input[at] == ' ')
        {
            start = at++;
            int quote = input[at..end].IndexOf((byte)'"');
            int last = quote < 0 ? -1 : input[(at + quote + 1)..end].IndexOf((byte)'"');
            if (last < 0)
                return;
            at += quote + last + 2;
            parts.Add(new(start, at, 1));
        }
    }

    public override byte[] Nest(ReadOnlySpan<byte> part, int kind, int depth, Rng random)
    {
        string name = random.Of(["a", "Next", "Self", "Inner", "Any", "c", "Children"]);
        string inner = kind == 0 ? Encoding.Latin1.GetString(part) : "";
        var text = new StringBuilder();
        for (int i = 0; i < depth; i++)
            text.Append('<').Append(name).Append('>');
        text.Append(inner);
        for (int i = 0; i < depth; i++)
            text.Append("</").Append(name).Append('>');
        return Encoding.Latin1.GetBytes(kind is 1 or 3 ? Encoding.Latin1.GetString(part) : text.ToString());
    }
}
