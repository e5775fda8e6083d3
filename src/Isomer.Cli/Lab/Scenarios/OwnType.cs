using System.Collections;
using System.Reflection;
using Isomer.Cli.Converting;
using Isomer.Cli.Payloads;
using Isomer.Nodes;

namespace Isomer.Cli.Lab.Scenarios;

/// <summary>The user's own type with the user's own data, as a scenario.</summary>
static class OwnType
{
    /// <param name="assembly">Where the type is.</param>
    /// <param name="typeName">Its name.</param>
    /// <param name="data">A file with a value of it, or with values in lines of JSON.</param>
    /// <param name="from">The file's format, where it is not to be found out.</param>
    /// <param name="factory">A static method without parameters, "Namespace.Type.Method"; null to read <paramref name="data"/>.</param>
    /// <param name="json">How the file's JSON is read; null for the defaults.</param>
    /// <param name="say">Where it is told what of the file the type has no member for.</param>
    public static Scenario Of(FileInfo assembly, string? typeName, string? data, string? from, string? factory, JsonOptions? json,
        Action<string> say)
    {
        object value;
        Type type;
        if (factory is not null)
        {
            int dot = factory.LastIndexOf('.');
            Type owner = UserTypes.Find(assembly, dot < 0 ? factory : factory[..dot]);
            MethodInfo[] named = [
                .. owner.GetMethods(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static)
                    .Where(m => m.Name == factory[(dot + 1)..] && m.GetParameters().Length == 0)];
            MethodInfo method = named.FirstOrDefault(static m => !m.ContainsGenericParameters)
                ?? throw new CliException(ExitCode.Usage, named.Length > 0
                    ? $"{factory} is generic, and nothing says of which type: name a method that calls it with one."
                    : $"'{owner}' has no static method '{factory[(dot + 1)..]}' without parameters.");
            value = Call(method, factory) ?? throw new CliException(ExitCode.Usage, $"{factory} gave null.");
            type = method.ReturnType == typeof(object) ? value.GetType() : method.ReturnType;
        }
        else
        {
            type = UserTypes.Find(assembly,
                typeName ?? throw new CliException(ExitCode.Usage,
                    "Name the type with --type, or a method that makes a value with --factory."));
            Payload payload = Payload.Read(
                data ?? throw new CliException(ExitCode.Usage,
                    "Name a file with a value with --data, or a method that makes one with --factory."));
            (type, value) = Read(payload, type, from, json, say);
        }
        if (type.IsValueType)
            throw new CliException(ExitCode.Usage, $"'{type}' is a struct: measure a class or an array of it.");
        string title = $"{NameOf(type)} of {assembly.Name}";
        return new Scenario("own", "", title, data is null ? $"made by {factory}" : $"read from {Path.GetFileName(data)}",
            (_, _) =>
                [(LabCase)typeof(OwnType).GetMethod(nameof(Case), BindingFlags.NonPublic | BindingFlags.Static)!.MakeGenericMethod(type)
                    .Invoke(null, [value, title])!]);
    }

    /// <summary>The value of a file, and its type: of lines a list of the type that was named.</summary>
    public static (Type Type, object Value) Read(Payload payload, Type type, string? from, JsonOptions? json, Action<string> say)
    {
        if (from is null && IsNamedAsLines(payload.Name))
            return ReadLines(payload, type, json, say);
        Sniffed? sniffed = from is null ? Sniffer.Sniff(payload, null, json) : null;
        if (sniffed is { IsLines: true })
        {
            return Sniffer.IsJson(sniffed.Format) ? ReadLines(payload, type, json, say)
                : throw new CliException(ExitCode.Usage,
                    $"{payload.Name} holds items of Compact: isomer convert makes lines of JSON of them, which the lab takes.");
        }
        // JSON is read as it was asked for, found out or named.
        Format format = sniffed is null
            ? Sniffer.Named(from!, json)
            : Sniffer.IsJson(sniffed.Format) ? Sniffer.Named(sniffed.Format.Name, json) : sniffed.Format;
        object value = format.Deserialize(payload.Bytes, type) ?? throw new CliException(ExitCode.Usage, $"'{payload.Name}' holds null.");
        if ((format.Features & FormatFeatures.ReadsNodes) != 0)
            CheckMembers(payload.Name, format, format.ParseNode(payload.Bytes), value, type, json, say);
        return (type, value);
    }

    static bool IsNamedAsLines(string name) =>
        Path.GetExtension(name.EndsWith(".gz", StringComparison.OrdinalIgnoreCase) ? name[..^3] : name).ToUpperInvariant() is ".NDJSON"
            or ".JSONL";

    /// <summary>
    /// Lines of JSON as a list. The type is that of a line, or of the list where no line is an array; a line that is no value of it is
    /// named by its number.
    /// </summary>
    static (Type Type, object Value) ReadLines(Payload payload, Type type, JsonOptions? json, Action<string> say)
    {
        ReadOnlySpan<byte> text = payload.Bytes;
        bool isOfArrays = text.TrimStart("\uFEFF \t\r\n"u8) is [(byte)'[', ..];
        Type item = isOfArrays
            ? type
            : type.IsSZArray
                ? type.GetElementType()!
                : type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>) ? type.GetGenericArguments()[0] : type;
        var list = (IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(item))!;
        Format format = Sniffer.Named(Json.Format.Name, json);
        int number = 0;
        foreach (Range range in text.Split((byte)'\n'))
        {
            number++;
            ReadOnlySpan<byte> line = text[range].TrimStart("\uFEFF \t\r"u8).TrimEnd(" \t\r"u8);
            if (line.IsEmpty)
                continue;
            try
            {
                list.Add(format.Deserialize(line, item));
            }
            catch (WireFormatException e)
            {
                throw new CliException(ExitCode.Corrupt, $"{payload.Name}, line {number}: {e.Message}", e);
            }
        }
        CheckMembers(payload.Name, format, JsonLines.Read(text, format), list, list.GetType(), json, say);
        return (list.GetType(), list);
    }

    /// <summary>
    /// What the type has no member for is not measured: it is told, and a file of which the type has nothing is refused, for an empty
    /// object is quick with everybody.
    /// </summary>
    static void CheckMembers(string name, Format format, Node? source, object value, Type type, JsonOptions? json, Action<string> say)
    {
        const int Shown = 5;
        Node? read = format.ParseNode(format.Serialize(value, type));
        string[] unread = [.. Conversion.Unread(source, read, Sniffer.IsJson(format) && json is { IgnoreCase: true })];
        if (unread.Length == 0)
            return;
        string hint = Sniffer.IsJson(format) && json is null ? " --web or --ignore-case takes names of another case." : "";
        string members = string.Join(", ", unread.Take(Shown)) + (unread.Length > Shown ? ", ..." : "");
        if (!HasCommon(source, read, Sniffer.IsJson(format) && json is { IgnoreCase: true }))
            throw new CliException(ExitCode.Usage, $"{NameOf(type)} has no member for anything in {name} ({members}).{hint}");
        say($"{NameOf(type)} has no member for {members} of {name}: measured without.{hint}");
    }

    static bool HasCommon(Node? source, Node? read, bool ignoresCase) => (source, read) switch
    {
        (NodeObject { Count: > 0 } s, NodeObject r) =>
            s.Any(m =>
                r.Any(o =>
                    o.Key.Equals(m.Key, ignoresCase ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal)
                        && HasCommon(m.Value, o.Value, ignoresCase))),
        (NodeArray { Count: > 0 } s, NodeArray r) => s.Zip(r).Any(p => HasCommon(p.First, p.Second, ignoresCase)),
        _ => true,
    };

    static object? Call(MethodInfo method, string factory)
    {
        try
        {
            return method.Invoke(null, null);
        }
        catch (TargetInvocationException e) when (e.InnerException is { } inner)
        {
            throw new CliException(ExitCode.Usage, $"{factory} threw {inner.GetType().Name}: {inner.Message}", e);
        }
    }

    public static string NameOf(Type type) =>
        type.IsGenericType ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(NameOf))}>" : type.Name;

    static LabCase<T> Case<T>(T value, string title)
        where T : class => new() { Id = "own/" + NameOf(typeof(T)), Title = title, AllContracts = true, Value = value };
}
