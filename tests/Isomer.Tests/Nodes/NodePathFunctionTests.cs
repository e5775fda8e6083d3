using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Isomer.Nodes;
using Xunit;

namespace Isomer.Tests.Nodes;

/// <summary>Functions of a JSONPath (RFC 9535, 2.4) and the regular expressions in them (RFC 9485).</summary>
public class NodePathFunctionTests
{
    const string Document = """
        {"v":["abc","","\uD83D\uDE00x","B",1,true,null,[],[1,2],{"a":1},{"a":"abcd","b":2}],"n":{"x":{"k":"ab"},"y":{"k":"cd"}},"re":"a.*","one":[7],"deep":{"re2":"b.?b"}}
        """;

    [Theory]
    [InlineData("$.v[?length(@) == 3]", """["abc"]""")]
    [InlineData("$.v[?length(@) == 2]", """["😀x",[1,2],{"a":"abcd","b":2}]""")]
    [InlineData("$.v[?length(@) == 0]", """["",[]]""")]
    [InlineData("$.v[?length(@.a) == 4]", """[{"a":"abcd","b":2}]""")]
    [InlineData("$.v[?length(@.a) == length(@.nothing)]", """["abc","","😀x","B",1,true,null,[],[1,2],{"a":1}]""")]
    [InlineData("$.v[?length(@) > 2]", """["abc"]""")]
    [InlineData("$.v[?2 < length(@)]", """["abc"]""")]
    [InlineData("$.v[?length('ab') == 2 && @ == 1]", "[1]")]
    [InlineData("$.v[?count(@.*) == 2]", """[[1,2],{"a":"abcd","b":2}]""")]
    [InlineData("$.v[?count(@..*) > 1]", """[[1,2],{"a":"abcd","b":2}]""")]
    [InlineData("$.v[?count(@['a','b','a']) >= 3]", """[{"a":"abcd","b":2}]""")]
    [InlineData("$.v[?count($.n.*) == 2 && @ == 'B']", """["B"]""")]
    [InlineData("$.v[?value(@.*) == 1]", """[{"a":1}]""")]
    [InlineData("$[?value(@..k) == 'ab']", "[]")]
    [InlineData("$.n[?value(@..k) == 'ab']", """[{"k":"ab"}]""")]
    [InlineData("$.v[?value(@.*) == value(@.zz)]", """["abc","","😀x","B",1,true,null,[],[1,2],{"a":"abcd","b":2}]""")]
    [InlineData("$.v[?length(value($..k)) == length(value($..zzz)) && @ == 1]", "[1]")]
    [InlineData("$.v[?match(@, 'a.*')]", """["abc"]""")]
    [InlineData("$.v[?!match(@, '[a-zA-Z]*')]", """["😀x",1,true,null,[],[1,2],{"a":1},{"a":"abcd","b":2}]""")]
    [InlineData("$.v[?match(@, '.x')]", """["😀x"]""")]
    [InlineData("$.v[?match(@, '[\\uD83D\\uDE00-\\uD83D\\uDE4F]x')]", """["😀x"]""")]
    [InlineData("$.v[?match(@, '\\\\p{So}x')]", """["😀x"]""")]
    [InlineData("$.v[?match(@, '\\\\p{Lu}')]", """["B"]""")]
    [InlineData("$.v[?match(@, '\\\\P{Ll}')]", """["B"]""")]
    [InlineData("$.v[?search(@, 'b')]", """["abc"]""")]
    [InlineData("$.v[?search(@, '^b')]", "[]")]
    [InlineData("$.v[?search(@, 'c$')]", """["abc"]""")]
    [InlineData("$.v[?search(@, '')]", """["abc","","😀x","B"]""")]
    [InlineData("$.v[?match(@, $.re)]", """["abc"]""")]
    [InlineData("$.v[?search(@, value($..re2)) || match(@, value($..re))]", """["abc"]""")]
    [InlineData("$.v[?match(@.a, 'ab(c|d){2}')]", """[{"a":"abcd","b":2}]""")]
    [InlineData("$.v[?match(@, 1)]", "[]")]
    [InlineData("$.v[?match(@, 'a(')]", "[]")]
    [InlineData("$.v[?match(1, '1')]", "[]")]
    [InlineData("$.v[? match( @ , 'B' ) && length( @ ) == 1 ]", """["B"]""")]
    [InlineData("$.v[?(match(@,'B') || !search(@,'.')) && length(@) < 2]", """["","B",[],{"a":1}]""")]
    public void Selects(string path, string expected) =>
        Assert.Equal(Json.ParseNode(expected), new NodeArray(Json.ParseNode(Document)!.Select(path)));

    [Theory]
    [InlineData("$[?length(@)]")]
    [InlineData("$[?count(@.*)]")]
    [InlineData("$[?value(@.*)]")]
    [InlineData("$[?!count(@.*)]")]
    [InlineData("$[?match(@, 'a') == true]")]
    [InlineData("$[?true == match(@, 'a')]")]
    [InlineData("$[?length(@.*) == 1]")]
    [InlineData("$[?length(@, @) == 1]")]
    [InlineData("$[?length() == 1]")]
    [InlineData("$[?count() == 1]")]
    [InlineData("$[?count(1) == 1]")]
    [InlineData("$[?count(true) == 1]")]
    [InlineData("$[?count(length(@)) == 1]")]
    [InlineData("$[?value(1) == 1]")]
    [InlineData("$[?match(@)]")]
    [InlineData("$[?match(@, 'a', 'b')]")]
    [InlineData("$[?match(@.*, 'a')]")]
    [InlineData("$[?match(@, @..re)]")]
    [InlineData("$[?length(match(@, 'a')) == 1]")]
    [InlineData("$[?length (@) == 1]")]
    [InlineData("$[?length\n(@) == 1]")]
    [InlineData("$[?unknown(@) == 1]")]
    [InlineData("$[?Length(@) == 1]")]
    [InlineData("$[?length(@ == 1]")]
    [InlineData("$[?length(@)==1 2]")]
    [InlineData("$.length(@)")]
    [InlineData("$[length(@)]")]
    [InlineData("$['\\\"']")]
    [InlineData("$[\"\\'\"]")]
    [InlineData("$['\\uD800']")]
    [InlineData("$['\\uDC00\\uD800']")]
    [InlineData("$['\\x41']")]
    [InlineData("$['\t']")]
    [InlineData("$[9007199254740992]")]
    [InlineData("$[-9007199254740992]")]
    [InlineData("$[0:9007199254740992]")]
    [InlineData("$. a")]
    [InlineData("$.. a")]
    [InlineData("$.. ['a']")]
    [InlineData(" $")]
    [InlineData("$ ")]
    [InlineData("$[?@.a == 01]")]
    [InlineData("$[?@.a == 1.]")]
    [InlineData("$[?@.a == .1]")]
    [InlineData("$[?@.a == +1]")]
    [InlineData("$[?@.a == 1e]")]
    [InlineData("$[?@.a == TRUE]")]
    [InlineData("$[?(@.a) == 1]")]
    [InlineData("$[?@.a = 1]")]
    [InlineData("$[?@.a & @.b]")]
    [InlineData("$[?!@.a == 1]")]
    public void Refuses(string path) => Assert.Throws<FormatException>(() => NodePath.Parse(path));

    [Theory]
    [InlineData("$[9007199254740991]", "[]")]
    [InlineData("$[?@ == -0]", "[0]")]
    [InlineData("$[?@ == 1e0]", "[1]")]
    [InlineData("$[?@ < 'b']", """["a"]""")]
    [InlineData("$[?@ > '\uFFFF']", """["😀"]""")]
    [InlineData("$[?@ <= null]", "[null]")]
    [InlineData("$\n[0]", "[0]")]
    [InlineData("$[ 0 , 1 ]", "[0,1]")]
    [InlineData("$[ 0 : 3 : 2 ]", """[0,"a"]""")]
    [InlineData("$[?\t@ == 1]", "[1]")]
    public void Edges_of_the_grammar(string path, string expected) =>
        Assert.Equal(Json.ParseNode(expected), new NodeArray(Json.ParseNode("""[0,1,"a","😀",null]""")!.Select(path)));

    /// <summary>
    /// Random expressions and texts beside Regex, which knows them all: characters below a thousand, so that halves of characters do not
    /// matter.
    /// </summary>
    [Fact]
    public void Expressions_match_what_Regex_matches()
    {
        var random = new Random(9485);
        int matched = 0;
        for (int i = 0; i < 4000; i++)
        {
            string pattern = Expression(random, 3);
            var own = new PathRegexp(pattern);
            var whole = new Regex($@"\A(?:{Theirs(pattern)})\z", RegexOptions.CultureInvariant);
            var part = new Regex(Theirs(pattern), RegexOptions.CultureInvariant);
            for (int k = 0; k < 12; k++)
            {
                string text = string.Concat(Enumerable.Range(0, random.Next(8)).Select(_ => "abcABC019-^$ \n\rÄж"[random.Next(17)]));
                Assert.True(whole.IsMatch(text) == own.IsMatch(text, true), $"match {pattern} of {text}");
                Assert.True(part.IsMatch(text) == own.IsMatch(text, false), $"search {pattern} in {text}");
                matched += own.IsMatch(text, false) ? 1 : 0;
            }
        }
        Assert.InRange(matched, 5000, 43000);

        // A dollar is the end itself, not the place before a last line feed; a dot stops at both ends of lines.
        static string Theirs(string pattern)
        {
            var result = new StringBuilder();
            bool inClass = false;
            for (int at = 0; at < pattern.Length; at++)
            {
                char c = pattern[at];
                inClass = c == '[' || (inClass && c != ']');
                if (c == '\\')
                    result.Append(c).Append(pattern[++at]);
                else
                    result.Append(inClass ? c.ToString() : c switch { '.' => "[^\\n\\r]", '$' => "\\z", '^' => "\\A", _ => c.ToString() });
            }
            return result.ToString();
        }
    }

    static string Expression(Random random, int depth)
    {
        var result = new StringBuilder();
        for (int choice = random.Next(5) == 0 ? 2 : 1; choice > 0; choice--)
        {
            for (int piece = random.Next(4); piece > 0; piece--)
            {
                string atom = random.Next(12) switch
                {
                    0 => ".",
                    1 => "[a-c]",
                    2 => "[^a0-9]",
                    3 => "[-a\\n\\]]",
                    4 => "\\p{Lu}",
                    5 => "\\P{L}",
                    6 => "[\\p{Nd}ж-]",
                    7 when depth > 0 => $"({Expression(random, depth - 1)})",
                    8 => "\\-",
                    9 => random.Next(4) == 0 ? "^" : "b",
                    10 => random.Next(4) == 0 ? "$" : "A",
                    _ => "abcA1Ä "[random.Next(7)].ToString(),
                };
                string count = atom is "^" or "$"
                    ? ""
                    : random.Next(9) switch { 0 => "*", 1 => "+", 2 => "?", 3 => "{2}", 4 => "{1,}", 5 => "{0,2}", _ => "" };
                result.Append(atom).Append(count);
            }
            if (choice == 2)
                result.Append('|');
        }
        return result.ToString();
    }

    [Theory]
    [InlineData("a**")]
    [InlineData("*a")]
    [InlineData("(a")]
    [InlineData("a)")]
    [InlineData("[a")]
    [InlineData("[]")]
    [InlineData("[^]")]
    [InlineData("[b-a]")]
    [InlineData("[a-b-c]")]
    [InlineData("[[]")]
    [InlineData("a{")]
    [InlineData("a{,2}")]
    [InlineData("a{3,2}")]
    [InlineData("a{99999999999}")]
    [InlineData("\\d")]
    [InlineData("\\")]
    [InlineData("\\p{Foo}")]
    [InlineData("\\p{Cs}")]
    [InlineData("\\p{")]
    [InlineData("(?:a)")]
    [InlineData("a{9000}")]
    [InlineData("((((a{20}){20}){20}){20})")]
    public void What_is_no_expression_matches_nothing(string pattern)
    {
        foreach (string text in new[] { "", "a", "ab", pattern })
            Assert.False(new PathRegexp(pattern).IsMatch(text, false));
    }

    /// <summary>Patterns that take others an exponential time, counts of nothing, and groups within groups.</summary>
    [Fact]
    public void No_pattern_takes_long()
    {
        string text = new string('a', 5000) + "!";
        var started = System.Diagnostics.Process.GetCurrentProcess().TotalProcessorTime;
        Assert.False(new PathRegexp("(a*)*").IsMatch(text, true));
        Assert.False(new PathRegexp("(a|aa)+").IsMatch(text, true));
        Assert.False(new PathRegexp("((a?){40}){40}b").IsMatch(text[..200], true));
        Assert.True(new PathRegexp("(){2000000000}a").IsMatch("a", true));
        Assert.False(new PathRegexp(new string('(', 100_000)).IsMatch("a", true));
        var spent = System.Diagnostics.Process.GetCurrentProcess().TotalProcessorTime - started;
        // In a process with other tests their time counts too; alone it is 0.1 s.
        Assert.True(spent < TimeSpan.FromMinutes(2), spent.ToString(null, CultureInfo.InvariantCulture));
        Assert.Throws<FormatException>(() => NodePath.Parse("$[?" + string.Concat(Enumerable.Repeat("length(", 1000))));
    }
}
