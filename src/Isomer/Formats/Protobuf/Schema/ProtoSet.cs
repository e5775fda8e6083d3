namespace Isomer.Formats;

/// <summary>Files that belong together, with all that they import, linked.</summary>
internal sealed class ProtoSet
{
    readonly Dictionary<string, object> _symbols;

    ProtoSet(List<ProtoFile> files, HashSet<string> asked)
    {
        Files = files;
        Asked = asked;
        _symbols = ProtoLinker.Link(files);
    }

    public IReadOnlyList<ProtoFile> Files { get; }

    /// <summary>The paths that were asked for; the others are imports.</summary>
    public IReadOnlySet<string> Asked { get; }

    public ProtoMessage? Find(string fullName) => _symbols.GetValueOrDefault(fullName) as ProtoMessage;

    /// <summary>Reads files and what they import. What <paramref name="read"/> does not know, google/protobuf may be.</summary>
    public static ProtoSet Load(IEnumerable<string> paths, Func<string, string?> read) => Load([], paths, read);

    /// <summary>The set of one file that was made of models.</summary>
    public static ProtoSet Of(ProtoFile file) => Load([file], file.Imports, _ => null);

    static ProtoSet Load(List<ProtoFile> files, IEnumerable<string> paths, Func<string, string?> read)
    {
        var asked = new HashSet<string>(paths, StringComparer.Ordinal);
        var known = new HashSet<string>(asked, StringComparer.Ordinal);
        var waiting = new Queue<string>(asked);
        while (waiting.TryDequeue(out string? path))
        {
            string text = read(path) ?? ProtoBuiltIns.Find(path)
                ?? throw new WireFormatException($"The file '{path}' is not found.") { Format = ".proto" };
            var file = ProtoParser.Parse(text, path);
            files.Add(file);
            foreach (string import in file.Imports)
                if (known.Add(import))
                    waiting.Enqueue(import);
        }
        return new ProtoSet(files, asked);
    }
}
