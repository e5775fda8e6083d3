using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Nodes;

namespace Isomer;

/// <summary>What a <see cref="Node"/> is.</summary>
public enum NodeKind
{
    /// <summary>An object: members by name.</summary>
    Object,
    /// <summary>An array: items in order.</summary>
    Array,
    /// <summary>A text.</summary>
    String,
    /// <summary>A number of any size, kept exactly.</summary>
    Number,
    /// <summary>A truth value.</summary>
    Boolean,
    /// <summary>A scalar that only some formats have: bytes, a date, a Guid.</summary>
    Other,
}

/// <summary>
/// An untyped value: what any self-describing format can be read into and any format written from, without the CLR type.
/// Null is null. Nodes know no parent, so one may stand in several places.
/// </summary>
/// <example>
/// <code>
/// Node order = Json.ParseNode(bytes)!;
/// order["freight"] = 12.50m;
/// foreach (Node? price in order.Select("$.lines[*].price"))
///     Console.WriteLine(price!.As&lt;decimal&gt;());
/// byte[] changed = Json.Serialize(order);
/// </code>
/// </example>
public abstract partial class Node : IEquatable<Node>
{
    private protected Node()
    {
    }

    /// <summary>Which kind of node this is.</summary>
    public abstract NodeKind Kind { get; }

    /// <summary>The member of this name; null if there is none. Setting replaces it in its place, or adds it at the end.</summary>
    /// <exception cref="InvalidOperationException">This is no object.</exception>
    public virtual Node? this[string name]
    {
        get => throw Mismatch("an object");
        set => throw Mismatch("an object");
    }

    /// <summary>The item of this index.</summary>
    /// <exception cref="InvalidOperationException">This is no array.</exception>
    public virtual Node? this[int index]
    {
        get => throw Mismatch("an array");
        set => throw Mismatch("an array");
    }

    /// <summary>The nodes that a JSONPath (RFC 9535) selects here, in its order; see <see cref="NodePath"/>.</summary>
    public IEnumerable<Node?> Select(string path) => NodePath.Parse(path).Select(this);

    /// <summary>
    /// The nodes that a JSONPath (RFC 9535) selects here, each with its place: to tell where it stands, to replace or to remove it.
    /// </summary>
    public IEnumerable<LocatedNode> Locate(string path) => NodePath.Parse(path).Locate(this);

    /// <summary>The first node that a JSONPath selects here, or null.</summary>
    public Node? SelectFirst(string path) => NodePath.Parse(path).Select(this).FirstOrDefault();

    /// <summary>
    /// The value as a <typeparamref name="T"/>: a number as any numeric type that can hold it, a string as a date, Guid or
    /// enum, an object as a class of yours; whatever its JSON form can be read as.
    /// </summary>
    /// <exception cref="WireFormatException">It has no such form.</exception>
    public T As<T>(JsonOptions? options = null) => this is T self ? self
        : this is NodeValue value && value.TryGetDirectly<T>(out var direct) ? direct
        : JsonWithin.Deserialize<T>(JsonWithin.Serialize(this, options), options);

    /// <summary>The value as a <typeparamref name="T"/>, if it has such a form.</summary>
    public bool TryGet<T>([MaybeNullWhen(false)] out T result)
    {
        try
        {
            result = As<T>();
            return result is not null;
        }
        catch (WireFormatException)
        {
            result = default;
            return false;
        }
    }

    /// <summary>A deep copy: an equal value with nodes of its own.</summary>
    public abstract Node Clone();

    /// <summary>Dynamic access: <c>dynamic d = node.AsDynamic(); d.lines[0].price</c>.</summary>
    /// <param name="ignoreCase">Whether a member is found by a name that differs in case, where none is exactly the same.</param>
    [RequiresDynamicCode(Trimming.Code)]
    public dynamic AsDynamic(bool ignoreCase = false) => new DynamicNode(this, ignoreCase);

    /// <summary>A scalar, a map of strings, a list, a node or dynamic node as a node; anything else by its JSON form.</summary>
    public static Node? From(object? value)
    {
        switch (value)
        {
            case null:
                return null;
            case Node node:
                return node;
            case DynamicNode d:
                return d.Node;
            case IDictionary<string, object?> map:
                RuntimeHelpers.EnsureSufficientExecutionStack();
                var members = new NodeObject();
                foreach (var (name, member) in map)
                    members[name] = From(member);
                return members;
            case IList list when !NodeValue.IsScalar(list):
                RuntimeHelpers.EnsureSufficientExecutionStack();
                return new NodeArray(list.Cast<object?>().Select(From));
            default:
                return NodeValue.IsScalar(value) ? new NodeValue(value) : JsonWithin.ParseNode(JsonWithin.Serialize(value));
        }
    }

    /// <summary>Whether both are the same value: the same members in any order, the same items, equal numbers (1 and 1.0).</summary>
    public static bool DeepEquals(Node? left, Node? right) => left is null ? right is null : left.Equals(right);

    /// <inheritdoc cref="DeepEquals"/>
    public abstract bool Equals(Node? other);

    /// <inheritdoc/>
    public sealed override bool Equals(object? obj) => obj is Node other && Equals(other);

    /// <inheritdoc/>
    public abstract override int GetHashCode();

    /// <summary>The node as indented JSON.</summary>
    public override string ToString() => JsonWithin.ToText<Node>(this, s_readable);

    static readonly JsonOptions s_readable = new() { Escaping = JsonEscaping.Relaxed, Numbers = JsonNumbers.NamedFloats };

    static readonly JsonOptions s_anyDepth = new() { Limits = Limits.Default with { MaxDepth = int.MaxValue } };

    /// <summary>Its JSON, however deep it nests: who made it has bounded that.</summary>
    internal byte[] ToJson() => JsonWithin.Serialize(this, s_anyDepth);

    /// <summary>JSON as a node, however deep it nests.</summary>
    internal static Node? OfJson(ReadOnlySpan<byte> json) => JsonWithin.ParseNode(json, s_anyDepth);

    InvalidOperationException Mismatch(string expected) =>
        new(string.Create(CultureInfo.InvariantCulture, $"This node is not {expected} but of kind {Kind}."));
}
