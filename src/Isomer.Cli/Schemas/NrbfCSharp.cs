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
        NrbfClass[] all = [.. classes.All];
        foreach (var space in all.Where(c => !c.Name.Contains('+', StringComparison.Ordinal) || !all.Any(o => o != c && IsAround(o, c)))
            .GroupBy(static c => c.Name.LastIndexOf('.') is >= 0 and var dot ? c.Name[..dot] : "")
                .OrderBy(static g => g.Key, StringComparer.Ordinal))
        {
            int depth = space.Key.Length == 0 ? 0 : 1;
            if (depth > 0)
                _text.Append(CultureInfo.InvariantCulture, $"namespace {Dotted(space.Key)}\n{{\n");
            foreach (var one in space.OrderBy(static c => c.Name, StringComparer.Ordinal))
                Print(one, all, depth);
            if (depth > 0)
                _text.Append("}\n\n");
        }
        PrintOptions();
    }

    static bool IsAround(NrbfClass outer, NrbfClass inner) =>
        outer.Arity == 0 && inner.Name.Length > outer.Name.Length && inner.Name.LastIndexOf('+') == outer.Name.Length
            && inner.Name.StartsWith(outer.Name, StringComparison.Ordinal);

    static string Dotted(string name) => string.Join('.', name.Split('.').Select(Identifiers.Keyword));

    void Line(int depth, string line) => _text.Append(' ', depth * 4).Append(line).Append('\n');

    void Print(NrbfClass one, NrbfClass[] all, int depth)
    {
        // One within a class that no payload has anything of: that is there for its name alone.
        string[] path = one.Name[(one.Name.LastIndexOf('.') + 1)..].Split('+');
        int outside = all.Any(o => IsAround(o, one)) ? 0 : path.Length - 1;
        for (int i = 0; i < outside; i++)
        {
            Line(depth, $"public partial class {Identifiers.Keyword(path[i])}");
            Line(depth++, "{");
        }
        PrintBody(one, all, depth);
        for (int i = 0; i < outside; i++)
            Line(--depth, "}");
    }

    void PrintBody(NrbfClass one, NrbfClass[] all, int depth)
    {
        string name = Identifiers.Keyword(one.Simple)
            + (one.Arity == 0 ? "" : $"<{string.Join(", ", Enumerable.Range(1, one.Arity).Select(static i => $"T{i}"))}>");
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
            .. one.Base is { } above
                ? [NameOf(above)]
                : one.Collection is { } collection ? [NameOf(collection, null)] : Array.Empty<string>(),
                    .. one.Interfaces.Where(static i => i.IsInterface).Select(NameOf)];
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
        foreach (var inner in all.Where(c => IsAround(one, c)).OrderBy(static c => c.Name, StringComparer.Ordinal))
            PrintBody(inner, all, depth + 1);
        Line(depth, "}");
    }

    void PrintFields(NrbfClass one, int depth)
    {
        var taken = new HashSet<string>(one.Fields.Keys.Select(NrbfFramework.PropertyOf), StringComparer.Ordinal)
            { one.Simple, "Equals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "Finalize", "ReferenceEquals" };
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

    static string NameOf(NrbfClass one) =>
        "global::" + Dotted(one.Name.Replace('+', '.'))
            + (one.Arity == 0 ? "" : $"<{string.Join(", ", Enumerable.Repeat("object", one.Arity))}>");

    string NameOf(string type, NrbfClass? within) =>
        within is { Arity: > 0 } && type is ['T', >= '1' and <= '9', ..] && int.TryParse(type.AsSpan(1), out _) ? type
        : NrbfClasses.Parse(type) is { } name ? NameOf(name) : "object";

    /// <param name="name">The name as it was parsed.</param>
    /// <param name="declares">Whether only those are named that the classes declare here.</param>
    string NameOf(TypeName name, bool declares = true)
    {
        if (name.IsArray)
        {
            // C# writes the outermost array first, the framework last.
            var ranks = new StringBuilder();
            for (; name.IsArray; name = name.GetElementType())
                ranks.Append('[').Append(',', name.GetArrayRank() - 1).Append(']');
            return NameOf(name, declares) + ranks;
        }
        if (name.IsConstructedGenericType)
        {
            string[] arguments = [.. name.GetGenericArguments().Select(a => NameOf(a, declares))];
            string open = name.GetGenericTypeDefinition().FullName;
            if (open == "System.Nullable`1")
                return arguments[0] == "object" ? "object" : arguments[0] + "?";
            int tick = open.IndexOf('`', StringComparison.Ordinal);
            return tick < 0 || open.AsSpan(tick).Contains('+') || !IsName(open[..tick])
                || (declares && !NrbfClasses.IsFramework(open) && classes.Find(open) is null) ? "object"
                : $"global::{Dotted(open[..tick].Replace('+', '.'))}<{string.Join(", ", arguments)}>";
        }
        return Builtin(name.FullName) ?? (classes.Find(name.FullName) is { } known ? NameOf(known)
            : NrbfClasses.IsFramework(name.FullName) || (!declares && IsName(name.FullName))
                ? "global::" + Dotted(name.FullName.Replace('+', '.'))
                : "object");
    }

    static bool IsName(string name) => name.Split('.', '+').All(static p => Identifiers.IsCSharp(p));

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
