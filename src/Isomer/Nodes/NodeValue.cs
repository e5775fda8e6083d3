using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using Isomer.Model;
using Isomer.Nodes;

namespace Isomer;

/// <summary>A scalar: a string, a bool, a number of any size, or what a format has beside these (bytes, dates, Guids).</summary>
public sealed class NodeValue : Node
{
    readonly object _value;

    /// <summary>A node of a scalar of the CLR.</summary>
    /// <exception cref="ArgumentException">The value is no scalar that every format has a form for.</exception>
    public NodeValue(object value)
    {
        ArgumentNullException.ThrowIfNull(value);
        if (!IsScalar(value))
            throw new ArgumentException($"A '{value.GetType()}' is no scalar. Use Node.From, or Json.ToNode.", nameof(value));
        _value = value;
    }

    internal NodeValue(NodeNumber number) => _value = number;

    /// <summary>
    /// The CLR value. A number of a text format is a long, decimal or double if one of these is exactly it; else a
    /// BigInteger for an integer, and the nearest double for the rest, while <see cref="NumberText"/> and writing keep it.
    /// </summary>
    public object Value => _value is NodeNumber number ? number.Nearest : _value;

    /// <summary>The number as text, every digit kept; null for what is no number.</summary>
    public string? NumberText => NodeNumber.TextOf(_value);

    /// <inheritdoc/>
    public override NodeKind Kind => _value switch
    {
        string or char => NodeKind.String,
        bool => NodeKind.Boolean,
        NodeNumber => NodeKind.Number,
        _ when NodeNumber.IsNumber(_value) => NodeKind.Number,
        _ => NodeKind.Other,
    };

    /// <summary>The text of a number that no CLR number is exactly.</summary>
    internal string? RawNumber => (_value as NodeNumber)?.Text;

    internal static bool IsScalar(object value) => Scalars.Of(value.GetType()) != Scalar.None;

    internal bool TryGetDirectly<T>([MaybeNullWhen(false)] out T result)
    {
        object? converted = _value is T ? _value : _value switch
        {
            long l when typeof(T) == typeof(int) && l is >= int.MinValue and <= int.MaxValue => (int)l,
            long l when typeof(T) == typeof(double) => (double)l,
            long l when typeof(T) == typeof(decimal) => (decimal)l,
            double d when typeof(T) == typeof(float) => (float)d,
            decimal m when typeof(T) == typeof(double) => double.Parse(NumberText!, System.Globalization.CultureInfo.InvariantCulture),
            NodeNumber n when typeof(T) == typeof(BigInteger) && n.Nearest is BigInteger => n.Nearest,
            _ => null,
        };
        result = converted is T t ? t : default;
        return converted is not null;
    }

    /// <inheritdoc/>
    public override NodeValue Clone() => this;

    /// <inheritdoc/>
    public override bool Equals(Node? other)
    {
        if (other is not NodeValue value)
            return false;
        if (Kind == NodeKind.Number || value.Kind == NodeKind.Number)
            return Kind == value.Kind
                && (_value.Equals(value._value) || NodeNumber.Canonical(NumberText!) == NodeNumber.Canonical(value.NumberText!));
        return _value is byte[] bytes ? value._value is byte[] theirs && bytes.AsSpan().SequenceEqual(theirs) : _value.Equals(value._value);
    }

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        if (Kind == NodeKind.Number)
            return NodeNumber.Canonical(NumberText!).GetHashCode(StringComparison.Ordinal);
        if (_value is not byte[] bytes)
            return _value.GetHashCode();
        var hash = new HashCode();
        hash.AddBytes(bytes);
        return hash.ToHashCode();
    }
}
