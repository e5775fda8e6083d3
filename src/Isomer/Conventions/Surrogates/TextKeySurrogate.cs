using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Keys of a dictionary that are names in JSON (the simple format): of a type with a ToString of its own the text, of which its Parse makes
/// the key again. A type without one would be written as its name, and its value lost.
/// </summary>
internal static class TextKeys
{
    const BindingFlags Static = BindingFlags.Public | BindingFlags.Static;

    /// <summary>The surrogate of a type of keys; null where there is nothing to be made a text of, or nothing needed.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static Surrogate? Of(Type type) =>
        ContractKinds.Of(type, out _, out _) is ContractKind.Class or ContractKind.Refused && type != typeof(DateTimeOffset)
            && !type.IsAbstract && !type.IsByRefLike && (HasText(type) || ParseOf(type) is not null)
            ? (Surrogate)Activator.CreateInstance(typeof(TextKeySurrogate<>).MakeGenericType(type))!
            : null;

    /// <summary>Whether the type says itself what its text is.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static bool HasText(Type type) =>
        type.GetMethod(nameof(ToString), [])?.DeclaringType is { } declaring && declaring != typeof(object)
            && declaring != typeof(ValueType);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static MethodInfo? ParseOf(Type type) =>
        type.GetMethod("Parse", Static, [typeof(string)]) is { } parse && parse.ReturnType == type ? parse : null;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class TextKeySurrogate<T> : Surrogate<T, string>
{
    readonly Func<string, T>? _parse = TextKeys.ParseOf(typeof(T))?.CreateDelegate<Func<string, T>>();
    readonly bool _hasText = TextKeys.HasText(typeof(T));

    public override string ToCarrier(T value) => _hasText
        ? value!.ToString() ?? ""
        : throw new NotSupportedException(
            $"A dictionary written in the simple format has keys of type '{typeof(T)}', of which the framework writes the type's name only. Override ToString, or use the default format.");

    public override T FromCarrier(string carrier) => _parse is not null
        ? _parse(carrier)
        : throw new WireFormatException(
            $"A name stands for a key of type '{typeof(T)}', which has no public static Parse(string). Add one, or use the default format.");
}
