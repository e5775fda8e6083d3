using System.Collections;
using System.Globalization;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Reads nodes where a CLR type declares them: the mirror of <see cref="NodeWriter{TSink}"/>, for both readers.</summary>
internal static class CompactNodeValues
{
    /// <summary>The model of object.</summary>
    public static TypeModel ObjectOf(TypeModel declared) =>
        declared.Type == typeof(object) ? declared : declared.Convention.ModelOf(typeof(object));

    /// <summary>The model of Node, for what is inside one.</summary>
    public static TypeModel AnyOf(TypeModel declared) =>
        declared.Type == typeof(Node) ? declared : declared.Convention.ModelOf(typeof(Node));

    /// <summary>The declared kind of node; Node where object is declared.</summary>
    public static TypeModel NodeOf(TypeModel declared) => declared.Type == typeof(object) ? AnyOf(declared) : declared;

    public static Node? Check(Node? node, TypeModel declared) => node is null || declared.Type.IsInstanceOfType(node) ? node
        : throw new WireFormatException($"A node of kind {node.Kind} stands where the reader has '{declared.Type}'.");

    /// <summary>What was read where the reader declares a base of which it knows no members.</summary>
    public static object? CheckBase(object? value, TypeModel declared) => value is null || declared.Type.IsInstanceOfType(value) ? value
        : throw new WireFormatException($"A '{value.GetType()}' stands where the reader has '{declared.Type}'.");

    public static NodeArray? Array<TSource>(ref TSource source, TypeModel declared) where TSource : struct, ISource, allows ref struct
    {
        var any = AnyOf(declared);
        var list = any.Convention.ModelOf(typeof(List<object>));
        if (TryShared<TSource, NodeArray>(ref source, list, out var shared))
            return shared;
        int identity = source.Identity();
        var result = new NodeArray();
        int count = source.BeginArray(list);
        for (int i = 0; source.NextItem(i, count); i++)
            result.Items.Add((Node?)source.Dynamic(any));
        source.EndArray(list);
        // Not before: nodes are trees, in which none is inside of itself.
        source.Register(identity, result);
        return result;
    }

    public static NodeObject? Map<TSource>(ref TSource source, TypeModel declared) where TSource : struct, ISource, allows ref struct
    {
        var any = AnyOf(declared);
        var map = any.Convention.ModelOf(typeof(Dictionary<string, object>));
        if (TryShared<TSource, NodeObject>(ref source, map, out var shared))
            return shared;
        int identity = source.Identity();
        var result = new NodeObject();
        if ((TSource.Traits & SourceTraits.KeepsComparers) != 0)
            source.Comparer();
        int count = source.BeginMap(map);
        for (int i = 0; source.NextKey(map, i, count); i++)
        {
            string name = NewName(source.String(), result);
            source.MapValue(map);
            result.Append(name, (Node?)source.Dynamic(any));
        }
        source.EndMap(map);
        source.Register(identity, result);
        return result;
    }

    /// <summary>A map whose keys are no strings: objects of Key and Value.</summary>
    public static NodeArray? Pairs<TSource>(ref TSource source, TypeModel declared) where TSource : struct, ISource, allows ref struct
    {
        var any = AnyOf(declared);
        var map = any.Convention.ModelOf(typeof(Dictionary<object, object>));
        if (TryShared<TSource, NodeArray>(ref source, map, out var shared))
            return shared;
        int identity = source.Identity();
        var result = new NodeArray();
        int count = source.BeginMap(map);
        for (int i = 0; source.NextKey(map, i, count); i++)
        {
            var pair = new NodeObject();
            pair.Append("Key", (Node?)source.Dynamic(any));
            source.MapValue(map);
            pair.Append("Value", (Node?)source.Dynamic(any));
            result.Items.Add(pair);
        }
        source.EndMap(map);
        source.Register(identity, result);
        return result;
    }

    /// <summary>A key that the object does not have yet.</summary>
    public static string NewName(string? key, NodeObject target) => key is null ? throw new WireFormatException("A key is null.")
        : target.Contains(key) ? throw new WireFormatException($"The key '{key}' comes twice.")
        : key;

    /// <summary>
    /// What some other type has read, as a node: scalars and collections of them. Not objects: by way of their JSON, those of
    /// a hostile payload, which are shared on every level, would have no end.
    /// </summary>
    public static Node? From(object? value) => value switch
    {
        null => null,
        Node node => node,
        System.Enum e => new NodeValue(Convert.ChangeType(e, e.GetTypeCode(), CultureInfo.InvariantCulture)),
        _ when NodeValue.IsScalar(value) => new NodeValue(value),
        _ when value.GetType() == typeof(object) => new NodeObject(),
        IList items when IsOfScalars(value.GetType()) => new NodeArray(items.Cast<object?>().Select(From)),
        _ => throw NoNode(value.GetType().ToString()),
    };

    public static WireFormatException NoNode(string type) =>
        new($"The writer has {type} where the reader has Node. Declare object to read it, or read the whole payload by Compact.ParseNode.");

    /// <summary>A number of which a node keeps the text. It is written to JSON as it is, so it must be what it says.</summary>
    public static NodeValue Number(string? text)
    {
        if (text is null || !IsNumber(text))
            throw new WireFormatException("The text of a number is none.");
        return new NodeValue(new NodeNumber(text));
    }

    static bool IsOfScalars(Type type) =>
        Scalars.Of(type.IsArray ? type.GetElementType()! : type.IsGenericType ? type.GetGenericArguments()[0] : typeof(object))
            != Scalar.None;

    static bool TryShared<TSource, T>(ref TSource source, TypeModel model, out T? shared)
        where TSource : struct, ISource, allows ref struct where T : Node
    {
        shared = null;
        switch (source.Head(model))
        {
            case Head.Null:
                return true;
            case Head.Reference:
                shared = From(source.Reference()) as T
                    ?? throw new WireFormatException("A reference points to an object that is no node of this kind.");
                return true;
            case Head.Value:
                return false;
            default:
                throw new WireFormatException("A subtype stands where the reader has a node.");
        }
    }

    /// <summary>The grammar of RFC 8259.</summary>
    static bool IsNumber(ReadOnlySpan<char> text)
    {
        if (text.StartsWith('-'))
            text = text[1..];
        int whole = Digits(text);
        if (whole == 0 || (whole > 1 && text[0] == '0'))
            return false;
        text = text[whole..];
        if (text.StartsWith('.'))
        {
            int places = Digits(text[1..]);
            if (places == 0)
                return false;
            text = text[(1 + places)..];
        }
        if (text.IsEmpty)
            return true;
        if (text[0] is not ('e' or 'E'))
            return false;
        text = text[1..];
        if (!text.IsEmpty && text[0] is '+' or '-')
            text = text[1..];
        return text.Length > 0 && Digits(text) == text.Length;

        static int Digits(ReadOnlySpan<char> text)
        {
            int end = text.IndexOfAnyExceptInRange('0', '9');
            return end < 0 ? text.Length : end;
        }
    }
}
