using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Isomer.Ahead;
using Microsoft.Extensions.Options;
using HttpJsonOptions = Microsoft.AspNetCore.Http.Json.JsonOptions;

namespace Isomer.AspNetCore;

/// <summary>
/// The metadata that ASP.NET Core asks for of each type that a handler takes or returns, whoever writes it. In an application compiled
/// ahead of time it knows no type by itself, and one that nobody tells it is an error of every endpoint. Of types that have ready-made
/// shapes it is told here, behind all that knows them: also those of libraries, which the application's own generator does not see.
/// </summary>
/// <remarks>Where no code can be made, structs are left to the generator, which names each of them.</remarks>
[UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Asked of types that have ready-made shapes alone.")]
[UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Code of classes is there for one, and so for all; no others are asked for.")]
internal sealed class HandlerJson : IJsonTypeInfoResolver
{
    static readonly ConcurrentDictionary<Type, Known> s_known = new();

    public JsonTypeInfo? GetTypeInfo(Type type, JsonSerializerOptions options)
    {
        bool isStream = type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>);
        var told = isStream ? type.GetGenericArguments()[0] : type;
        if ((told.IsValueType && !RuntimeFeature.IsDynamicCodeSupported) || !ReadyShapes.Names(told))
            return null;
        var known = s_known.GetOrAdd(told, Make);
        return isStream ? known.Items(options) : known.Value(options);
    }

    // Said by name once, so that the code is there for all classes.
    static Known Make(Type type) =>
        type == typeof(object) ? new Of<object>() : (Known)Activator.CreateInstance(typeof(Of<>).MakeGenericType(type))!;

    abstract class Known
    {
        public abstract JsonTypeInfo Value(JsonSerializerOptions options);

        public abstract JsonTypeInfo Items(JsonSerializerOptions options);
    }

    sealed class Of<T> : Known
    {
        public override JsonTypeInfo Value(JsonSerializerOptions options) =>
            JsonMetadataServices.CreateValueInfo<T>(options, IsomerJsonConverter.For<T>(JsonOptions.Web));

        public override JsonTypeInfo Items(JsonSerializerOptions options) =>
            JsonMetadataServices.CreateIAsyncEnumerableInfo<IAsyncEnumerable<T>, T>(options, new());
    }

    /// <summary>Adds it to what ASP.NET Core asks, at the end.</summary>
    public sealed class Setup : IPostConfigureOptions<HttpJsonOptions>
    {
        public void PostConfigure(string? name, HttpJsonOptions options) =>
            options.SerializerOptions.TypeInfoResolverChain.Add(new HandlerJson());
    }
}
