using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Isomer.Tests.Analyzers;

/// <summary>
/// Types made at random, a few hundred in one program: the analyzer tells of exactly those that the library loses or refuses. Neither side
/// knows the other: what one learns of a convention and the other does not is found here.
/// </summary>
public class GeneratedContractTests
{
    const int Count = 150;

    static T Pick<T>(Random random, params T[] of) => of[random.Next(of.Length)];

    /// <summary>The members (or types) that are told of, by their names in quotes, and the others.</summary>
    static async Task<string[]> ToldAsync(Analyzed program, string id)
    {
        Assert.Empty(program.Errors);
        return [.. (await program.DiagnosticsAsync()).Where(d => d.Id == id)
            .Select(d => d.GetMessage(CultureInfo.InvariantCulture).Split('\'')[1]).Distinct().Order(StringComparer.Ordinal)];
    }

    /// <summary>The same names; where not, the difference with the text of the types.</summary>
    static void Same(string[] lost, string[] told, string code)
    {
        string Text(string name) =>
            code.Split('\n').SkipWhile(l => !l.Contains($" {name.Split('.')[0]} ", StringComparison.Ordinal)).First() is var first
                ? name + ": " + first
                    + string.Concat(
                        code[(code.IndexOf(first, StringComparison.Ordinal) + first.Length)..].Split('\n').Skip(1)
                            .TakeWhile(l => l.StartsWith(' ')))
                : name;
        Assert.True(lost.SequenceEqual(told),
            "lost and not told of:\n" + string.Join("\n", lost.Except(told).Select(Text)) + "\ntold of and not lost:\n"
                + string.Join("\n", told.Except(lost).Select(Text)));
        Assert.InRange(told.Length, Count / 10, Count - Count / 10);
    }

    /// <summary>The program hands each of the types to the format.</summary>
    static string Program(StringBuilder types, string format) =>
        string.Concat(Enumerable.Range(0, Count).Select(i => $"{format}.Deserialize<C{i}>({format}.Serialize<C{i}>(null!));\n")) + types;

    static bool Refuses(Action action)
    {
        try
        {
            action();
            return false;
        }
        catch (NotSupportedException)
        {
            return true;
        }
    }

    [Theory]
    [InlineData("Json", 1), InlineData("Json", 2), InlineData("Compact", 3)]
    public async Task Constructors(string format, int seed)
    {
        var random = new Random(seed);
        var code = new StringBuilder();
        for (int i = 0; i < Count; i++)
        {
            code.AppendLine(CultureInfo.InvariantCulture,
                $"public {Pick(random, "class", "class", "sealed class", "record", "struct")} C{i} {{ public int X {{ get; set; }} public string? Y {{ get; set; }} {(random.Next(4) == 0 ? "[Skip] " : "")}public long Z {{ get; set; }}");
            bool isMarked = random.Next(4) == 0;
            var signatures = new HashSet<string>();
            for (int c = random.Next(4); c > 0; c--)
            {
                var parameters = new[] { "int x", "string? y", "long z", "int q", "long x", "string? Y", "int z = 4" }.Where(
                    _ => random.Next(3) == 0).DistinctBy(p => p.Split(' ')[1].ToUpperInvariant()).OrderBy(p => p.Contains('=')).ToArray();
                if (!signatures.Add(string.Join(",", parameters.Select(p => p.Split(' ')[0]))))
                    continue;
                // The compiler wants a struct's to be public where it has no parameters.
                string access = parameters.Length == 0 ? "public" : Pick(random, "public", "public", "private", "internal");
                code.AppendLine(CultureInfo.InvariantCulture,
                    $"  {(isMarked ? "[Creator] " : "")}{access} C{i}({string.Join(", ", parameters)}) {{ }}");
                isMarked = false;
            }
            code.AppendLine("}");
        }
        var program = new Analyzed(Program(code, format).Replace("(null!)", "(default!)", StringComparison.Ordinal));
        string[] told = await ToldAsync(program, "ISO0005");
        Assembly types = program.Load();
        string[] refused = [.. Enumerable.Range(0, Count).Select(i => types.GetType("C" + i, true)!).Where(t => Refuses(() =>
        {
            byte[] bytes = format == "Json"
                ? Json.Serialize(RuntimeHelpers.GetUninitializedObject(t), t)
                : Compact.Serialize(RuntimeHelpers.GetUninitializedObject(t), t);
            _ = format == "Json" ? Json.Deserialize(bytes, t) : Compact.Deserialize(bytes, t);
        })).Select(t => t.Name).Order(StringComparer.Ordinal)];
        Same(refused, told, code.ToString());
    }

    [Theory]
    [InlineData("Json", 1), InlineData("Json", 2), InlineData("Xml", 3), InlineData("ContractXml", 4), InlineData("Compact", 5)]
    public async Task Setters(string format, int seed)
    {
        var random = new Random(seed);
        var code = new StringBuilder();
        for (int i = 0; i < Count; i++)
        {
            string type = Pick(random, "int", "string?", "Inner?"),
                mark = format is "Json" or "Compact"
                    ? Pick(random, "", "", "[Member] ", "[System.Text.Json.Serialization.JsonInclude] ")
                    : "";
            string form = Pick(random, "X { get; set; }", "X { get; private set; }", "X { get; }", "X { get; init; }",
                "X { get; internal set; }", ";X", ";ro");
            string declared = form switch
            {
                ";X" => $"public {type} X;",
                ";ro" => $"public readonly {type} X;",
                _ => $"public {type} {form}"
            };
            string constructor = Pick(random, "", "", $"public C{i}({type} x) {{ X = x; }}",
                $"public C{i}() {{ }} public C{i}({type} x) {{ X = x; }}", $"public C{i}({type} x = default) {{ X = x; }}");
            // What cannot be made at all is another rule's.
            if (format is "Xml" or "ContractXml" && constructor.Length > 0)
                constructor = $"public C{i}() {{ }}";
            code.AppendLine(CultureInfo.InvariantCulture, $"public class C{i} {{ {mark}{declared} {constructor} }}");
        }
        code.AppendLine("public class Inner { public int V { get; set; } }");
        var program = new Analyzed(Program(code, format));
        string[] told = await ToldAsync(program, "ISO0002");
        // Of this rule the format and then the member stand in the message.
        told = [.. told.Select(t => t.Split('.')[0])];
        Assembly types = program.Load();
        object inner = Activator.CreateInstance(types.GetType("Inner", true)!)!;
        string[] lost = [
            .. Enumerable.Range(0, Count).Select(i => types.GetType("C" + i, true)!).Where(t => !KeepsField(format, t, inner))
                .Select(t => t.Name).Order(StringComparer.Ordinal)];
        if (format == "Compact")
            Assert.Empty(lost.Concat(told));
        else
            Same(lost, told, code.ToString());
    }

    /// <summary>Whether the one field comes back, whatever the type says of it.</summary>
    static bool KeepsField(string format, Type type, object inner)
    {
        FieldInfo field = type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic).Single();
        object value = RuntimeHelpers.GetUninitializedObject(type);
        field.SetValue(value, field.FieldType == typeof(int) ? 7 : field.FieldType == typeof(string) ? "s" : inner);
        object? back = null;
        if (Refuses(() => back = format switch
        {
            "Json" => Json.Deserialize(Json.Serialize(value, type), type),
            "Xml" => Xml.Deserialize(Xml.Serialize(value, type), type),
            "ContractXml" => ContractXml.Deserialize(ContractXml.Serialize(value, type), type),
            _ => Compact.Deserialize(Compact.Serialize(value, type), type),
        }))
            return false;
        object? read = field.GetValue(back);
        return field.FieldType.IsClass && field.FieldType != typeof(string) ? read is not null : Equals(read, field.GetValue(value));
    }

    /// <summary>The library's own warnings of a contract see an object that the constructor made; the analyzer sees the text.</summary>
    [Theory]
    [InlineData(1), InlineData(2), InlineData(3)]
    public async Task Initialisers(int seed)
    {
        var random = new Random(seed);
        var code = new StringBuilder("public enum E { A, B, C }\n");
        for (int i = 0; i < Count; i++)
        {
            var (type, values) = Pick<(string, string[])>(random, ("int", ["0", "5", "-1"]), ("long", ["0", "7"]),
                ("bool", ["true", "false"]), ("double", ["0", "1.5"]), ("byte", ["0", "3"]), ("char", ["'\\0'", "'x'"]),
                ("E", ["E.A", "E.B"]),
                ("int?", ["0", "5"]), ("string", ["\"\"", "\"x\""]), ("List<int>", ["[]", "[1]", "new() { 1, 2 }", "new()"]),
                ("int[]", ["[]", "[1]", "new[] { 2 }"]), ("byte[]", ["[1]"]),
                ("Dictionary<string, int>", ["new() { [\"a\"] = 1 }", "new()"]));
            bool isCollection = values.Contains("[]") || type.StartsWith("Dict", StringComparison.Ordinal) || type == "byte[]";
            string initialiser = random.Next(3) == 0 ? "" : $" = {Pick(random, values)};";
            string option = Pick(random, "", "", "", isCollection ? ", OverwriteList = true" : ", IsRequired = true");
            string constant = isCollection || type == "int?" || option.Length > 0 || random.Next(3) > 0
                ? ""
                : $", System.ComponentModel.DefaultValue({Pick(random, values)})";
            string declared = random.Next(2) == 0 ? $"X {{ get; set; }}{initialiser}" : $"X{(initialiser.Length == 0 ? ";" : initialiser)}";
            string constructor = random.Next(6) == 0
                ? $" public C{i}() {{ {(random.Next(2) == 0 ? "" : "X = " + values[^1] + ";")} }}"
                : "";
            code.AppendLine(CultureInfo.InvariantCulture,
                $"[ProtobufContract] public class C{i} {{ [ProtobufMember(1{option}){constant}] public {type} {declared}{constructor} }}");
        }
        var program = new Analyzed("#pragma warning disable CS8618\n" + Program(code, "Protobuf"));
        string[] told = await ToldAsync(program, "ISO0006");
        Assembly types = program.Load();
        MethodInfo warnings = typeof(Protobuf).GetMethod(nameof(Protobuf.GetWarnings), [typeof(ProtobufOptions)])!;
        string[] warned = [
            .. Enumerable.Range(0, Count).Select(i => types.GetType("C" + i, true)!)
                .Where(t => ((IEnumerable)warnings.MakeGenericMethod(t).Invoke(null, [null])!).Cast<string>().Any())
                    .Select(t => t.Name + ".X").Order(StringComparer.Ordinal)];
        // What a constructor sets the library sees and the analyzer does not.
        string text = code.ToString();
        Same([.. warned.Where(w => told.Contains(w) || !text.Contains($"public {w.Split('.')[0]}()", StringComparison.Ordinal))], told,
            text);
    }

    [Theory]
    [InlineData(1), InlineData(2), InlineData(3)]
    public async Task Numbers(int seed)
    {
        var random = new Random(seed);
        var code = new StringBuilder();
        for (int i = 0; i < Count; i++)
        {
            string include = random.Next(3) == 0 ? $", ProtobufInclude({random.Next(1, 9)}, typeof(D{i}))" : "",
                reserved = random.Next(3) == 0 ? $", ProtobufReserved({random.Next(1, 9)}{(random.Next(2) == 0 ? "" : ", 9")})" : "";
            code.AppendLine(CultureInfo.InvariantCulture, $"[ProtobufContract{include}{reserved}] public class C{i} {{");
            for (int m = random.Next(1, 4); m > 0; m--)
                code.AppendLine(CultureInfo.InvariantCulture,
                    $"  [ProtobufMember({Pick(random, random.Next(0, 9), random.Next(1, 9), random.Next(1, 9), 536870911 + random.Next(2))})] public int M{m} {Pick(random, "{ get; set; }", ";")}");
            if (random.Next(4) == 0)
                code.AppendLine(CultureInfo.InvariantCulture,
                    $"  [ProtobufCase({random.Next(1, 9)}, typeof(Other))] public Any? Any {{ get; set; }}");
            code.AppendLine(CultureInfo.InvariantCulture, $"}} [ProtobufContract] public class D{i} : C{i} {{ }}");
        }
        var program = new Analyzed("public abstract class Any; [ProtobufContract] public class Other : Any;\n" + code);
        string[] told = await ToldAsync(program, "ISO0004");
        Assembly types = program.Load();
        string[] refused = [
            .. Enumerable.Range(0, Count).Select(i => types.GetType("C" + i, true)!)
                .Where(t => Refuses(() => Protobuf.Serialize(Activator.CreateInstance(t), t))).Select(t => t.Name)
                    .Order(StringComparer.Ordinal)];
        Same(refused, told, code.ToString());
    }
}
