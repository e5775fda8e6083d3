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

    /// <summary>Without <c>_</c> and <c>m_</c> before it, and what F# puts behind it.</summary>
    static ReadOnlySpan<char> BareNameOf(string name) =>
        name.StartsWith("m_", StringComparison.Ordinal) ? name.AsSpan(2) : name.AsSpan().TrimStart('_').TrimEnd('@');
}
