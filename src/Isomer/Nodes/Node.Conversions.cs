using System.Numerics;

namespace Isomer;

#pragma warning disable CA2225 // their named forms are Node.From and As<T>
public abstract partial class Node
{
    /// <summary>A node of text; null is the null node.</summary>
    public static implicit operator Node?(string? value) => value is null ? null : new NodeValue(value);

    /// <summary>A node of an array of bytes; null is the null node.</summary>
    public static implicit operator Node?(byte[]? value) => value is null ? null : new NodeValue(value);

    /// <summary>A node of a truth value.</summary>
    public static implicit operator Node(bool value) => new NodeValue(value);

    /// <summary>A node of an integer.</summary>
    public static implicit operator Node(int value) => new NodeValue((long)value);

    /// <summary>A node of an integer.</summary>
    public static implicit operator Node(long value) => new NodeValue(value);

    /// <summary>A node of an unsigned integer.</summary>
    public static implicit operator Node(ulong value) => new NodeValue(value);

    /// <summary>A node of a floating-point number.</summary>
    public static implicit operator Node(double value) => new NodeValue(value);

    /// <summary>A node of a decimal number.</summary>
    public static implicit operator Node(decimal value) => new NodeValue(value);

    /// <summary>A node of an integer of any size.</summary>
    public static implicit operator Node(BigInteger value) => new NodeValue(value);

    /// <summary>A node of a Guid.</summary>
    public static implicit operator Node(Guid value) => new NodeValue(value);

    /// <summary>A node of a date and time.</summary>
    public static implicit operator Node(DateTime value) => new NodeValue(value);

    /// <summary>A node of a date and time with its offset.</summary>
    public static implicit operator Node(DateTimeOffset value) => new NodeValue(value);

    /// <summary>The text of a node, as <see cref="As{T}"/> gives it; null of the null node.</summary>
    public static explicit operator string?(Node? value) => value?.As<string>();

    /// <summary>The node as a truth value, as <see cref="As{T}"/> gives it; the null node is refused.</summary>
    public static explicit operator bool(Node value) => Required(value).As<bool>();

    /// <summary>The node as an integer, as <see cref="As{T}"/> gives it; the null node is refused.</summary>
    public static explicit operator int(Node value) => Required(value).As<int>();

    /// <summary>The node as an integer, as <see cref="As{T}"/> gives it; the null node is refused.</summary>
    public static explicit operator long(Node value) => Required(value).As<long>();

    /// <summary>The node as a floating-point number, as <see cref="As{T}"/> gives it; the null node is refused.</summary>
    public static explicit operator double(Node value) => Required(value).As<double>();

    /// <summary>The node as a decimal number, as <see cref="As{T}"/> gives it; the null node is refused.</summary>
    public static explicit operator decimal(Node value) => Required(value).As<decimal>();

    /// <summary>The node as a date and time, as <see cref="As{T}"/> gives it; the null node is refused.</summary>
    public static explicit operator DateTime(Node value) => Required(value).As<DateTime>();

    /// <summary>The node as a Guid, as <see cref="As{T}"/> gives it; the null node is refused.</summary>
    public static explicit operator Guid(Node value) => Required(value).As<Guid>();

    static Node Required(Node? value) => value ?? throw new InvalidCastException("The node is null.");
}
