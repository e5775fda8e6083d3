namespace Isomer.Formats;

/// <summary>What remoting wrote before the objects of a message: a call or a return. It is passed over; its objects are read as those of any other payload.</summary>
internal static class NrbfRemoting
{
    const int ArgumentsInline = 2, ContextInline = 0x20, ReturnInline = 0x800;

    /// <summary>Passes over a call or return that stands here; whether one did.</summary>
    public static bool Pass(ref NrbfBytes bytes)
    {
        var record = bytes.Peek();
        if (record is not (NrbfRecord.MethodCall or NrbfRecord.MethodReturn))
            return false;
        bytes.Byte();
        int flags = bytes.Int32();
        if (record == NrbfRecord.MethodCall)
        {
            Text(ref bytes);
            Text(ref bytes);
        }
        else if ((flags & ReturnInline) != 0)
        {
            Value(ref bytes);
        }
        if ((flags & ContextInline) != 0)
            Text(ref bytes);
        if ((flags & ArgumentsInline) != 0)
            for (int count = bytes.Count(1, "arguments"); count > 0; count--)
                Value(ref bytes);
        return true;
    }

    static void Text(ref NrbfBytes bytes)
    {
        if ((NrbfPrimitive)bytes.Byte() != NrbfPrimitive.String)
            throw new WireFormatException("A string with its type before it is expected in a call of remoting.") { Offset = bytes.At - 1 };
        bytes.SkipText();
    }

    static void Value(ref NrbfBytes bytes)
    {
        var primitive = (NrbfPrimitive)bytes.Byte();
        if (primitive == NrbfPrimitive.String)
        {
            bytes.SkipText();
        }
        else if (primitive != NrbfPrimitive.Null)
        {
            bytes.At--;
            bytes.Skip(bytes.Primitive());
        }
    }
}
