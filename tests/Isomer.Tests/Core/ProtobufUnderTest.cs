using System.Collections;
using System.Collections.Specialized;
using System.Reflection;
using Isomer.Tests.Ahead;

namespace Isomer.Tests.Core;

/// <summary>
/// Protobuf under the plain convention: members are numbered as they come. What it cannot carry, by its nature, is told by
/// <see cref="Carries"/>; everything else of the core's tests has to come back whole.
/// </summary>
public sealed class ProtobufUnderTest : WireUnderTest
{
    /// <summary>What is refused at writing, each by words of the message.</summary>
    static readonly string[] s_refused =
    [
        // A null item of a list: only NullWrappedValue gives it a form.
        "holds a null item, for which protobuf has no form",
        // Declared as object: nothing on the wire would say what it is.
        "nothing on the wire would say what it is",
        "has no form in protobuf",
        // Hierarchies need numbers, which only contracts have.
        "needs a number in protobuf",
        // No references: cycles do not end.
        "or contains itself, which protobuf has no form for",
    ];

    public override string Name => "Protobuf";

    public override bool KeepsDynamicTypes => false;

    public override bool KeepsComparers => false;

    /// <summary>Null and empty leave no trace: a member keeps what its constructor gave it, and a zero of a map's has no sign.</summary>
    public override bool KeepsDefaults => false;

    static ProtobufOptions Options(Convention convention) => new() { Convention = convention, Limits = new Limits { MaxDepth = 500 } };

    public override bool Carries<T>(T value, Convention convention, Setup setup)
    {
        // A root declared as object is written as what it is, and its type has to be named to read it.
        if (value is null || setup.References != References.None || typeof(T) == typeof(object))
            return false;
        try
        {
            Write(value, convention, setup);
        }
        catch (NotSupportedException e) when (s_refused.Any(r => e.Message.Contains(r, StringComparison.Ordinal)))
        {
            return false;
        }
        var plain = new JsonOptions { Convention = convention, Numbers = JsonNumbers.NamedFloats, Limits = new Limits { MaxDepth = 500 } };
        return !LosesNothingness(Json.ParseNode(Json.Serialize(value, plain), plain)) && !HoldsNull(value, 0);
    }

    /// <summary>Whether there is a null among the values of a map: an entry without a value has the default.</summary>
    static bool HoldsNull(object? value, int depth) => depth < 8 && value switch
    {
        null or string or ArraySegment<byte> => false,
        DictionaryEntry { Value: null } => true,
        NameValueCollection names => names.AllKeys.Any(k => names[k] is null),
        IDictionary map => map.Values.Cast<object?>().Any(v => v is null || HoldsNull(v, depth + 1)),
        IEnumerable items => items.Cast<object?>().Any(i => HoldsNull(i, depth + 1)),
        _ when value.GetType().Namespace?.StartsWith("System", StringComparison.Ordinal) == true && !value.GetType().IsGenericType => false,
        _ => value.GetType().GetFields(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance)
            .Any(f => !f.FieldType.IsPrimitive && HoldsNull(f.GetValue(value), depth + 1)),
    };

    /// <summary>Whether there is an empty collection, or a null in one.</summary>
    static bool LosesNothingness(Node? node) => node switch
    {
        NodeArray { Count: 0 } => true,
        NodeArray array => array.Any(i => i is null || LosesNothingness(i)),
        NodeObject o => o.Count == 0 || o.Members.Any(m => LosesNothingness(m.Value)),
        _ => false,
    };

    public override byte[] Write<T>(T value, Convention convention, Setup setup) =>
        Protobuf.Serialize(value, Options(ReadyUnderTest.For(convention, typeof(T))));

    public override T Read<T>(byte[] bytes, Convention convention, Setup setup) =>
        Protobuf.Deserialize<T>(bytes, Options(ReadyUnderTest.For(convention, typeof(T))));
}
