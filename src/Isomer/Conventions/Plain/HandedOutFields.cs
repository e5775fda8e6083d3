using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Emit;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// The field that a method of its struct hands out as it is: <c>public int X => _x;</c>. Its code says so. Where no code is at hand, as in
/// applications that were compiled ahead of time, the field of its type and name does, of which the getter may make anything.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class HandedOutFields
{
    /// <param name="method">A method without parameters.</param>
    /// <param name="fields">The fields of its struct.</param>
    /// <param name="names">How the field may be called, but for what people put before it and the case.</param>
    public static FieldInfo? Of(MethodInfo method, FieldInfo[] fields, params ReadOnlySpan<string> names)
    {
        try
        {
            if (method.GetMethodBody()?.GetILAsByteArray() is { } code)
                return TokenIn(code) is { } token
                    && method.Module.ResolveField(token, method.DeclaringType!.GetGenericArguments(), null) is { } handed
                    ? Array.Find(fields, f => f.Name == handed.Name && f.FieldType == method.ReturnType) : null;
        }
        catch (NotSupportedException)
        {
        }
        foreach (string name in names)
            foreach (var field in fields)
                if (field.FieldType == method.ReturnType && BareNameOf(field.Name).Equals(name, StringComparison.OrdinalIgnoreCase))
                    return field;
        return null;
    }

    /// <summary>
    /// The token of the field where the code is <c>ldarg.0; ldfld; ret</c>, also as compilers write that for debuggers, with
    /// <c>stloc.0; br.s; ldloc.0</c> before the end.
    /// </summary>
    static int? TokenIn(ReadOnlySpan<byte> code)
    {
        code = code.TrimStart((byte)OpCodes.Nop.Value);
        if (code.Length < 7 || code[0] != OpCodes.Ldarg_0.Value || code[1] != OpCodes.Ldfld.Value)
            return null;
        var end = code[6..];
        return end is [0x2A] or [0x0A, 0x2B, 0x00, 0x06, 0x2A] ? BinaryPrimitives.ReadInt32LittleEndian(code[2..]) : null;
    }

    /// <summary>
    /// The fields that a constructor sets to parameters of it as they are, where it does nothing else, by the parameters' places; null
    /// where it does more, or its code is not at hand.
    /// </summary>
    public static Dictionary<int, FieldInfo>? StoredBy(ConstructorInfo constructor)
    {
        try
        {
            return constructor.GetMethodBody()?.GetILAsByteArray() is { } code ? StoredBy(constructor, code) : null;
        }
        catch (Exception e) when (e is NotSupportedException or ArgumentException)
        {
            return null;
        }
    }

    static Dictionary<int, FieldInfo>? StoredBy(ConstructorInfo constructor, ReadOnlySpan<byte> code)
    {
        var fields = new Dictionary<int, FieldInfo>();
        var type = constructor.DeclaringType!;
        for (var rest = code; !rest.IsEmpty;)
        {
            if (rest[0] == OpCodes.Nop.Value || (rest[0] == OpCodes.Ret.Value && rest.Length == 1))
            {
                rest = rest[1..];
                continue;
            }
            if (rest.Length < 6 || rest[0] != OpCodes.Ldarg_0.Value)
                return null;
            // base(), of object.
            if (rest[1] == OpCodes.Call.Value)
            {
                if (constructor.Module.ResolveMethod(BinaryPrimitives.ReadInt32LittleEndian(rest[2..]), type.GetGenericArguments(), null)
                    is not ConstructorInfo { DeclaringType: { } made } || made != typeof(object))
                    return null;
                rest = rest[6..];
                continue;
            }
            // ldarg.1 to ldarg.3, ldarg.s
            int place = rest[1] is 0x03 or 0x04 or 0x05 ? rest[1] - 0x03 : rest[1] == 0x0E ? rest[2] - 1 : -1;
            rest = rest[(rest[1] == 0x0E ? 3 : 2)..];
            if (place < 0 || rest.Length < 5 || rest[0] != OpCodes.Stfld.Value
                || constructor.Module.ResolveField(BinaryPrimitives.ReadInt32LittleEndian(rest[1..]), type.GetGenericArguments(), null)
                    is not { } field)
                return null;
            fields[place] = field;
            rest = rest[5..];
        }
        return fields;
    }

    /// <summary>Without <c>_</c> and <c>m_</c> before it, and what F# puts behind it.</summary>
    static ReadOnlySpan<char> BareNameOf(string name) =>
        name.StartsWith("m_", StringComparison.Ordinal) ? name.AsSpan(2) : name.AsSpan().TrimStart('_').TrimEnd('@');
}
