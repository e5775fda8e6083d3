using Isomer.Formats;

namespace Isomer;

/// <summary>
/// A call of a method, or its return, as .NET Remoting's binary channel wrote it: records 21 and 22, and the array behind them that holds
/// what does not stand in them.
/// </summary>
public sealed class NrbfMessage
{
    internal NrbfMessage(NrbfMessageParts parts, IReadOnlyList<object?> items)
    {
        (IsReturn, MethodName, TypeName, Context) = (parts.IsReturn, parts.Method, parts.Type, parts.Context);
        (ReturnValue, IsVoid) = (parts.ReturnValue, (parts.Flags & NrbfRemoting.ReturnVoid) != 0);
        int flags = parts.Flags, next = 0;
        if ((flags & NrbfRemoting.ArgumentsAreArray) != 0)
        {
            Arguments = items;
            next = items.Count;
        }
        else
        {
            if (IsReturn && (flags & NrbfRemoting.ReturnInArray) != 0)
                ReturnValue = Take(items, ref next);
            Arguments = (flags & NrbfRemoting.ArgumentsInArray) != 0 ? ItemsOf(Take(items, ref next)) : parts.Arguments;
        }
        if (IsReturn && (flags & NrbfRemoting.ExceptionInArray) != 0)
            Exception = Take(items, ref next);
        if (!IsReturn && (flags & NrbfRemoting.Generic) != 0)
            GenericArguments = ItemsOf(Take(items, ref next));
        if (!IsReturn && (flags & NrbfRemoting.SignatureInArray) != 0)
            Signature = ItemsOf(Take(items, ref next));
        if ((flags & NrbfRemoting.ContextInArray) != 0)
            Context = Take(items, ref next);
        if ((flags & NrbfRemoting.PropertiesInArray) != 0)
            Properties = ItemsOf(Take(items, ref next));
    }

    /// <summary>Whether it is what came back.</summary>
    public bool IsReturn { get; }

    /// <summary>Of a call: the method's name.</summary>
    public string? MethodName { get; }

    /// <summary>Of a call: the server's type, with its assembly.</summary>
    public string? TypeName { get; }

    /// <summary>
    /// What the method is given; of a return, what it gives back through its parameters. Values are those of <see cref="NrbfDocument"/>.
    /// </summary>
    public IReadOnlyList<object?> Arguments { get; }

    /// <summary>Of a return: what the method gave.</summary>
    public object? ReturnValue { get; }

    /// <summary>Of a return: that the method gives nothing.</summary>
    public bool IsVoid { get; }

    /// <summary>Of a return: what the method threw.</summary>
    public object? Exception { get; }

    /// <summary>The logical call context: its identifier, or a record.</summary>
    public object? Context { get; }

    /// <summary>Of a call: the types of the parameters, where the name alone does not tell the method.</summary>
    public IReadOnlyList<object?> Signature { get; } = [];

    /// <summary>Of a call of a generic method: its type arguments.</summary>
    public IReadOnlyList<object?> GenericArguments { get; } = [];

    /// <summary>Further properties of the message: entries of keys and values.</summary>
    public IReadOnlyList<object?> Properties { get; } = [];

    static object? Take(IReadOnlyList<object?> items, ref int next) =>
        next < items.Count
            ? items[next++]
            : throw new WireFormatException("A message of remoting says of more values than stand behind it.") { Offset = 17 };

    static IReadOnlyList<object?> ItemsOf(object? value) => value switch
    {
        null => [],
        NrbfArrayRecord array => array.Items,
        _ => throw new WireFormatException("The arguments of a message of remoting are an array.") { Offset = 17 },
    };

    /// <inheritdoc/>
    public override string ToString() => IsReturn ? "return" : $"{TypeName}.{MethodName}";
}
