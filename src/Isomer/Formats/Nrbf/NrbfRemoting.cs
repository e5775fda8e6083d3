namespace Isomer.Formats;

/// <summary>
/// What remoting wrote before the objects of a message: a call or a return (records 21 and 22). Its objects are read as those of any other
/// payload.
/// </summary>
internal static class NrbfRemoting
{
    public const int NoArguments = 1, ArgumentsInline = 2, ArgumentsAreArray = 4, ArgumentsInArray = 8, ContextInline = 0x20,
        ContextInArray = 0x40, SignatureInArray = 0x80,
        PropertiesInArray = 0x100, ReturnVoid = 0x400, ReturnInline = 0x800, ReturnInArray = 0x1000, ExceptionInArray = 0x2000,
        Generic = 0x8000;

    /// <summary>Passes over a call or return that stands here; whether one did.</summary>
    public static bool Pass(ref NrbfBytes bytes) => Read(ref bytes, null);

    /// <summary>Passes over a call or return that stands here, and tells what stands in it; whether one did.</summary>
    public static bool Read(ref NrbfBytes bytes, NrbfMessageParts? parts)
    {
        var record = bytes.Peek();
        if (record is not (NrbfRecord.MethodCall or NrbfRecord.MethodReturn))
            return false;
        bytes.Byte();
        int flags = bytes.Int32();
        if (parts is not null)
            (parts.IsReturn, parts.Flags) = (record == NrbfRecord.MethodReturn, flags);
        if (record == NrbfRecord.MethodCall)
        {
            string? method = Text(ref bytes, parts), type = Text(ref bytes, parts);
            if (parts is not null)
                (parts.Method, parts.Type) = (method, type);
        }
        else if ((flags & ReturnInline) != 0)
        {
            object? value = Value(ref bytes, parts);
            if (parts is not null)
                parts.ReturnValue = value;
        }
        if ((flags & ContextInline) != 0)
        {
            string? context = Text(ref bytes, parts);
            if (parts is not null)
                parts.Context = context;
        }
        if ((flags & ArgumentsInline) != 0)
            for (int count = bytes.Count(1, "arguments"); count > 0; count--)
            {
                object? argument = Value(ref bytes, parts);
                parts?.Arguments.Add(argument);
            }
        return true;
    }

    static string? Text(ref NrbfBytes bytes, NrbfMessageParts? parts)
    {
        if ((NrbfPrimitive)bytes.Byte() != NrbfPrimitive.String)
            throw new WireFormatException("A string with its type before it is expected in a call of remoting.") { Offset = bytes.At - 1 };
        if (parts is not null)
            return bytes.String();
        bytes.SkipText();
        return null;
    }

    static object? Value(ref NrbfBytes bytes, NrbfMessageParts? parts)
    {
        switch ((NrbfPrimitive)bytes.Byte())
        {
            case NrbfPrimitive.String:
                bytes.At--;
                return Text(ref bytes, parts);
            case NrbfPrimitive.Null:
                return null;
            default:
                bytes.At--;
                var primitive = bytes.Primitive();
                if (parts is not null)
                    return NrbfBoxes.Read(ref bytes, primitive);
                bytes.Skip(primitive);
                return null;
        }
    }
}

/// <summary>What stands in a call or return.</summary>
internal sealed class NrbfMessageParts
{
    public bool IsReturn { get; set; }

    public int Flags { get; set; }

    public string? Method { get; set; }

    public string? Type { get; set; }

    public object? Context { get; set; }

    public object? ReturnValue { get; set; }

    public List<object?> Arguments { get; } = [];
}
