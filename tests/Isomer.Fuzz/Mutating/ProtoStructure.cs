using System.Text;

namespace Isomer.Fuzz.Mutating;

/// <summary>.proto text: statements (0) and words (1).</summary>
sealed class ProtoStructure : Structure
{
    public override IReadOnlyList<byte[]> Words { get; } = Texts(
        "syntax = \"proto2\";", "syntax = \"proto3\";", "edition = \"2023\";", "package a.b;", "import \"google/protobuf/any.proto\";",
        "import \"schema.proto\";", "message A { }", "message A { message A { A a = 1; } }", "enum E { Z = 0; }",
        "enum E { option allow_alias = true; A = 0; B = 0; }",
        "oneof o { int32 a = 1; string b = 2; }", "map<string, int32> m = 7;", "repeated int32 r = 8 [packed = false];",
        "optional bytes b = 9 [default = \"\\xff\"];", "required group G = 10 { }", "extensions 100 to max;",
        "extend A { optional int32 e = 100; }", "reserved 1 to 5, 7;", "reserved \"x\";",
        "option csharp_namespace = \"A.B\";", "option deprecated = true;", "option (my.opt) = { a: 1 b { c: 2 } };",
        "service S { rpc M (stream A) returns (A); }", "/* */", "// c\n", "/*", "\"", "'a\\n'", "{", "}", ";", "=", "[", "]", "<", ">",
        "0x7fffffff", "-1", "1e5", "inf", "nan", "536870911", "19000", "18446744073709551616",
        "[json_name = \"j\"]", "[default = 1]", "[features.field_presence = IMPLICIT]", "string", "bytes", "sfixed64", "group", ".a.b.A",
        "google.protobuf.Timestamp", "\u2028", "\uFEFF");

    public override void Find(ReadOnlySpan<byte> input, List<Part> parts)
    {
        var open = new Stack<int>();
        int statement = 0, word = -1;
        for (int at = 0; at < input.Length && parts.Count < 4000; at++)
        {
            bool inWord = char.IsAsciiLetterOrDigit((char)input[at]) || input[at] is (byte)'_' or (byte)'.';
            if (inWord && word < 0)
                word = at;
            if (!inWord && word >= 0)
            {
                parts.Add(new(word, at, 1));
                word = -1;
            }
            switch (input[at])
            {
                case (byte)'{':
                    open.Push(statement);
                    statement = at + 1;
                    break;
                case (byte)'}':
                    if (open.TryPop(out int block))
                        parts.Add(new(block, at + 1, 0));
                    statement = at + 1;
                    break;
                case (byte)';':
                    parts.Add(new(statement, at + 1, 0));
                    statement = at + 1;
                    break;
            }
        }
    }

    public override byte[] Nest(ReadOnlySpan<byte> part, int kind, int depth, Rng random)
    {
        if (kind != 0)
            return part.ToArray();
        var text = new StringBuilder();
        for (int i = 0; i < depth; i++)
            text.Append("message A {");
        return Encoding.Latin1.GetBytes(text.Append(Encoding.Latin1.GetString(part)).Append('}', depth).ToString());
    }
}
