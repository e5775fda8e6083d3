using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;

namespace Isomer.Conventions;

/// <summary>Uri as the framework's contracts have it: an absolute one in its escaped form, a relative one as it was given.</summary>
internal sealed class UriSurrogate : Surrogate<Uri, string>
{
    public static readonly UriSurrogate Instance = new();

    public override string ToCarrier(Uri value) => value.GetComponents(UriComponents.SerializationInfoString, UriFormat.UriEscaped);

    public override Uri FromCarrier(string carrier) => new(carrier, UriKind.RelativeOrAbsolute);
}

/// <summary>The framework's way to replace types, as a surrogate.</summary>
internal static class ProvidedSurrogate
{
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The arguments are types of the caller's, which exist.")]
    public static Surrogate Of(ISerializationSurrogateProvider provider, Type type, Type carrier) =>
        (Surrogate)Activator.CreateInstance(typeof(ProvidedSurrogate<,>).MakeGenericType(type, carrier), provider)!;
}

/// <summary>A surrogate of the framework's kind.</summary>
internal interface IProvided;

internal sealed class ProvidedSurrogate<T, TCarrier>(ISerializationSurrogateProvider provider) : Surrogate<T, TCarrier>, IProvided
{
    public override TCarrier ToCarrier(T value) => (TCarrier)provider.GetObjectToSerialize(value!, typeof(TCarrier));

    public override T FromCarrier(TCarrier carrier) => (T)provider.GetDeserializedObject(carrier!, typeof(T));
}
