namespace Isomer.Tests.Analyzers;

/// <summary>Pieces of programs that hold a serializer: each uses of its own names those that end in its number (#).</summary>
static class FixShapes
{
    /// <summary>A new object with its name.</summary>
    public const string Named = "new XmlSerializer(typeof(int), new XmlRootAttribute(\"x\"))";

    /// <summary>The name is where it is put.</summary>
    public const string Bare = "new(typeof(int), new XmlRootAttribute(\"x\"))";

    /// <summary>Members of a class; E is the new object by one of its names, N one that may be `new(...)`.</summary>
    public static readonly string[] Members =
    [
        "object M#() => E;",
        "void M#() { var s = E; s.Serialize(Stream.Null, 1); }",
        "void M#() { XmlSerializer s = N; s.Serialize(Stream.Null, 1); }",
        "void M#() { XmlSerializer s; s = N; s.Serialize(Stream.Null, 1); }",
        "void M#(bool b) { XmlSerializer s = b ? N : N; s.Serialize(Stream.Null, 1); }",
        "XmlSerializer? _f#; void M#() { _f# = N; _f#.Serialize(Stream.Null, 1); }",
        "XmlSerializer? _f#; XmlSerializer M#() => _f# ??= N;",
        "XmlSerializer? _f#; XmlSerializer M#() { if (_f# is null) _f# = N; return _f#; }",
        "XmlSerializer? _f#, _g#; void M#() { _f# = _g# = N; }",
        "XmlSerializer P# { get; } = N;",
        "XmlSerializer P# => E;",
        "XmlSerializer P# { get { return N; } }",
        "XmlSerializer? _f#; XmlSerializer P# { get => _f# ??= N; set => _f# = value; }",
        "readonly Dictionary<Type, XmlSerializer> _d# = new Dictionary<Type, XmlSerializer>(); void M#(Type t) { _d#[t] = N; }",
        "readonly Dictionary<Type, XmlSerializer> _d# = []; void M#(Type t) { _d#.Add(t, E); }",
        "readonly Dictionary<Type, XmlSerializer> _d# = new(); XmlSerializer M#(Type t) { "
            + "if (!_d#.TryGetValue(t, out XmlSerializer? s)) _d#.Add(t, s = E); return s; }",
        "readonly Dictionary<Type, XmlSerializer> _d# = new(); XmlSerializer M#(Type t) { "
            + "if (!_d#.TryGetValue(t, out var s)) { s = N; _d#.Add(t, s); } return s; }",
        "readonly System.Collections.Concurrent.ConcurrentDictionary<Type, XmlSerializer> _d# = new(); "
            + "XmlSerializer M#(Type t) => _d#.GetOrAdd(t, _ => E);",
        "readonly Lazy<XmlSerializer> _l# = new Lazy<XmlSerializer>(() => E); XmlSerializer P# => _l#.Value;",
        "readonly Lazy<XmlSerializer> _l# = new(() => N);",
        "readonly List<XmlSerializer> _l# = new() { E, E }; void M#() { foreach (XmlSerializer s in _l#) s.Serialize(Stream.Null, 1); }",
        "readonly XmlSerializer[] _a# = [N, E]; XmlSerializer M#() => _a#[0];",
        "readonly XmlSerializer[] _a# = new XmlSerializer[] { E };",
        "System.Threading.Tasks.Task<XmlSerializer> M#() => System.Threading.Tasks.Task.FromResult(E);",
        "System.Threading.Tasks.Task<XmlSerializer> M#() => System.Threading.Tasks.Task.FromResult<XmlSerializer>(N);",
        "async System.Threading.Tasks.Task<XmlSerializer> M#() { await System.Threading.Tasks.Task.Yield(); return N; } "
            + "async System.Threading.Tasks.Task U#() { XmlSerializer s = await M#(); s.Serialize(Stream.Null, 1); }",
        "void T#(XmlSerializer s) => s.Serialize(Stream.Null, 1); void M#() { T#(E); }",
        "void T#(int i, XmlSerializer s = null!) => s.Serialize(Stream.Null, i); void M#() { T#(s: N, i: 1); }",
        "void T#(params XmlSerializer[] s) { } void M#() { T#(E, E); }",
        "void T#(out XmlSerializer s) { s = N; } void M#() { T#(out XmlSerializer s); s.Serialize(Stream.Null, 1); }",
        "void T#(out XmlSerializer s) => s = N; void M#() { T#(out var s); XmlSerializer t = s; }",
        "void T#(ref XmlSerializer? s) => s ??= N; XmlSerializer? _f#; void M#() => T#(ref _f#);",
        "XmlSerializer M#() { Func<XmlSerializer> f = () => { return N; }; return f(); }",
        "string M#() { Func<XmlSerializer> f = () => { return E; }; return f().ToString()!; }",
        "string M#() { XmlSerializer L() { return N; } return L().ToString()!; }",
        "string M#() { XmlSerializer L() => E; XmlSerializer s = L(); return s.ToString()!; }",
        "XmlSerializer M#() { object L() { return E; } L(); XmlSerializer s = new XmlSerializer(typeof(int)); return s; }",
        "IEnumerable<XmlSerializer> M#() { yield return N; }",
        "(XmlSerializer, int) M#() => (E, 1);",
        "void M#() { (XmlSerializer s, int i) t = (E, 1); t.s.Serialize(Stream.Null, t.i); }",
        "void M#() { (XmlSerializer s, int i) = (E, 1); s.Serialize(Stream.Null, i); }",
        "record R#(XmlSerializer S); XmlSerializer M#() => new R#(E).S;",
        "class H# { public XmlSerializer? S { get; set; } } object M#() => new H# { S = N };",
        "void M#(int i) { XmlSerializer s = i switch { 0 => E, _ => N }; s.Serialize(Stream.Null, 1); }",
        "XmlSerializer M#(XmlSerializer? s) => s ?? E; XmlSerializer U#() => M#(null);",
        "XmlSerializer M#() => (XmlSerializer)E;",
        "bool M#() => E is XmlSerializer s && s.ToString() == \"\";",
        "delegate XmlSerializer D#(); XmlSerializer M#() { D# d = () => N; return d(); }",
        "T I#<T>(T x) => x; XmlSerializer M#() => I#(E);",
        "XmlSerializer A#() => E; Func<XmlSerializer> M#() => A#;",
        "interface I# { XmlSerializer Make(); } class C# : I# { public XmlSerializer Make() => E; } XmlSerializer M#(I# i) => i.Make();",
        "abstract class B# { public abstract XmlSerializer Make(); } class C# : B# { public override XmlSerializer Make() => N; }",
        "XmlSerializer? this[D# i] { get => E; } struct D# { }",
        "Y M#() => new Y(typeof(int), new XmlRootAttribute(\"x\"));",
        "Y? _f#; void M#() { _f# = new(typeof(int), new XmlRootAttribute(\"x\")); }",
        "System.Xml.Serialization.XmlSerializer? _f#; void M#() => _f# = new System.Xml.Serialization.XmlSerializer(typeof(int), [typeof(string)]);",
        "abstract class V# : W#<XmlSerializer> { } class W#<T> where T : XmlSerializer { public T? S; } void M#(V# v) { v.S = E; }",
    ];

    /// <summary>What takes nothing but the original, or has a member that the drop-in has not: no fix.</summary>
    public static readonly string[] Unfollowed =
    [
        "class D# : XmlSerializer { } void T#(D# d) { } void M#(D# d) { XmlSerializer s = d; s = E; }",
        "void M#() { XmlSerializer s = new XmlSerializerFactory().CreateSerializer(typeof(int)); s = E; s.Serialize(Stream.Null, 1); }",
    ];

    /// <summary>What stands above the class; the namespaces below are there.</summary>
    public static readonly string[] Heads =
    [
        "",
        "// Licence\n",
        "#define A\n#undef B\n// Licence\n",
        "#define A\n#if A\n#define C\n#endif\n#region R\n#endregion\n",
        "#nullable disable\n#if DEBUG\n#endif\n",
        "extern alias none;\n",
    ];

    public static readonly string[] Usings =
    [
        "using System.Xml.Serialization;\nusing Y = System.Xml.Serialization.XmlSerializer;\n",
        "using Y = System.Xml.Serialization.XmlSerializer;\nusing System.Xml.Serialization;\nusing Other;\n",
        "using Other;\nusing System.Xml.Serialization;\nusing static System.Math;\nusing Y = System.Xml.Serialization.XmlSerializer;\n",
        "global using Zeta;\nusing System.Xml.Serialization; // last\nusing Y = System.Xml.Serialization.XmlSerializer;\n",
        "#if DEBUG\nusing Other;\n#endif\nusing System.Xml.Serialization;\nusing Y = System.Xml.Serialization.XmlSerializer;\n",
        "using System.Xml.Serialization;\nusing Y = System.Xml.Serialization.XmlSerializer;\n#if DEBUG\nusing Other;\n#endif\n",
        "using System.Xml.Serialization;\nusing Isomer;\nusing Y = System.Xml.Serialization.XmlSerializer;\n",
    ];

    /// <summary>Namespaces around the class, or in them.</summary>
    public static readonly string[] Spaces = ["{0}", "namespace N {{ {0} }}", "namespace N.Isomer {{ {0} }}", "namespace Isomer.Mine {{ {0} }}"];

    /// <summary>Names that Isomer has too.</summary>
    public const string Others =
        "\nnamespace Other { public static class Json { public static int X => 1; } public class Format { } public class Node { } }\n"
        + "namespace Zeta { public class IsomerXmlSerializer { } }\n";
}
