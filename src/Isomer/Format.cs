using System.Buffers;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using Isomer.Calls;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Wire;

namespace Isomer;

/// <summary>
/// The handle over all formats: what a tool or an integration needs that works with any of them. A program that knows its
/// format calls the facade (<see cref="Json"/>, ...) directly.
/// </summary>
/// <example>
/// <code>
/// foreach (Format format in Format.All)
///     Console.WriteLine($"{format.Name}: {format.Serialize(order).Length} bytes");
/// </code>
/// </example>
/// <remarks>
/// Only the abstract members are a format's duty. The others have a form here that works by way of those, if slowly; a format
/// overrides what its facade has directly, and says in <see cref="Features"/> what it can do.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public abstract class Format
{
    private protected Format()
    {
    }

    /// <summary>Every format, with its default options.</summary>
    public static IReadOnlyList<Format> All { get; } = [Json.Format, Compact.Format, ContractXml.Format, ContractXml.BinaryFormat,
        ContractJson.Format, Xml.Format, Protobuf.Format];

    /// <summary>Formats of the program's own that were made known, in the order in which they were.</summary>
    public static IReadOnlyList<Format> Registered => s_registered;

    static ImmutableList<Format> s_registered = [];

    /// <summary>
    /// Makes a format known by its name (<see cref="Find"/>), beside <see cref="All"/>: one that the program brings
    /// (<see cref="Custom.CustomFormat{TOptions}"/>). Another one of the same name takes the place of the earlier; the names of
    /// <see cref="All"/> are taken.
    /// </summary>
    public static void Register(Format format)
    {
        ArgumentNullException.ThrowIfNull(format);
        if (((Format[])[.. All, Nrbf.Format, Nrbf.RecordsFormat, Soap.Format, .. Containers.All]).Any(
            f => string.Equals(f.Name, format.Name, StringComparison.OrdinalIgnoreCase)))
            throw new ArgumentException($"'{format.Name}' is the name of one of Isomer's own formats. Give yours another Name.",
                nameof(format));
        ImmutableInterlocked.Update(ref s_registered, static (known, format) =>
            known.RemoveAll(f => string.Equals(f.Name, format.Name, StringComparison.OrdinalIgnoreCase)).Add(format), format);
    }

    /// <summary>
    /// The format of this name, media type or file extension ("json", "application/json", ".json"); null if there is none.
    /// </summary>
    public static Format? Find(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        bool Is(string other) => string.Equals(other, name, StringComparison.OrdinalIgnoreCase);
        Format[] known = [.. All, Nrbf.Format, Nrbf.RecordsFormat, Soap.Format, .. Containers.All, .. s_registered];
        return known.FirstOrDefault(f => Is(f.Name)) ?? known.FirstOrDefault(f => Is(f.MediaType))
            ?? known.FirstOrDefault(f => f.FileExtensions.Any(e => Is(e) || Is(e[1..])));
    }

    /// <summary>The name, as that of the facade.</summary>
    public abstract string Name { get; }

    /// <summary>The media type of a payload.</summary>
    public abstract string MediaType { get; }

    /// <summary>
    /// What tells it, in a parameter of its media type, from another format that has this one too; null where that is the usual one.
    /// </summary>
    internal virtual string? Dialect => null;

    /// <summary>Whether a payload is text.</summary>
    public abstract bool IsText { get; }

    /// <summary>Extensions of files with such payloads, with the dot, the most usual first.</summary>
    public virtual IReadOnlyList<string> FileExtensions => ["." + Name.ToLowerInvariant()];

    /// <summary>What the format can do beside carrying values of known types.</summary>
    public virtual FormatFeatures Features => FormatFeatures.None;

    /// <summary>
    /// This format under options of its facade (<see cref="JsonOptions"/> for <see cref="Json"/>, ...); null are the facade's defaults.
    /// </summary>
    /// <example><code>Format indented = Json.Format.With(JsonOptions.Pretty);</code></example>
    public virtual Format With(object? options) => throw new NotSupportedException($"{Name} takes no options.");

    /// <summary>The value as a payload.</summary>
    public abstract byte[] Serialize<T>(T value);

    /// <summary>The value of a payload.</summary>
    public abstract T Deserialize<T>(ReadOnlySpan<byte> payload);

    /// <summary>Writes the value to the end of a buffer writer.</summary>
    public virtual void Serialize<T>(IBufferWriter<byte> output, T value)
    {
        ArgumentNullException.ThrowIfNull(output);
        output.Write(Serialize(value));
    }

    /// <summary>Writes the value to a stream, which stays open.</summary>
    public virtual void Serialize<T>(Stream output, T value)
    {
        ArgumentNullException.ThrowIfNull(output);
        output.Write(Serialize(value));
    }

    /// <summary>The value of a payload in pieces.</summary>
    public virtual T Deserialize<T>(in ReadOnlySequence<byte> payload)
    {
        if (payload.IsSingleSegment)
            return Deserialize<T>(payload.FirstSpan);
        using var whole = InputText.Copy(payload);
        return Deserialize<T>(whole.Bytes);
    }

    /// <summary>The value of a stream, which is read to its end.</summary>
    public virtual T Deserialize<T>(Stream input)
    {
        using var whole = InputText.Read(input);
        return Deserialize<T>(whole.Bytes);
    }

    /// <summary>The value, as one of the declared type, as a payload.</summary>
    public virtual byte[] Serialize(object? value, Type type) => FormatTwin.Of(type).Serialize(this, value);

    /// <summary>The value of a payload, as one of the declared type.</summary>
    public virtual object? Deserialize(ReadOnlySpan<byte> payload, Type type) => FormatTwin.Of(type).Deserialize(this, payload);

    /// <summary>Writes the value, as one of the declared type.</summary>
    public virtual void Serialize(IBufferWriter<byte> output, object? value, Type type)
    {
        ArgumentNullException.ThrowIfNull(output);
        output.Write(Serialize(value, type));
    }

    /// <summary>Writes the value, as one of the declared type.</summary>
    public virtual void Serialize(Stream output, object? value, Type type)
    {
        ArgumentNullException.ThrowIfNull(output);
        output.Write(Serialize(value, type));
    }

    /// <summary>The value of a stream, which is read to its end, as one of the declared type.</summary>
    public virtual object? Deserialize(Stream input, Type type)
    {
        using var whole = InputText.Read(input);
        return Deserialize(whole.Bytes, type);
    }

    /// <summary>
    /// A payload without its CLR type, by what it says itself; null for null. Only with
    /// <see cref="FormatFeatures.ReadsNodes"/>.
    /// </summary>
    /// <exception cref="WireFormatException">The payload is damaged, or does not say enough of itself.</exception>
    public virtual Node? ParseNode(ReadOnlySpan<byte> payload) => (Features & FormatFeatures.ReadsNodes) != 0 ? Deserialize<Node?>(payload)
        : throw new NotSupportedException($"{Name} does not say its names or types: it can only be read through a type.");

    /// <summary>A payload without its CLR type, with the place of each node where the format can tell it; the default tells none.</summary>
    public virtual Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) => ParseNode(payload);

    /// <summary>A node as a payload. Only with <see cref="FormatFeatures.WritesNodes"/>.</summary>
    public virtual byte[] WriteNode(Node? node) => (Features & FormatFeatures.WritesNodes) != 0 ? Serialize(node)
        : throw new NotSupportedException($"{Name} has no form for a value without a type.");

    /// <summary>
    /// How much a payload looks like this format, from its first bytes alone: a guess that costs next to nothing. Reading it
    /// is the proof.
    /// </summary>
    /// <param name="payload">The payload, or at least its first few hundred bytes.</param>
    public virtual FormatMatch Match(ReadOnlySpan<byte> payload) => FormatMatch.No;

    /// <inheritdoc/>
    public override string ToString() => Name;
}
