using System.Buffers.Binary;
using System.Reflection.Emit;
using System.Reflection.Metadata;

namespace Isomer.Fuzz.Coverage;

/// <summary>
/// One method's IL with a probe before each block. Short branches become long ones, so that every instruction keeps its size.
/// </summary>
sealed class BodyRewriter
{
    static readonly OpCode[] s_single = new OpCode[256], s_double = new OpCode[256];

    readonly MethodBodyBlock _body;
    readonly byte[] _il;
    readonly List<(int At, int Size, OpCode Code)> _instructions = [];
    readonly SortedSet<int> _leaders = [0];

    static BodyRewriter()
    {
        foreach (var field in typeof(OpCodes).GetFields())
        {
            var code = (OpCode)field.GetValue(null)!;
            (code.Size == 1 ? s_single : s_double)[code.Value & 0xFF] = code;
        }
    }

    public BodyRewriter(MethodBodyBlock body) => (_body, _il) = (body, body.GetILBytes()!);

    public byte[]? Rewrite(ref int blocks)
    {
        Decode();
        foreach (ExceptionRegion region in _body.ExceptionRegions)
        {
            _leaders.Add(region.HandlerOffset);
            if (region.Kind == ExceptionRegionKind.Filter)
                _leaders.Add(region.FilterOffset);
        }
        // Places first: a branch forward needs them.
        var places = new int[_il.Length + 1];
        int at = 0;
        const int ProbeSize = 12;
        foreach (var (old, size, code) in _instructions)
        {
            places[old] = at;
            at += (_leaders.Contains(old) ? ProbeSize : 0) + (code.OperandType == OperandType.ShortInlineBrTarget ? 5 : size);
        }
        places[_il.Length] = at;
        var result = new MemoryStream(at);
        Span<byte> four = stackalloc byte[4];
        foreach (var (old, size, code) in _instructions)
        {
            if (_leaders.Contains(old))
                Instrumenter.Probe(result, blocks++);
            int end = places[old] + (_leaders.Contains(old) ? ProbeSize : 0)
                + (code.OperandType == OperandType.ShortInlineBrTarget ? 5 : size);
            if (code.OperandType is OperandType.ShortInlineBrTarget or OperandType.InlineBrTarget)
            {
                result.WriteByte(code.OperandType == OperandType.InlineBrTarget ? _il[old] : Long(_il[old]));
                BinaryPrimitives.WriteInt32LittleEndian(four, places[Target(old, size, code)] - end);
                result.Write(four);
            }
            else if (code.OperandType == OperandType.InlineSwitch)
            {
                result.Write(_il, old, 5);
                foreach (int target in Cases(old, size))
                {
                    BinaryPrimitives.WriteInt32LittleEndian(four, places[target] - end);
                    result.Write(four);
                }
            }
            else
            {
                result.Write(_il, old, size);
            }
        }
        return Instrumenter.Assemble(result.ToArray(), _body, offset => places[offset]);
    }

    void Decode()
    {
        for (int at = 0; at < _il.Length;)
        {
            OpCode code = _il[at] == 0xFE ? s_double[_il[at + 1]] : s_single[_il[at]];
            int size = code.Size + code.OperandType switch
            {
                OperandType.InlineNone => 0,
                OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
                OperandType.InlineVar => 2,
                OperandType.InlineI8 or OperandType.InlineR => 8,
                OperandType.InlineSwitch => 4 + (4 * BinaryPrimitives.ReadInt32LittleEndian(_il.AsSpan(at + 1))),
                _ => 4,
            };
            _instructions.Add((at, size, code));
            if (code.OperandType is OperandType.ShortInlineBrTarget or OperandType.InlineBrTarget)
                _leaders.Add(Target(at, size, code));
            if (code.OperandType == OperandType.InlineSwitch)
                _leaders.UnionWith(Cases(at, size));
            at += size;
            // What comes behind a branch that is not taken is a block too.
            if (code.FlowControl == FlowControl.Cond_Branch && at < _il.Length)
                _leaders.Add(at);
        }
    }

    int Target(int at, int size, OpCode code) =>
        at + size
            + (code.OperandType == OperandType.ShortInlineBrTarget
                ? (sbyte)_il[at + 1]
                : BinaryPrimitives.ReadInt32LittleEndian(_il.AsSpan(at + 1)));

    IEnumerable<int> Cases(int at, int size)
    {
        for (int operand = at + 5; operand < at + size; operand += 4)
            yield return at + size + BinaryPrimitives.ReadInt32LittleEndian(_il.AsSpan(operand));
    }

    /// <summary>br.s to blt.un.s lie 13 below br to blt.un; leave.s one above leave.</summary>
    static byte Long(byte code) => code == 0xDE ? (byte)0xDD : (byte)(code + 13);
}
