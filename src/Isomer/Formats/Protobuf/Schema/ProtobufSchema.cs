using Isomer.Formats;

namespace Isomer;

/// <summary>
/// The schema of .proto files: proto2, proto3, editions, with all that they import. Bytes become JSON by it, and JSON bytes, without
/// a class; and it becomes the C# classes.
/// </summary>
/// <example>
/// <code>
/// var schema = ProtobufSchema.Parse("syntax = \"proto3\"; package shop; message Order { int32 id = 1; }");
/// string json = schema.ToJson("shop.Order", bytes);       // {"id":7}
/// byte[] same = schema.FromJson("shop.Order", json);
/// string classes = schema.ToCSharp();
/// </code>
/// </example>
public sealed class ProtobufSchema
{
    readonly ProtoSet _set;

    ProtobufSchema(ProtoSet set) => _set = set;

    /// <summary>The schema of one text; of imports it may have those of google/protobuf.</summary>
    /// <exception cref="WireFormatException">The text is no .proto, or names something that is not declared.</exception>
    public static ProtobufSchema Parse(string proto)
    {
        ArgumentNullException.ThrowIfNull(proto);
        return new(ProtoSet.Load(["schema.proto"], path => path == "schema.proto" ? proto : null));
    }

    /// <summary>The schema of files and of what they import, which is looked for in the folders and beside the files.</summary>
    /// <exception cref="WireFormatException">A file is no .proto, is not found, or names something that is not declared.</exception>
    public static ProtobufSchema Load(IEnumerable<string> files, IEnumerable<string>? folders = null)
    {
        ArgumentNullException.ThrowIfNull(files);
        string[] all = [.. folders ?? []];
        var paths = new List<string>();
        var places = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (string file in files)
        {
            string full = Path.GetFullPath(file);
            // A file is named as imports would name it.
            string name = all.Select(f => Path.GetRelativePath(Path.GetFullPath(f), full))
                .FirstOrDefault(r => !r.StartsWith("..", StringComparison.Ordinal) && !Path.IsPathRooted(r)) ?? Path.GetFileName(full);
            name = name.Replace('\\', '/');
            if (places.TryAdd(name, full))
                paths.Add(name);
        }
        string[] beside = [.. all, .. places.Values.Select(p => Path.GetDirectoryName(p)!).Distinct()];
        return new(ProtoSet.Load(paths, name =>
        {
            if (places.TryGetValue(name, out string? place))
                return File.ReadAllText(place);
            // An import cannot leave the folders that were given.
            return name.Contains("..", StringComparison.Ordinal) || Path.IsPathRooted(name) ? null
                : beside.Select(f => Path.Combine(f, name)).FirstOrDefault(File.Exists) is { } found ? File.ReadAllText(found) : null;
        }));
    }

    /// <summary>The full names of the messages that the files themselves declare, outermost ones only.</summary>
    public IEnumerable<string> Messages =>
        _set.Files.Where(f => _set.Asked.Contains(f.Path)).SelectMany(f => f.Messages).Select(m => m.FullName);

    /// <summary>C# classes of all messages and enums.</summary>
    /// <param name="space">The namespace; by default that of the option csharp_namespace or of the package.</param>
    /// <param name="protobufNet">Whether they bear protobuf-net's attributes rather than Isomer's.</param>
    public string ToCSharp(string? space = null, bool protobufNet = false) => new ProtoCSharp(_set, space, protobufNet).Print();

    /// <summary>The bytes of a message as JSON.</summary>
    public string ToJson(string message, ReadOnlyMemory<byte> payload, ProtobufJsonOptions? options = null)
    {
        options ??= ProtobufJsonOptions.Default;
        var node = new ProtoJsonWriter(options, Resolve).Message(Find(message), payload);
        try
        {
            return JsonWithin.ToText(node, ProtoJson.Text(options));
        }
        catch (NotSupportedException e)
        {
            // Of what was read from bytes nothing else is refused.
            throw new WireFormatException("The input nests deeper than the stack of this thread allows.", e)
            { Format = ProtoJson.FormatName };
        }
    }

    /// <summary>JSON as the bytes of a message.</summary>
    public byte[] FromJson(string message, string json, ProtobufJsonOptions? options = null)
    {
        options ??= ProtobufJsonOptions.Default;
        ArgumentNullException.ThrowIfNull(json);
        byte[] utf8 = System.Text.Encoding.UTF8.GetBytes(json);
        try
        {
            return ProtoJsonReader.Read(Find(message), utf8, options, Resolve, keepsZeros: false).ToArray();
        }
        catch (WireFormatException e) when (Wire.TextErrors.MovedToText(e, utf8))
        {
            throw;
        }
    }

    internal ProtoMessage? Resolve(string name) => _set.Find(name);

    ProtoMessage Find(string message)
    {
        ArgumentNullException.ThrowIfNull(message);
        return _set.Find(message)
            ?? throw new ArgumentException($"No message '{message}' is declared. There are: {string.Join(", ", Messages)}.",
                nameof(message));
    }
}
