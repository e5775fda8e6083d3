using System.Reflection;
using System.Reflection.Emit;

namespace Isomer.Mutants;

/// <summary>
/// What stands for what. Every change keeps the length of the code, so that it is made in the file by itself: a branch inverted, a
/// comparison turned round, a sum for a difference, a small constant for its neighbour. These are the source's limits and conditions.
/// </summary>
internal static class Opcodes
{
    static readonly Dictionary<short, OpCode> s_all = typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static)
        .Where(f => f.FieldType == typeof(OpCode)).Select(f => (OpCode)f.GetValue(null)!).ToDictionary(o => o.Value);

    static readonly (OpCode A, OpCode B)[] s_pairs =
    [
        (OpCodes.Brfalse_S, OpCodes.Brtrue_S), (OpCodes.Brfalse, OpCodes.Brtrue), (OpCodes.Beq_S, OpCodes.Bne_Un_S),
        (OpCodes.Beq, OpCodes.Bne_Un),
        (OpCodes.Bge_S, OpCodes.Blt_S), (OpCodes.Bge, OpCodes.Blt), (OpCodes.Bgt_S, OpCodes.Ble_S), (OpCodes.Bgt, OpCodes.Ble),
        (OpCodes.Bge_Un_S, OpCodes.Blt_Un_S), (OpCodes.Bge_Un, OpCodes.Blt_Un), (OpCodes.Bgt_Un_S, OpCodes.Ble_Un_S),
        (OpCodes.Bgt_Un, OpCodes.Ble_Un),
        (OpCodes.Clt, OpCodes.Cgt), (OpCodes.Clt_Un, OpCodes.Cgt_Un), (OpCodes.Add, OpCodes.Sub), (OpCodes.And, OpCodes.Or),
    ];

    // At the limit itself: less for less or equal.
    static readonly (OpCode From, OpCode To)[] s_limits =
    [
        (OpCodes.Bge_S, OpCodes.Bgt_S), (OpCodes.Bge, OpCodes.Bgt), (OpCodes.Bgt_S, OpCodes.Bge_S), (OpCodes.Bgt, OpCodes.Bge),
        (OpCodes.Ble_S, OpCodes.Blt_S), (OpCodes.Ble, OpCodes.Blt), (OpCodes.Blt_S, OpCodes.Ble_S), (OpCodes.Blt, OpCodes.Ble),
    ];

    /// <summary>The instruction at this place, and where the next begins.</summary>
    public static OpCode Read(ReadOnlySpan<byte> code, int at, out int next)
    {
        var opcode = code[at] == 0xFE ? s_all[(short)(0xFE00 | code[at + 1])] : s_all[code[at]];
        next = at + opcode.Size + opcode.OperandType switch
        {
            OperandType.InlineNone => 0,
            OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
            OperandType.InlineVar => 2,
            OperandType.InlineI8 or OperandType.InlineR => 8,
            OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(code[(at + opcode.Size)..])),
            _ => 4,
        };
        return opcode;
    }

    /// <summary>What may stand in place of an instruction: the bytes, and a name.</summary>
    public static IEnumerable<(byte[] Bytes, string Change)> Changes(OpCode opcode, byte operand)
    {
        foreach (var (a, b) in s_pairs)
        {
            if (opcode == a)
                yield return (Bytes(b), $"{b.Name} for {a.Name}");
            else if (opcode == b)
                yield return (Bytes(a), $"{a.Name} for {b.Name}");
        }
        foreach (var (from, to) in s_limits)
            if (opcode == from)
                yield return (Bytes(to), $"{to.Name} for {from.Name}");
        // -1 and 0 to 8 are instructions by themselves, one after the other. 1 may be a truth, as which 2 is no other: 0 is both another
        // number and another truth.
        if (opcode.Value >= OpCodes.Ldc_I4_M1.Value && opcode.Value <= OpCodes.Ldc_I4_8.Value)
        {
            int value = opcode.Value - OpCodes.Ldc_I4_0.Value, other = value is 8 or 1 ? value - 1 : value + 1;
            yield return ([(byte)(OpCodes.Ldc_I4_0.Value + other)], $"{other} for {value}");
        }
        if (opcode == OpCodes.Ldc_I4_S && operand != 127)
            yield return ([(byte)opcode.Value, (byte)(operand + 1)], $"{(sbyte)operand + 1} for {(sbyte)operand}");
    }

    static byte[] Bytes(OpCode opcode) => opcode.Size == 1 ? [(byte)opcode.Value] : [0xFE, (byte)opcode.Value];
}
