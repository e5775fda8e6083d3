using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>Uri as the framework's contracts have it: an absolute one in its escaped form, a relative one as it was given.</summary>
internal sealed class UriSurrogate : Surrogate<Uri, string>
{
    public static readonly UriSurrogate Instance = new();

    public override string ToCarrier(Uri value) => value.GetComponents(UriComponents.SerializationInfoString, UriFormat.UriEscaped);

    public override Uri FromCarrier(string carrier) => new(carrier, UriKind.RelativeOrAbsolute);
}

/// <summary>The framework's way to replace types, as a surrogate.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ProvidedSurrogate
{
    public static Surrogate Of(ISerializationSurrogateProvider provider, Type type, Type carrier) =>
        (Surrogate)Activator.CreateInstance(typeof(ProvidedSurrogate<,>).MakeGenericType(type, carrier), provider)!;

    public static Surrogate Of(ISerializationSurrogateProvider provider, Type type) =>
        (Surrogate)Activator.CreateInstance(typeof(ProvidedByItself<>).MakeGenericType(type), provider)!;
}

/// <summary>A surrogate of the framework's kind.</summary>
internal interface IProvided
{
    /// <summary>
    /// Whether an object of a derived class is none for this surrogate: the provider leaves it as it is, or names something else for its
    /// own class.
    /// </summary>
    bool LeavesOut(object value);
}

/// <summary>One that names no other type.</summary>
internal interface IProvidedByItself : IReplacing;

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class ProvidedSurrogate<T, [DynamicallyAccessedMembers(Trimming.Carried)] TCarrier>(
    ISerializationSurrogateProvider provider) : Surrogate<T, TCarrier>, IProvided
{
    public override TCarrier ToCarrier(T value) => provider.GetObjectToSerialize(value!, typeof(TCarrier)) switch
    {
        TCarrier carrier => carrier,
        null => default!,
        var other => throw new NotSupportedException(
            $"'{provider.GetType()}' gave a '{other.GetType()}' for a '{value!.GetType()}', where it names '{typeof(TCarrier)}' for '{typeof(T)}'. Give one of that type in {nameof(provider.GetObjectToSerialize)}."),
    };

    public bool LeavesOut(object value) => value.GetType() != typeof(T)
        && provider.GetObjectToSerialize(value, typeof(TCarrier)) is not (null or TCarrier);

    public override T FromCarrier(TCarrier carrier) => (T)provider.GetDeserializedObject(carrier!, typeof(T));
}

/// <summary>A surrogate of the framework's kind that names no other type: for each object it may give another one.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class ProvidedByItself<[DynamicallyAccessedMembers(Trimming.Carried)] T>(
    ISerializationSurrogateProvider provider) : Surrogate<T, T>, IProvidedByItself
{
    // One of a derived class is asked for where its own type is found.
    public override T ToCarrier(T value) => value is null || value.GetType() != typeof(T) ? value
        : provider.GetObjectToSerialize(value, typeof(T)) is T replaced ? replaced
        : throw new NotSupportedException(
            $"'{provider.GetType()}.{nameof(provider.GetObjectToSerialize)}' gave an object of another type for a '{typeof(T)}'. Name that type in {nameof(provider.GetSurrogateType)}.");

    public override T FromCarrier(T carrier) => carrier is null || carrier.GetType() != typeof(T) ? carrier
        : Replace(carrier) is T real ? real
        : throw new WireFormatException(
            $"'{provider.GetType()}.{nameof(provider.GetDeserializedObject)}' gave an object of another type, which cannot stand where '{typeof(T)}' is declared.");

    public object Replace(object read) => provider.GetDeserializedObject(read, typeof(T));
}
