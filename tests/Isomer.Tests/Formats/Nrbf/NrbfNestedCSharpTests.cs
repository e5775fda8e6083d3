using System.Reflection;
using System.Runtime.Loader;
using System.Text;
using Isomer.Cli.Schemas;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Types that are nested in generic ones, several levels deep, made at random and compiled: what `isomer schema` prints of their payloads
/// opens them, and the closed set names each of them. And classes of the framework's are named, not imitated.
/// </summary>
public class NrbfNestedCSharpTests
{
    static readonly MetadataReference[] References = CompilerReferences.OfFramework();

    static byte[] Compile(string name, string code, params MetadataReference[] more)
    {
        var compilation = CSharpCompilation.Create(name, [CSharpSyntaxTree.ParseText(code)], [.. References, .. more],
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        using var stream = new MemoryStream();
        var result = compilation.Emit(stream);
        Assert.True(result.Success,
            string.Join("\n", result.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error).Take(5)) + "\n" + code);
        return stream.ToArray();
    }

    [Theory]
    [InlineData(1), InlineData(2), InlineData(3), InlineData(4), InlineData(5), InlineData(6), InlineData(7), InlineData(8), InlineData(9)]
    [InlineData(10), InlineData(11), InlineData(12), InlineData(13), InlineData(14), InlineData(15), InlineData(16), InlineData(17)]
    public void Nested_types_open_their_payload(int seed)
    {
        var nesting = new Nesting(new Random(seed));
        byte[] library = Compile("Old", nesting.Code);
        var old = new AssemblyLoadContext("old", isCollectible: true);
        var made = new AssemblyLoadContext("printed", isCollectible: true);
        string code = "";
        try
        {
            byte[] bytes = NrbfTests.Original(nesting.Graph(old.LoadFromStream(new MemoryStream(library))));
            var classes = new NrbfClasses();
            classes.Add(Nrbf.Read(bytes));
            code = NrbfCSharp.Print(classes);
            var options = (NrbfOptions)made.LoadFromStream(new MemoryStream(Compile("Old", code))).GetType("NrbfTypes")!
                .GetProperty("Options", BindingFlags.Static | BindingFlags.Public)!.GetValue(null)!;
            byte[] again = Nrbf.Serialize(Nrbf.Deserialize<object>(bytes, options), options);
            Assert.Equal(Nrbf.Format.ParseNode(bytes), Nrbf.Format.ParseNode(again));
            // The names alone, which the library of old compiles.
            var printer = new NrbfCSharp(new NrbfClasses());
            string[] types = [.. Nrbf.Read(bytes).Objects.OfType<NrbfClassRecord>().Where(r => r.Header.Library is not null)
                .Select(r => r.TypeName).Distinct()];
            string[] names = [.. types.Select(printer.TypeOf).OfType<string>()];
            Assert.Equal(types.Length, names.Length);
            Compile("Names", $"class All {{ System.Type[] _all = {{ {string.Join(", ", names.Select(n => $"typeof({n})"))} }}; }}",
                MetadataReference.CreateFromImage(library));
        }
        catch (Exception e) when (code.Length > 0)
        {
            Assert.Fail(e.Message + "\n" + nesting.Code + "\n" + code);
        }
        finally
        {
            old.Unload();
            made.Unload();
        }
    }

    /// <summary>Code of types within types, and objects of them.</summary>
    sealed class Nesting(Random random)
    {
        readonly StringBuilder _code = new();
        readonly List<Made> _made = [];
        readonly List<Type> _closed = [];
        int _left = 60;

        sealed record Made(string Metadata, string[] Path, int[] Arities, bool IsEnum, bool IsStruct)
        {
            public int Arity => Arities.Sum();

            public bool IsBase { get; set; }
        }

        public string Code
        {
            get
            {
                if (_code.Length > 0)
                    return _code.ToString();
                for (int i = 0; i < 4; i++)
                {
                    _code.Append("namespace Old.Space").Append(i % 2).Append(" {\n");
                    Type($"Old.Space{i % 2}.", [$"Old.Space{i % 2}"], [], 0);
                    _code.Append("}\n");
                }
                return _code.ToString();
            }
        }

        void Type(string before, string[] path, int[] arities, int depth)
        {
            int outside = arities.Sum(), own = random.Next(3) - (random.Next(2) == 0 ? 1 : 0);
            own = depth == 0 ? Math.Max(own, 1) : Math.Max(own, 0);
            int kind = depth == 0 ? 0 : random.Next(4);
            string simple = $"N{_made.Count}";
            if (kind == 3)
            {
                _made.Add(new Made(before + simple, [.. path, simple], [.. arities, 0], IsEnum: true, IsStruct: false));
                _code.Append($"[System.Serializable] public enum {simple} : {(random.Next(2) == 0 ? "byte" : "int")} {{ A, B, C }}\n");
                return;
            }
            string parameters = own == 0 ? "" : $"<{string.Join(", ", Enumerable.Range(outside, own).Select(i => $"P{i}"))}>";
            string metadata = before + simple + (own == 0 ? "" : "`" + own);
            var made = new Made(metadata, [.. path, simple], [.. arities, own], IsEnum: false, IsStruct: kind == 2);
            string[] inScope = [.. Enumerable.Range(0, outside + own).Select(i => $"P{i}")];
            var based = kind == 2 || random.Next(3) > 0 ? null : _made.LastOrDefault(m => m.IsBase);
            _made.Add(made);
            _code.Append(
                $"[System.Serializable] public {(kind == 2 ? "struct" : "class")} {simple}{parameters}{(based is null ? "" : " : " + Name(based, inScope))} {{\n");
            string[] fields = ["int", "string", "object", "object[]", .. inScope, .. inScope.Select(p => p + "[]")];
            for (int i = 0, count = random.Next(1, 5); i < count; i++)
            {
                var other = _made[random.Next(_made.Count)];
                string type = random.Next(3) > 0 || (kind == 2 && (other.IsStruct || other == made)) ? fields[random.Next(fields.Length)]
                    : Name(other, inScope) + (random.Next(4) == 0 ? "[]" : "");
                _code.Append($"{(random.Next(3) == 0 ? "private" : "public")} {type} f{_made.Count}_{i};\n");
            }
            for (int i = 0, count = depth == 3 ? 0 : random.Next(depth == 0 ? 1 : 0, 4); i < count; i++)
                Type(metadata + "+", made.Path, made.Arities, depth + 1);
            _code.Append("}\n");
            made.IsBase = kind == 0;
        }

        string Name(Made made, string[] inScope)
        {
            var text = new StringBuilder("global::" + made.Path[0]);
            for (int i = 1; i < made.Path.Length; i++)
            {
                text.Append('.').Append(made.Path[i]);
                if (made.Arities[i - 1] is > 0 and var arity)
                    text.Append('<').AppendJoin(", ", Enumerable.Range(0, arity).Select(_ =>
                        random.Next(2) == 0 && inScope.Length > 0 ? inScope[random.Next(inScope.Length)]
                            : random.Next(2) == 0 ? "int" : "string")).Append('>');
            }
            return text.ToString();
        }

        /// <summary>Objects of all types, in an array.</summary>
        public object Graph(Assembly assembly)
        {
            foreach (var made in _made)
                for (int i = 0; i < (made.Arity == 0 ? 1 : 2); i++)
                {
                    var open = assembly.GetType(made.Metadata, throwOnError: true)!;
                    _closed.Add(!open.IsGenericType ? open : open.MakeGenericType([.. Enumerable.Range(0, made.Arity).Select(_ =>
                        random.Next(4) switch
                        {
                            0 => typeof(int),
                            1 => typeof(string),
                            2 => typeof(object),
                            _ => _closed.Count > 0 ? _closed[random.Next(_closed.Count)] : typeof(int),
                        })]));
                }
            return _closed.Where(c => c.FullName!.Length < 900).Select(c => Value(c, 2)).ToArray();
        }

        object? Value(Type type, int depth)
        {
            if (type == typeof(int))
                return random.Next(1000);
            if (type == typeof(string))
                return "s" + random.Next(1000);
            if (type.IsEnum)
                return Enum.ToObject(type, random.Next(3));
            if (!type.IsValueType && (depth == 0 || _left <= 0))
                return null;
            _left--;
            if (type == typeof(object))
                return random.Next(3) == 0 ? 5L : Value(_closed[random.Next(_closed.Count)], depth - 1);
            if (type.IsArray)
            {
                var array = Array.CreateInstance(type.GetElementType()!, 2);
                array.SetValue(Value(type.GetElementType()!, depth - 1), 0);
                return array;
            }
            object made = Activator.CreateInstance(type)!;
            for (var level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
                foreach (var field in level.GetFields(
                    BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                    field.SetValue(made, Value(field.FieldType, Math.Max(0, depth - 1)));
            return made;
        }
    }

    /// <summary>
    /// Classes of the framework's that are not in mscorlib are the running ones in the project that the code is pasted into.
    /// </summary>
    [Fact]
    public void Classes_of_the_framework_are_named_and_not_imitated()
    {
        var table = new System.Data.DataTable("t") { Columns = { { "a", typeof(int) } }, Rows = { 1 } };
        object[] graph =
        [
            table, new System.Data.SqlTypes.SqlInt32(3), new Holder { Money = 5, Map = new() { ["a"] = 1 } },
            new Uri("http://a/b"), new System.Drawing.Point(1, 2), new System.Collections.Specialized.BitVector32(3).Data,
        ];
        byte[] bytes = Nrbf.Serialize<object>(graph, new NrbfOptions
        {
            KnownTypes = [typeof(Holder), typeof(System.Data.DataTable), typeof(System.Data.SqlTypes.SqlInt32)],
        });
        var classes = new NrbfClasses();
        classes.Add(Nrbf.Read(bytes));
        string code = NrbfCSharp.Print(classes);
        Assert.DoesNotContain("namespace System", code);
        Assert.Contains("typeof(global::System.Data.DataTable)", code);
        Assert.Contains("public global::System.Data.SqlTypes.SqlMoney Money", code);
        Assert.Contains("public global::System.Data.PropertyCollection Map", code);
        string version = typeof(Holder).Assembly.GetName().Version!.ToString();
        var made = new AssemblyLoadContext("printed", isCollectible: true);
        var options = (NrbfOptions)made.LoadFromStream(new MemoryStream(
            Compile("Isomer.Tests", $"[assembly: System.Reflection.AssemblyVersion(\"{version}\")]\n" + code))).GetType("NrbfTypes")!
                .GetProperty("Options", BindingFlags.Static | BindingFlags.Public)!.GetValue(null)!;
        object[] back = Nrbf.Deserialize<object[]>(bytes, options)!;
        Assert.Equal(1, Assert.IsType<System.Data.DataTable>(back[0]).Rows[0][0]);
        Assert.Equal(graph[1], back[1]);
        made.Unload();
    }

    [Serializable]
    public class Holder
    {
        public System.Data.SqlTypes.SqlMoney Money;
        public System.Data.PropertyCollection? Map;
    }
}
