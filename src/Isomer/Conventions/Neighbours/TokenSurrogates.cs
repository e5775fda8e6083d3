using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Numerics;
using System.Reflection;
using System.Text.Json;
using Isomer.Model;
using Isomer.Nodes;

namespace Isomer.Conventions;

/// <summary>
/// Json.NET's values of no type (JToken, JObject, JArray, JValue, JRaw), by name: nothing refers to that library. What they print is read
/// again before it is written, so that it is JSON; a number that none of the CLR is exactly comes back as a JRaw of its digits.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class TokenSurrogates
{
    const string Linq = "Newtonsoft.Json.Linq.";

    static readonly ConcurrentDictionary<Assembly, Library> s_libraries = new();

    /// <summary>The surrogate of one of their types; null for any other.</summary>
    public static Surrogate? Find(Type type) =>
        type.FullName is Linq + "JToken" or Linq + "JObject" or Linq + "JArray" or Linq + "JValue" or Linq + "JRaw" or Linq + "JContainer"
            ? (Surrogate)Activator.CreateInstance(typeof(TokenSurrogate<>).MakeGenericType(type),
                s_libraries.GetOrAdd(type.Assembly, static a => new Library(a)))!
            : null;

    /// <summary>What is called of a version of the library.</summary>
    sealed class Library
    {
        readonly MethodInfo _print, _startObject, _endObject, _startArray, _endArray, _name, _value, _raw, _null;
        readonly PropertyInfo _token;
        readonly ConstructorInfo _writer;
        readonly object?[] _printing;

        [UnconditionalSuppressMessage("Trimming", "IL2026",
            Justification = "A member that is gone is told by its name; the array is of references.")]
        [UnconditionalSuppressMessage("Trimming", "IL2075",
            Justification = "A member that is gone is told by its name; the array is of references.")]
        [UnconditionalSuppressMessage("AOT", "IL3050",
            Justification = "A member that is gone is told by its name; the array is of references.")]
        public Library(Assembly assembly)
        {
            Type Named(string name) => assembly.GetType("Newtonsoft.Json." + name, throwOnError: true)!;
            var (formatting, converters, writer) = (Named("Formatting"), Named("JsonConverter").MakeArrayType(),
                Named("Linq.JTokenWriter"));
            _print = Given(Named("Linq.JToken").GetMethod("ToString", [formatting, converters]));
            _printing = [Enum.ToObject(formatting, 0), Array.CreateInstance(converters.GetElementType()!, 0)];
            MethodInfo Method(string name, params Type[] parameters) => Given(writer.GetMethod(name, parameters));
            (_startObject, _endObject) = (Method("WriteStartObject"), Method("WriteEndObject"));
            (_startArray, _endArray) = (Method("WriteStartArray"), Method("WriteEndArray"));
            (_name, _value) = (Method("WritePropertyName", typeof(string)), Method("WriteValue", typeof(object)));
            (_raw, _null) = (Method("WriteRawValue", typeof(string)), Method("WriteNull"));
            _token = writer.GetProperty("Token") ?? throw new MissingMemberException(writer.FullName, "Token");
            _writer = writer.GetConstructor([]) ?? throw new MissingMemberException(writer.FullName, ".ctor");
        }

        static MethodInfo Given(MethodInfo? method) =>
            method ?? throw new MissingMemberException("Newtonsoft.Json has not the methods that it had in all versions known.");

        public string Print(object token) => (string)_print.Invoke(token, _printing)!;

        public object Make(Node? node)
        {
            object writer = _writer.Invoke(null);
            Write(writer, node);
            return _token.GetValue(writer)!;
        }

        void Write(object writer, Node? node)
        {
            System.Runtime.CompilerServices.RuntimeHelpers.EnsureSufficientExecutionStack();
            switch (node)
            {
                case NodeObject members:
                    _startObject.Invoke(writer, null);
                    foreach (var (name, value) in members.Members)
                    {
                        _name.Invoke(writer, [name]);
                        Write(writer, value);
                    }
                    _endObject.Invoke(writer, null);
                    break;
                case NodeArray items:
                    _startArray.Invoke(writer, null);
                    foreach (var item in items.Items)
                        Write(writer, item);
                    _endArray.Invoke(writer, null);
                    break;
                case ForeignNode foreign:
                    Write(writer, foreign.Whole);
                    break;
                case NodeValue { RawNumber: { } digits }:
                    _raw.Invoke(writer, [digits]);
                    break;
                // Its zero has no sign, or a point.
                case NodeValue { NumberText: "-0" }:
                    _raw.Invoke(writer, ["-0"]);
                    break;
                // A decimal without a point would get one.
                case NodeValue { Value: decimal, NumberText: { } whole } when !whole.Contains('.', StringComparison.Ordinal):
                    _value.Invoke(writer, [BigInteger.Parse(whole, CultureInfo.InvariantCulture)]);
                    break;
                case NodeValue value:
                    _value.Invoke(writer, [value.Value]);
                    break;
                default:
                    _null.Invoke(writer, null);
                    break;
            }
        }
    }

    sealed class TokenSurrogate<T>(Library library) : Surrogate<T, Node?> where T : class
    {
        // A null is a JValue of null there, where one may stand.
        internal override bool HandlesNull => typeof(T).Name is "JToken" or "JValue";

        public override Node? ToCarrier(T value) => value is null ? null : new TokenNode(library.Print(value));

        [UnconditionalSuppressMessage("Trimming", "IL2087", Justification = "JRaw, whose constructor Newtonsoft.Json calls itself.")]
        public override T FromCarrier(Node? carrier) => library.Make(carrier) is T token ? token
            : typeof(T).Name == "JRaw"
                ? (T)Activator.CreateInstance(typeof(T), System.Text.Encoding.UTF8.GetString(ForeignNode.TextOf(carrier).Span))!
            : throw new FormatException(
                $"{(typeof(T).Name switch { "JObject" => "An object", "JArray" => "An array", "JContainer" => "An object or array", _ => "A scalar" })} is expected, for a {typeof(T).Name}.");
    }

    sealed class TokenNode(string printed) : ForeignNode
    {
        protected override void Write(Utf8JsonWriter writer, JsonSerializerOptions options)
        {
            try
            {
                using var document = JsonDocument.Parse(printed, new JsonDocumentOptions { MaxDepth = int.MaxValue });
                document.RootElement.WriteTo(writer);
            }
            catch (JsonException e)
            {
                throw new NotSupportedException(
                    "A JToken that prints no JSON cannot be written: a comment, a constructor, undefined, or a number that is none.", e);
            }
        }
    }
}
