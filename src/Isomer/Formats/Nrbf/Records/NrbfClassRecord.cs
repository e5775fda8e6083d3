using System.Diagnostics.CodeAnalysis;
using Isomer.Formats;

namespace Isomer;

/// <summary>An object of a class or struct, as the payload has it: its name, and its members by name.</summary>
/// <example>
/// <code>
/// var order = (NrbfClassRecord)Nrbf.Read(File.ReadAllBytes("order.bin")).Root;
/// string customer = order.Get&lt;string&gt;("customer");
/// foreach (string name in order.MemberNames)
///     Console.WriteLine($"{name}: {order[name]}");
/// </code>
/// </example>
public sealed class NrbfClassRecord
{
    readonly NrbfDocument _document;
    readonly NrbfClassHeader _header;
    readonly int _start;
    object?[]? _values;

    internal NrbfClassRecord(NrbfDocument document, int start)
    {
        (_document, _start) = (document, start);
        _header = document.HeaderOf(start);
        var bytes = document.Bytes(start + 1);
        Id = bytes.Int32();
    }

    internal NrbfClassHeader Header => _header;

    /// <summary>The object's number in the payload; structs within others have negative ones.</summary>
    public int Id { get; }

    /// <summary>The name of the type, with its namespace, and with generic arguments as they were written.</summary>
    public string TypeName => _header.Name;

    /// <summary>The full name of the assembly; "mscorlib" for types of the framework that are written without one.</summary>
    public string AssemblyName => _header.Library ?? "mscorlib";

    /// <summary>The names of the members, in their order: fields, or the entries of an ISerializable.</summary>
    public IReadOnlyList<string> MemberNames => field ??= [.. _header.Members.Select(static m => m.Name)];

    /// <summary>Whether there is a member of this name.</summary>
    public bool HasMember(string name) => IndexOf(name) >= 0;

    /// <summary>The member's value: null, a primitive, a string, a record.</summary>
    /// <exception cref="KeyNotFoundException">There is no such member.</exception>
    public object? this[string name] => IndexOf(name) is >= 0 and var index ? Values[index]
        : throw new KeyNotFoundException($"A '{TypeName}' has no member '{name}'; it has {string.Join(", ", MemberNames)}.");

    /// <summary>The member's value as this type.</summary>
    /// <exception cref="KeyNotFoundException">There is no such member.</exception>
    /// <exception cref="InvalidCastException">It is of another type.</exception>
    public T? Get<T>(string name) => this[name] switch
    {
        null => default(T) is null ? default : throw new InvalidCastException($"'{name}' of a '{TypeName}' is null, no '{typeof(T)}'."),
        T value => value,
        var other => throw new InvalidCastException($"'{name}' of a '{TypeName}' is a '{other.GetType()}', no '{typeof(T)}'."),
    };

    /// <summary>The member's value, if there is one of this name and type.</summary>
    public bool TryGet<T>(string name, [MaybeNullWhen(false)] out T value)
    {
        value = default;
        if (IndexOf(name) is not (>= 0 and var index) || Values[index] is not T found)
            return false;
        value = found;
        return true;
    }

    /// <summary>The values of <see cref="MemberNames"/>.</summary>
    internal object?[] Values => _values ??= NrbfDocument.Placed(ReadValues);

    int IndexOf(string name)
    {
        for (int i = 0; i < _header.Members.Length; i++)
            if (_header.Members[i].Name == name)
                return i;
        return -1;
    }

    object?[] ReadValues()
    {
        var bytes = _document.Bytes(_start);
        bytes.At = bytes.Peek() == NrbfRecord.ClassWithId ? _start + 9 : _header.Body;
        object?[] values = new object?[_header.Members.Length];
        int at = 0;
        try
        {
            for (; at < values.Length; at++)
                values[at] = _document.Value(ref bytes, _header.Members[at].Kind, _header.Members[at].Primitive);
        }
        catch (WireFormatException e) when (NrbfErrors.IsWithin(e, "." + _header.Members[at].Name))
        {
            throw;
        }
        return values;
    }

    /// <inheritdoc/>
    public override string ToString() => $"{TypeName} #{Id}";
}
