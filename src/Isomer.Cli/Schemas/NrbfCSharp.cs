using System.Globalization;
using System.Reflection.Metadata;
using System.Text;
using Isomer.Formats;
using Isomer.Printing;

namespace Isomer.Cli.Schemas;

/// <summary>
/// C# classes with which <see cref="Nrbf"/> opens the very payloads that they were found in: namespaces, names and fields are those of the
/// old assembly, which nobody has to find.
/// </summary>
sealed class NrbfCSharp(NrbfClasses classes)
{
    readonly StringBuilder _text = new();
    ILookup<NrbfClass, NrbfClass> _nested = Array.Empty<NrbfClass>().ToLookup(static c => c);

    public static string Print(NrbfClasses classes)
    {
        var printer = new NrbfCSharp(classes);
        printer.Print();
        return printer._text.ToString();
    }

    /// <summary>How C# names a type that is there already; null if it cannot.</summary>
    public string? TypeOf(string type) =>
        NrbfClasses.Parse(type) is { } name && NameOf(name, declares: false) is var text && text != "object" ? text : null;

    void Print()
    {
        _text.Append(
            "// Found in payloads of BinaryFormatter. Open them by: Isomer.Nrbf.Deserialize<T>(bytes, NrbfTypes.Options)\n#nullable disable\n#pragma warning disable\n\n");
        classes.Settle();
        _nested = classes.All.Where(static c => c.Outer is not null).ToLookup(static c => c.Outer!);
        foreach (var space in classes.All.Where(static c => c.Outer is null).GroupBy(static c => c.Namespace)
            .OrderBy(static g => g.Key, StringComparer.Ordinal))
        {
            int depth = space.Key.Length == 0 ? 0 : 1;
            if (depth > 0)
                _text.Append(CultureInfo.InvariantCulture, $"namespace {Dotted(space.Key)}\n{{\n");
            foreach (var one in space.OrderBy(static c => c.Name, StringComparer.Ordinal))
                PrintBody(one, depth);
            if (depth > 0)
                _text.Append("}\n\n");
        }
        PrintOptions();
    }

    static string Dotted(string name) => string.Join('.', name.Split('.').Select(Identifiers.Keyword));

    void Line(int depth, string line) => _text.Append(' ', depth * 4).Append(line).Append('\n');

    void PrintBody(NrbfClass one, int depth)
    {
        int outside = one.Arity - one.OwnArity;
        string name = Identifiers.Keyword(one.Simple)
            + (one.OwnArity == 0 ? "" : $"<{string.Join(", ", Enumerable.Range(outside + 1, one.OwnArity).Select(static i => $"T{i}"))}>");
        if (one.IsEnum)
        {
            Line(depth, "[System.Serializable]");
            Line(depth, $"public enum {name} : {Keyword(one.Underlying)}");
            Line(depth, "{");
            foreach (decimal number in one.Numbers)
                Line(depth + 1,
                    string.Create(CultureInfo.InvariantCulture, $"{(number < 0 ? "Minus" : "Value")}{Math.Abs(number)} = {number},"));
            Line(depth, "}");
            return;
        }
        string[] bases = [
            .. (one.Base is null ? one.Collection : one.BaseType) is { } above ? [NameOf(above, one)] : Array.Empty<string>(),
            .. one.Interfaces.Where(static i => i.Key.IsInterface).Select(i => NameOf(i.Value, one))];
        if (!one.IsInterface)
            Line(depth, "[System.Serializable]");
        Line(depth,
            $"public {(one.IsInterface ? "interface" : one.IsStruct ? "struct" : "partial class")} {name}{(bases.Length == 0 ? "" : " : " + string.Join(", ", bases))}");
        Line(depth, "{");
        PrintFields(one, depth + 1);
        if (one.Collection is { } table
            && (table.StartsWith("System.Collections.Generic.Dictionary`2", StringComparison.Ordinal)
                || table == "System.Collections.Hashtable"))
        {
            Line(depth + 1, $"public {Identifiers.Keyword(one.Simple)}() {{ }}");
            Line(depth + 1,
                $"protected {Identifiers.Keyword(one.Simple)}(System.Runtime.Serialization.SerializationInfo info, System.Runtime.Serialization.StreamingContext context) : base(info, context) {{ }}");
        }
        foreach (var inner in _nested[one].OrderBy(static c => c.Name, StringComparer.Ordinal))
            PrintBody(inner, depth + 1);
        Line(depth, "}");
    }

    void PrintFields(NrbfClass one, int depth)
    {
        var taken = new HashSet<string>(one.Fields.Keys.Select(NrbfFramework.PropertyOf), StringComparer.Ordinal)
            {
                one.Simple, "Equals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "Finalize", "ReferenceEquals",
            };
        taken.UnionWith(_nested[one].Select(static c => c.Simple));
        taken.UnionWith(Enumerable.Range(1, one.Arity).Select(static i => $"T{i}"));
        foreach (var field in one.Fields.Values)
        {
            // A field of the base that is not private comes with the objects of the derived class too.
            if (Bases(one).Any(b => b.Fields.TryGetValue(field.Name, out var same) && !same.IsPrivate))
                continue;
            string type = NameOf(field.Type, one);
            string property = NrbfFramework.PropertyOf(field.Name);
            if (property != field.Name && Identifiers.IsCSharp(property) && property != one.Simple)
            {
                Line(depth, $"public {type} {Identifiers.Keyword(property)} {{ get; set; }}");
            }
            else if (!Identifiers.IsCSharp(field.Name) || field.Name == one.Simple)
            {
                Line(depth, $"// C# has no form for the field {Quoting.CSharp(field.Name)}; it is passed over.");
            }
            else if (!field.IsPrivate)
            {
                Line(depth, $"public {type} {Identifiers.Keyword(field.Name)};");
            }
            else
            {
                string open = Schema.Pascal(field.Name);
                while (!taken.Add(open))
                    open += "_";
                Line(depth, $"private {type} {Identifiers.Keyword(field.Name)};");
                Line(depth,
                    $"public {type} {Identifiers.Keyword(open)} {{ get => {Identifiers.Keyword(field.Name)}; set => {Identifiers.Keyword(field.Name)} = value; }}");
            }
        }
    }

    static IEnumerable<NrbfClass> Bases(NrbfClass one)
    {
        for (var above = one.Base; above is not null; above = above.Base)
            yield return above;
    }

    void PrintOptions()
    {
        string[] known =
            [.. classes.Closed.Keys.Select(n => NameOf(n, null)).Where(static n => n != "object").Order(StringComparer.Ordinal)];
        Line(0, "public static class NrbfTypes");
        Line(0, "{");
        Line(1, "/// <summary>The closed set: every type that the payloads named.</summary>");
        Line(1, "public static Isomer.NrbfOptions Options { get; } = new Isomer.NrbfOptions");
        Line(1, "{");
        // In the words of an older C#: these classes may well be compiled by one.
        Line(2, $"KnownTypes = System.Collections.Immutable.ImmutableArray.Create<System.Type>({(known.Length == 0 ? ")," : "")}");
        for (int i = 0; i < known.Length; i++)
            Line(3, $"typeof({known[i]}){(i + 1 < known.Length ? "," : "),")}");
        Line(1, "};");
        Line(0, "}");
    }

    string NameOf(string type, NrbfClass? within) =>
        NrbfClasses.Parse(type) is { } name ? NameOf(name, declares: true, within?.Arity ?? 0) : "object";

    /// <param name="name">The name as it was parsed.</param>
    /// <param name="declares">Whether only those are named that the classes declare here.</param>
    /// <param name="parameters">How many generic parameters there are.</param>
    string NameOf(TypeName name, bool declares = true, int parameters = 0)
    {
        if (name.IsArray)
        {
            // C# writes the outermost array first, the framework last.
            var ranks = new StringBuilder();
            for (; name.IsArray; name = name.GetElementType())
                ranks.Append('[').Append(',', name.GetArrayRank() - 1).Append(']');
            return NameOf(name, declares, parameters) + ranks;
        }
        string[] arguments = name.IsConstructedGenericType
            ? [.. name.GetGenericArguments().Select(a => NameOf(a, declares, parameters))]
            : [];
        string open = name.IsConstructedGenericType ? name.GetGenericTypeDefinition().FullName : name.FullName;
        if (open == "System.Nullable`1" && arguments.Length == 1)
            return arguments[0] == "object" ? "object" : arguments[0] + "?";
        if (open is ['!', ..] && int.TryParse(open.AsSpan(1), out int parameter))
            return parameter <= parameters ? $"T{parameter}" : "object";
        if (Builtin(open) is { } builtin)
            return builtin;
        bool isNamed = NrbfNames.IsCSharp(open) && NrbfNames.Arity(open) == arguments.Length
            && (classes.Find(open) is not null || (NrbfClasses.IsFramework(open) ? !NrbfNames.IsHidden(open) : !declares));
        return isNamed ? "global::" + NrbfNames.CSharp(open, arguments) : "object";
    }

    static string Keyword(NrbfPrimitive primitive) => Builtin("System." + primitive) ?? "int";

    static string? Builtin(string name) => name switch
    {
        "System.Object" => "object",
        "System.UnitySerializationHolder" or "System.DBNull" => "global::System.DBNull",
        "System.String" => "string",
        "System.Boolean" => "bool",
        "System.Char" => "char",
        "System.SByte" => "sbyte",
        "System.Byte" => "byte",
        "System.Int16" => "short",
        "System.UInt16" => "ushort",
        "System.Int32" => "int",
        "System.UInt32" => "uint",
        "System.Int64" => "long",
        "System.UInt64" => "ulong",
        "System.Single" => "float",
        "System.Double" => "double",
        "System.Decimal" => "decimal",
        _ => null,
    };
}
