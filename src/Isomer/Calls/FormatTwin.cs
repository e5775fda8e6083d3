using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Calls;

/// <summary>From a type known at run time to the generic methods of any format: the way of those that have none of their own.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
abstract class FormatTwin
{
    static readonly ConditionalWeakTable<Type, FormatTwin> s_twins = [];

    public static FormatTwin Of(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        return s_twins.GetValue(type, t => (FormatTwin)Activator.CreateInstance(typeof(For<>).MakeGenericType(t))!);
    }

    public abstract byte[] Serialize(Format format, object? value);

    public abstract object? Deserialize(Format format, ReadOnlySpan<byte> payload);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class For<T> : FormatTwin
    {
        public override byte[] Serialize(Format format, object? value) => value is T or null
            ? format.Serialize((T)value!)
            : throw new ArgumentException($"The value is a '{value.GetType()}', not a '{typeof(T)}'.", nameof(value));

        public override object? Deserialize(Format format, ReadOnlySpan<byte> payload) => format.Deserialize<T>(payload);
    }
}
