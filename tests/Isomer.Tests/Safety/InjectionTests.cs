using Isomer.Cli.Schemas;
using Isomer.Printing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// Schemas and payloads whose texts try to become code where they are printed as C#, .proto or XSD. The C# is parsed by Roslyn: what was
/// hostile may stand in literals and comments only, and nothing may stand there that printers do not write.
/// </summary>
public class InjectionTests
{
    const string Marker = "Evil";

    /// <summary>All that ends a line or a comment somewhere, or that is not seen.</summary>
    static readonly string[] s_ends = ["\n", "\r", "\r\n", "\u0085", "\u2028", "\u2029", "\v", "\f", "\0", "*/", "\"", "\\\"", "\\",
        "</summary>", "\u202E", "\uFEFF", "\uD800"];

    public static TheoryData<int> Ends => [.. Enumerable.Range(0, s_ends.Length)];

    static string Hostile(string end) =>
        $"a{end} }} public static int {Marker}() {{ return {Marker}.Run(); }} [{Marker}] class {Marker} {{ {end}//";

    /// <summary>Names of types, libraries, members and their types in a payload of BinaryFormatter, as C# classes.</summary>
    [Theory, MemberData(nameof(Ends))]
    public void Names_of_old_payloads_do_not_become_code(int index)
    {
        string hostile = Hostile(s_ends[index]);
        foreach (var (type, library, member, declared) in ((string, string, string, string)[])
        [
            (hostile, "L", "a", "M.T"), ("M.T", hostile, "a", "M.T"), ("M.T", "L", hostile, "M.T"), ("M.T", "L", "a", hostile),
            ("M." + hostile, "L", "a", "M.T"), ("M.T+" + hostile, "L", "a", "M.T"),
            ("M.T", "L", $"<{hostile}>k__BackingField", "M.T"), ("M.T", "L", hostile + "+a", "M.T"), ("M.T", "L", "a+" + hostile, "M.T"),
            ($"M.T`1[[{hostile}, L]]", "L", "a", "M.T"),
            ("M.T", "L", "a", $"System.Collections.Generic.List`1[[{hostile}, L]]"), ($"M.{Marker} {{ }}", "L", "a", "M.T"),
            ("M.T", "L", $"a; public int {Marker}", "M.T"),
        ])
        {
            using var stream = new MemoryStream();
            using var writer = new BinaryWriter(stream);
            writer.Write((byte[])[0, 1, 0, 0, 0, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0, 12, 2, 0, 0, 0]);
            writer.Write(library);
            writer.Write((byte[])[5, 1, 0, 0, 0]);
            writer.Write(type);
            writer.Write(1);
            writer.Write(member);
            writer.Write((byte)4);
            writer.Write(declared);
            writer.Write(2);
            writer.Write(2);
            writer.Write((byte[])[10, 11]);
            var classes = new NrbfClasses();
            classes.Add(Nrbf.Read(stream.ToArray()));
            string code = NrbfCSharp.Print(classes);
            Assert.Contains("NrbfTypes", code, StringComparison.Ordinal);
            Clean(code, type + library + member + declared);
        }
    }

    [Theory, MemberData(nameof(Ends))]
    public void Texts_of_proto_files_do_not_become_code(int index)
    {
        string end = s_ends[index], hostile = Hostile(end), quoted = Quoting.Proto(hostile),
            raw = hostile.Replace("\n", "", StringComparison.Ordinal).Replace("\"", "", StringComparison.Ordinal)
                .Replace("\\", "", StringComparison.Ordinal);
        string comment = "/* " + hostile.Replace("*/", "", StringComparison.Ordinal) + " */";
        string line = "// " + hostile.Replace("\n", "", StringComparison.Ordinal) + "\n";
        int read = 0;
        foreach (string proto in (string[])
        [
            $"syntax = \"proto3\"; {comment} message A {{ {comment} int32 a = 1; {comment} E e = 2; }} {comment} enum E {{ {comment} Z = 0; }}",
            $"syntax = \"proto3\";\n{line}message A {{\n{line}int32 a = 1; }}\n{line}enum E {{\n{line}Z = 0; }}",
            $"syntax = \"proto3\"; option csharp_namespace = {quoted}; message A {{ int32 a = 1; }}",
            $"syntax = \"proto3\"; option csharp_namespace = \"A.{raw}\"; message A {{ int32 a = 1; }}",
            $"syntax = \"proto2\"; message A {{ optional string s = 1 [default = {quoted}]; optional bytes b = 2 [default = {quoted}]; }}",
            $"syntax = \"proto2\"; message A {{ optional string s = 1 [json_name = {quoted}]; }}",
            $"syntax = \"proto2\"; message A {{ optional string s = 1 [(my.option) = {quoted}, deprecated = true]; reserved {quoted}; }}",
            $"syntax = \"proto2\"; message A {{ extensions 100 {comment} to 199; extensions 200 {line} to 299; }}",
            $"syntax = \"proto2\"; message A {{ extensions 100 to 199 [declaration = {{ full_name: {quoted} }}]; }}",
            .. new[] { "int32", "bool", "double", "uint64", "sfixed32", "float", "E", "string" }.SelectMany(
                type => new[] { Marker, $"{Marker}.{Marker}", $"{{ {Marker} }}", $"{{ {Marker}: {quoted} }}", $"1e5{Marker}", $"0{Marker}",
                    $"-{Marker}", quoted, $"1.{Marker}", $"0x{Marker}" }
                .Select(value => $"syntax = \"proto2\"; message A {{ optional {type} a = 1 [default = {value}]; }} enum E {{ Z = 0; }}")),
            $"syntax = \"proto3\"; service {Marker}S {{ rpc M (A) returns (A); }} message A {{ }}",
        ])
        {
            foreach (bool protobufNet in (bool[])[false, true])
            {
                string code;
                try
                {
                    code = ProtobufSchema.Parse(proto).ToCSharp(protobufNet: protobufNet);
                }
                catch (WireFormatException)
                {
                    continue;
                }
                read++;
                Clean(code, proto);
            }
        }
        Assert.InRange(read, 8, int.MaxValue);
    }

    /// <summary>What ends a line of C# ends that of its comment too, in every printer: what follows is a comment of its own.</summary>
    [Theory]
    [InlineData("\r")]
    [InlineData("\u0085")]
    [InlineData("\u2028")]
    [InlineData("\u2029")]
    public void A_line_of_a_comment_is_one_of_the_language(string end)
    {
        string said = $"first{end}second";
        Assert.Equal(["first", "second"], Quoting.Lines(said));
        Assert.Equal("first second", Quoting.Line(said));
        foreach (string proto in (string[])[$"syntax = \"proto3\";\n/* {said} */\nmessage A {{ int32 a = 1; }}",
            $"syntax = \"proto3\";\nmessage A {{\n/* {said} */\nint32 a = 1; }}",
            $"syntax = \"proto3\";\n/* {said} */\nenum A {{ Z = 0; }}"])
            Assert.Matches("/// <summary>first\n */// second</summary>\n", ProtobufSchema.Parse(proto).ToCSharp());
    }

    [Theory, MemberData(nameof(Ends))]
    public void Namespaces_are_namespaces(int index)
    {
        string hostile = Hostile(s_ends[index]);
        var schema = ProtobufSchema.Parse("syntax = \"proto3\"; message A { int32 a = 1; }");
        Assert.Throws<ArgumentException>(() => schema.ToCSharp(hostile));
        Assert.Throws<ArgumentException>(() => schema.ToCSharp("A." + hostile));
        Assert.Throws<ArgumentException>(() => Protobuf.GetProto<Named>(package: hostile));
        Assert.Contains("namespace A.@class", schema.ToCSharp("A.class"), StringComparison.Ordinal);
        Assert.Throws<Isomer.Cli.CliException>(() => CSharpPrinter.Print(Inference.Of([Json.ParseNode("{}")], "Root"), hostile));
    }

    public sealed class Named
    {
        [ProtobufMember(1)]
        public int Value { get; set; }
    }

    /// <summary>A file's name may hold line ends where the system lets it.</summary>
    [Fact]
    public void Names_of_files_do_not_become_code()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "names of files");
        using var folder = new Cli.TemporaryFolder();
        foreach (string end in s_ends.Where(
            e => e.IndexOf('\0', StringComparison.Ordinal) < 0 && !e.Contains('/', StringComparison.Ordinal) && e != "\uD800"))
        {
            string path = folder.Write($"a{end}class {Marker}{end}.proto", "syntax = \"proto3\"; message A { int32 a = 1; }");
            Clean(ProtobufSchema.Load([path]).ToCSharp(), path);
        }
    }

    /// <summary>Names of members, as payloads have them: C#, .proto that protoc's grammar reads, and XSD.</summary>
    [Theory, MemberData(nameof(Ends))]
    public void Names_in_payloads_do_not_become_code(int index)
    {
        string hostile = Hostile(s_ends[index]);
        var payload = new NodeObject
        {
            [hostile] = new NodeArray(new NodeObject { [hostile] = 1, ["class"] = 2, ["ToString"] = 3, ["a-b"] = 4, ["a_b"] = 5 }),
            ["ä"] = 1,
            ["ö"] = 2,
            ["x"] = new NodeObject { ["y"] = 1 },
            ["X"] = new NodeObject { ["z"] = 1 },
            ["ª᠎"] = 3,
            ["1"] = 4,
            ["/~x y"] = new NodeObject { ["y"] = 1 },
            [""] = 5,
        };
        Schema schema = Inference.Of([payload], hostile);
        string code = CSharpPrinter.Print(schema, "My.Model");
        // The Roslyn of these tests does not know collection expressions yet.
        code = code.Replace(" = [];\n", " = default!;\n", StringComparison.Ordinal);
        Clean(code, "payload", names: true);
        _ = Formats.OfProtobuf.CompiledProto.Compile([code, "global using System; global using System.Collections.Generic;"], []);

        string proto = Isomer.Cli.Schemas.ProtoPrinter.Print(schema, "my.model");
        var parsed = ProtobufSchema.Parse(proto);
        Assert.Equal(5, parsed.Messages.Count());
        Clean(parsed.ToCSharp(), proto, names: true);

        string xsd = XsdPrinter.Print(schema, "Root");
        var document = System.Xml.Linq.XDocument.Parse(xsd);
        Assert.All(document.Descendants(), e => Assert.Equal("http://www.w3.org/2001/XMLSchema", e.Name.NamespaceName));
        var set = new System.Xml.Schema.XmlSchemaSet();
        set.Add(null, System.Xml.XmlReader.Create(new StringReader(xsd)));
        set.Compile();

        var json = (NodeObject)Json.ParseNode(JsonSchemaPrinter.Print(schema))!;
        Assert.Equal(schema.Structs().Count, ((NodeObject)json["$defs"]!).Count);
    }

    /// <summary>Literals say what they were made of, in both languages, whatever that is.</summary>
    [Fact]
    public void Literals_come_back()
    {
        var random = new Random(7);
        for (int i = 0; i < 3000; i++)
        {
            string text = string.Concat(
                Enumerable.Range(0, random.Next(12))
                    .Select(_ =>
                        random.Next(3) switch
                        {
                            0 => s_ends[random.Next(s_ends.Length)],
                            1 => ((char)random.Next(0xD800)).ToString(),
                            _ => char.ConvertFromUtf32(random.Next(0x10000, 0x10FFFF))
                        }));
            string literal = Quoting.CSharp(text);
            var token = SyntaxFactory.ParseToken(literal);
            Assert.Equal((literal.Length, text), (token.FullSpan.Length, token.ValueText));
            if (text.Contains('\uD800', StringComparison.Ordinal))
                continue; // .proto is UTF-8
            var proto =
                ProtobufSchema.Parse($"syntax = \"proto2\"; message A {{ optional string s = 1 [default = {Quoting.Proto(text)}]; }}");
            Assert.Contains("?? " + literal + ";", proto.ToCSharp(), StringComparison.Ordinal);
        }
    }

    /// <summary>No declaration, attribute or expression that a printer does not write.</summary>
    static void Clean(string code, string source, bool names = false)
    {
        SyntaxTree tree = CSharpSyntaxTree.ParseText(code);
        Assert.True(!tree.GetDiagnostics().Any(), $"{string.Join('\n', tree.GetDiagnostics())}\n{code}\nof\n{source}");
        SyntaxNode root = tree.GetRoot();
        foreach (SyntaxNode node in root.DescendantNodes())
        {
            bool expected = node switch
            {
                MethodDeclarationSyntax m => m.Identifier.Text.StartsWith("ShouldSerialize", StringComparison.Ordinal),
                AttributeSyntax a =>
                    a.Name.ToString() is var n
                        && (n.StartsWith("Proto", StringComparison.Ordinal)
                            || n is "DefaultValue" or "System.Serializable" or "Obsolete" or "CompatibilityLevel" or "NullWrappedValue"
                                or "JsonPropertyName"),
                StatementSyntax s => false,
                InvocationExpressionSyntax i =>
                    i.Expression.ToString() is "Array.Empty<byte>" or "System.Collections.Immutable.ImmutableArray.Create<System.Type>",
                BaseTypeDeclarationSyntax or PropertyDeclarationSyntax or FieldDeclarationSyntax or BaseNamespaceDeclarationSyntax
                    or EnumMemberDeclarationSyntax => true,
                MemberDeclarationSyntax => false,
                _ => true,
            };
            Assert.True(expected || node is AccessorDeclarationSyntax, $"{node.Kind()}: {node}\nin\n{code}\nof\n{source}");
        }
        // Names of members of payloads are in names; but then they are words, and nothing else.
        foreach (SyntaxToken token in root.DescendantTokens())
        {
            if (token.Text.Contains(Marker, StringComparison.Ordinal) && !names)
                Assert.True(token.IsKind(SyntaxKind.StringLiteralToken), $"{token.Kind()}: {token}\nin\n{code}\nof\n{source}");
        }
        Assert.DoesNotContain(code, c => c is '\u0085' or '\u2028' or '\u2029' or '\u202E' or '\0' || char.IsSurrogate(c));
    }
}
