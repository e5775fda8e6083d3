using System.Reflection;
using System.Reflection.Emit;
using System.Text.RegularExpressions;
using Isomer.Tests.Cli;

namespace Isomer.Tests.Layers;

/// <summary>
/// Which room (folder of src/Isomer) each type of the library lies in, and what it knows: the types and members in the instructions,
/// fields, signatures and bases of the compiled assembly. Where a type lies is read from the sources, for the assembly does not say it.
/// </summary>
sealed class Rooms
{
    /// <summary>One type knows another, or a member of one.</summary>
    public sealed record Edge(string Room, string Type, string ToRoom, string ToType, string Member)
    {
        public bool IsFrom(string room) => IsIn(Room, room);

        public bool IsTo(string room) => IsIn(ToRoom, room);

        static bool IsIn(string room, string top) => room == top || room.StartsWith(top + "/", StringComparison.Ordinal);
    }

    static readonly Assembly s_assembly = typeof(Json).Assembly;
    static readonly Dictionary<int, OpCode> s_codes = typeof(OpCodes).GetFields().Select(f => (OpCode)f.GetValue(null)!)
        .ToDictionary(c => (int)(ushort)c.Value);

    readonly Dictionary<string, string> _rooms = [];

    Rooms()
    {
        string source = Path.Combine(Tool.Root, "src", "Isomer");
        foreach (string file in Directory.EnumerateFiles(source, "*.cs", SearchOption.AllDirectories))
        {
            string room = Path.GetRelativePath(source, Path.GetDirectoryName(file)!).Replace('\\', '/');
            if (room.Split('/')[0] is "obj" or "bin")
                continue;
            foreach (Match match in Regex.Matches(File.ReadAllText(file),
                @"^(?:(?:public|internal|sealed|static|abstract|readonly|ref|partial|unsafe) )*(?:class|struct|interface|enum|record(?: struct| class)?|delegate [\w<>\[\]?]+) (\w+)",
                RegexOptions.Multiline))
                // Of a facade in several rooms the one that bears its name.
                if (_rooms.TryAdd(match.Groups[1].Value, room) is false
                    && room.EndsWith("/" + match.Groups[1].Value, StringComparison.Ordinal))
                    _rooms[match.Groups[1].Value] = room;
        }
        Edges = [
            .. s_assembly.GetTypes().Where(t => RoomOf(t).Length > 0)
                .SelectMany(t => Known(t).Select(k => new Edge(RoomOf(t), NameOf(t), RoomOf(k.Type), NameOf(k.Type), k.Member)))
                    .Distinct()];
    }

    public static Rooms All { get; } = new();

    public IReadOnlyList<Edge> Edges { get; }

    /// <summary>The folder; of others' types the namespace; nothing for what the compiler made.</summary>
    string RoomOf(Type type) => type.Assembly == s_assembly ? _rooms.GetValueOrDefault(NameOf(type), "") : type.Namespace ?? "";

    static string NameOf(Type type)
    {
        while (type.DeclaringType is { } outer)
            type = outer;
        return Regex.Replace(type.Name, "`.*", "");
    }

    static HashSet<(Type Type, string Member)> Known(Type type)
    {
        const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static
            | BindingFlags.DeclaredOnly;
        var known = new HashSet<(Type, string)>();
        void Add(Type? t, string member = "")
        {
            if (t is null || t.IsGenericParameter || !known.Add((t, member)))
                return;
            if (t.HasElementType)
                Add(t.GetElementType());
            foreach (var argument in t.GetGenericArguments())
                Add(argument);
        }
        Add(type.BaseType);
        foreach (var one in type.GetInterfaces())
            Add(one);
        foreach (var field in type.GetFields(All))
            Add(field.FieldType);
        foreach (var method in type.GetMembers(All).OfType<MethodBase>())
        {
            foreach (var parameter in method.GetParameters())
                Add(parameter.ParameterType);
            if (method is MethodInfo { ReturnType: var result })
                Add(result);
            if (method.GetMethodBody() is not { } body)
                continue;
            foreach (var local in body.LocalVariables)
                Add(local.LocalType);
            foreach (var member in Members(method, body.GetILAsByteArray()!))
            {
                if (member is Type whole)
                    Add(whole);
                else
                    Add(member.DeclaringType, member.Name);
                if (member is MethodInfo { IsGenericMethod: true } generic)
                    foreach (var argument in generic.GetGenericArguments())
                        Add(argument);
            }
        }
        return known;
    }

    /// <summary>What the instructions of a method name.</summary>
    static IEnumerable<MemberInfo> Members(MethodBase method, byte[] il)
    {
        Type[]? ofType = method.DeclaringType!.IsGenericType ? method.DeclaringType.GetGenericArguments() : null;
        Type[]? ofMethod = method.IsGenericMethod ? method.GetGenericArguments() : null;
        for (int at = 0; at < il.Length;)
        {
            int value = il[at++];
            var code = s_codes[value == 0xFE ? 0xFE00 | il[at++] : value];
            if (code.OperandType is OperandType.InlineField or OperandType.InlineMethod or OperandType.InlineTok or OperandType.InlineType)
                yield return method.Module.ResolveMember(BitConverter.ToInt32(il, at), ofType, ofMethod)!;
            at += code.OperandType switch
            {
                OperandType.InlineNone => 0,
                OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
                OperandType.InlineVar => 2,
                OperandType.InlineI8 or OperandType.InlineR => 8,
                OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(il, at)),
                _ => 4,
            };
        }
    }
}
