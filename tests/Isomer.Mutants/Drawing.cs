using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Isomer.Mutants;

/// <summary>All mutants of an assembly that a lot may fall on.</summary>
internal static class Drawing
{
    /// <summary>Of the methods that stand in a source: what the compiler makes of async methods and iterators is its own.</summary>
    /// <param name="assembly">The library, with its symbols beside it.</param>
    /// <param name="folder">The part of the sources' paths that the library's folder ends with.</param>
    public static List<Mutant> All(string assembly, string folder)
    {
        var found = new List<Mutant>();
        byte[] file = File.ReadAllBytes(assembly);
        using var pe = new PEReader(new MemoryStream(file));
        using var symbols = MetadataReaderProvider.FromPortablePdbStream(File.OpenRead(Path.ChangeExtension(assembly, ".pdb")));
        var metadata = pe.GetMetadataReader();
        var sources = symbols.GetMetadataReader();
        foreach (var handle in metadata.MethodDefinitions)
        {
            var method = metadata.GetMethodDefinition(handle);
            string name = NameOf(metadata, method);
            if (method.RelativeVirtualAddress == 0 || name.EndsWith(".MoveNext", StringComparison.Ordinal))
                continue;
            var points = sources.GetMethodDebugInformation(handle.ToDebugInformationHandle()).GetSequencePoints().Where(p => !p.IsHidden)
                .ToList();
            if (points.Count > 0)
                Add(found, file, pe, handle, name, points, sources, folder);
        }
        return found;
    }

    static void Add(List<Mutant> found, byte[] file, PEReader pe, MethodDefinitionHandle handle, string name,
        List<SequencePoint> points, MetadataReader sources, string folder)
    {
        var method = pe.GetMetadataReader().GetMethodDefinition(handle);
        byte[] code = pe.GetMethodBody(method.RelativeVirtualAddress).GetILBytes()!;
        int begin = BeginOf(file, pe, method, code);
        for (int at = 0, next; at < code.Length; at = next)
        {
            var opcode = Opcodes.Read(code, at, out next);
            var point = points.LastOrDefault(p => p.Offset <= at);
            if (point.Document.IsNil)
                continue;
            string source = sources.GetString(sources.GetDocument(point.Document).Name).Replace('\\', '/');
            int root = source.IndexOf(folder, StringComparison.Ordinal);
            if (root < 0)
                continue;
            string place = source[(root + folder.Length)..];
            foreach (var (bytes, change) in Opcodes.Changes(opcode, at + 1 < code.Length ? code[at + 1] : (byte)0))
                if (!char.IsAsciiDigit(change[0]) || !IsOfWords(folder + place, point))
                    found.Add(new Mutant(begin + at, bytes, change, name, place, point.StartLine, MetadataTokens.GetToken(handle), at));
        }
    }

    static readonly Dictionary<string, string[]> s_lines = [];

    /// <summary>
    /// Whether numbers of a statement are no limits: how long the parts of an interpolated text are, and which comparison of texts is asked
    /// for (ordinal with and without case, of signs that have none).
    /// </summary>
    static bool IsOfWords(string source, SequencePoint point)
    {
        if (!s_lines.TryGetValue(source, out string[]? lines))
            s_lines.Add(source, lines = File.Exists(source) ? File.ReadAllLines(source) : []);
        for (int line = point.StartLine; line <= Math.Min(point.EndLine, lines.Length); line++)
            if (lines[line - 1].Contains("$\"", StringComparison.Ordinal)
                || lines[line - 1].Contains("StringComparison.", StringComparison.Ordinal))
                return true;
        return false;
    }

    /// <summary>Where in the file the code begins: behind a header of one byte or of twelve.</summary>
    static int BeginOf(byte[] file, PEReader pe, MethodDefinition method, byte[] code)
    {
        int section = pe.PEHeaders.GetContainingSectionIndex(method.RelativeVirtualAddress);
        var header = pe.PEHeaders.SectionHeaders[section];
        int at = method.RelativeVirtualAddress - header.VirtualAddress + header.PointerToRawData;
        int begin = at + ((file[at] & 3) == 2 ? 1 : 12);
        return file.AsSpan(begin, code.Length).SequenceEqual(code)
            ? begin
            : throw new InvalidDataException($"The code at {begin} is not that of the method.");
    }

    static string NameOf(MetadataReader metadata, MethodDefinition method)
    {
        var names = new List<string> { metadata.GetString(method.Name) };
        for (var type = method.GetDeclaringType(); !type.IsNil; type = metadata.GetTypeDefinition(type).GetDeclaringType())
            names.Insert(0, metadata.GetString(metadata.GetTypeDefinition(type).Name));
        return string.Join('.', names);
    }
}
