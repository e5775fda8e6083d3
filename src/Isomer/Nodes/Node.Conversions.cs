using System.Numerics;

namespace Isomer;

#pragma warning disable CS1591 // conversions say what they do
#pragma warning disable CA2225 // their named forms are Node.From and As<T>
public abstract partial class Node
{
    public static implicit operator Node?(string? value) => value is null ? null : new NodeValue(value);

    public static implicit operator Node?(byte[]? value) => value is null ? null : new NodeValue(value);

    public static implicit operator Node(bool value) => new NodeValue(value);

    public static implicit operator Node(int value) => new NodeValue((long)value);

    public static implicit operator Node(long value) => new NodeValue(value);

    public static implicit operator Node(ulong value) => new NodeValue(value);

    public static implicit operator Node(double value) => new NodeValue(value);

    public static implicit operator Node(decimal value) => new NodeValue(value);

    public static implicit operator Node(BigInteger value) => new NodeValue(value);

    public static implicit operator Node(Guid value) => new NodeValue(value);

    public static implicit operator Node(DateTime value) => new NodeValue(value);

    public static implicit operator Node(DateTimeOffset value) => new NodeValue(value);

    public static explicit operator string?(Node? value) => value?.As<string>();

    public static explicit operator bool(Node value) => Required(value).As<bool>();

    public static explicit operator int(Node value) => Required(value).As<int>();

    public static explicit operator long(Node value) => Required(value).As<long>();

    public static explicit operator double(Node value) => Required(value).As<double>();

    public static explicit operator decimal(Node value) => Required(value).As<decimal>();

    public static explicit operator DateTime(Node value) => Required(value).As<DateTime>();

    public static explicit operator Guid(Node value) => Required(value).As<Guid>();

    static Node Required(Node? value) => value ?? throw new InvalidCastException("The node is null.");
}
