using System.Reflection;
using System.Reflection.Emit;

namespace Isomer.Cli.Ahead;

/// <summary>What the code of a method names: the members and types whose tokens stand in its IL.</summary>
static class MethodCode
{
    static readonly Dictionary<int, OperandType> s_operands = typeof(OpCodes).GetFields().Select(static f => (OpCode)f.GetValue(null)!)
        .ToDictionary(static c => (int)(ushort)c.Value, static c => c.OperandType);

    /// <summary>
    /// The members that a method's code names, over the type arguments of the method, in their order; a type with whether it is handed on
    /// as such (<c>typeof</c>). What cannot be found is passed over.
    /// </summary>
    public static IEnumerable<(MemberInfo Member, bool IsHandedOn)> NamedBy(MethodBase method)
    {
        Type[] ofType = method.DeclaringType?.GetGenericArguments() ?? [];
        Type[] ofMethod = method.IsGenericMethod ? method.GetGenericArguments() : [];
        foreach (var (operand, token) in TokensOf(method))
            if (Find(() => method.Module.ResolveMember(token, ofType, ofMethod)) is { } member)
                yield return (member, operand == OperandType.InlineTok);
    }

    /// <summary>Whether a method's code has one of these tokens, of its module.</summary>
    public static bool Has(MethodBase method, HashSet<int> tokens) => TokensOf(method).Any(t => tokens.Contains(t.Token));

    static IEnumerable<(OperandType Operand, int Token)> TokensOf(MethodBase method)
    {
        if (Find(() => method.Module.ResolveMethod(method.MetadataToken)?.GetMethodBody()?.GetILAsByteArray()) is not { } code)
            yield break;
        for (int at = 0; at < code.Length;)
        {
            int number = code[at++];
            if (number == 0xFE)
                number = (number << 8) | code[at++];
            var operand = s_operands[number];
            if (operand is OperandType.InlineMethod or OperandType.InlineType or OperandType.InlineTok)
                yield return (operand, BitConverter.ToInt32(code, at));
            at += operand switch
            {
                OperandType.InlineNone => 0,
                OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
                OperandType.InlineVar => 2,
                OperandType.InlineI8 or OperandType.InlineR => 8,
                OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(code, at)),
                _ => 4,
            };
        }
    }

    /// <summary>What is asked for; null where it names what is not there, or what cannot be loaded.</summary>
    public static T? Find<T>(Func<T?> ask) where T : class
    {
        try
        {
            return ask();
        }
        catch (Exception e) when (e is ArgumentException or BadImageFormatException or TypeLoadException or MissingMemberException
            or IOException or NotSupportedException)
        {
            return null;
        }
    }
}
