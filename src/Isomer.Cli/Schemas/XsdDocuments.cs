using System.Globalization;
using System.Text;
using System.Xml;
using System.Xml.Schema;

namespace Isomer.Cli.Schemas;

/// <summary>
/// Schemas of XML as documents in UTF-8. There is one for each namespace: into a folder each is a file, and those that need another
/// say where it is; to standard output they stand one behind another, which is told, for no validator takes that.
/// </summary>
static class XsdDocuments
{
    public static void Print(XmlSchemaSet schemas, string? folder)
    {
        XmlSchema[] all = [.. schemas.Schemas().Cast<XmlSchema>()];
        // What no other one needs has the root, and is what a validator is given.
        HashSet<string> needed = [
            .. all.SelectMany(static s => s.Includes.OfType<XmlSchemaImport>(), static (_, i) => i.Namespace ?? "")];
        all = [.. all.OrderBy(s => needed.Contains(s.TargetNamespace ?? ""))];
        if (folder is not null)
            foreach (XmlSchemaImport import in all.SelectMany(static s => s.Includes.OfType<XmlSchemaImport>()))
                if (Array.FindIndex(all, s => (s.TargetNamespace ?? "") == (import.Namespace ?? "")) is >= 0 and var place)
                    import.SchemaLocation = NameOf(all[place], place);
        string[] texts = [.. all.Select(Text)];
        if (folder is not null)
        {
            Save(folder, [.. all.Select(static (s, i) => (NameOf(s, i), Text(s)))]);
            return;
        }
        if (texts.Length > 1)
            Terminal.Note(string.Create(CultureInfo.InvariantCulture,
                $"{texts.Length} documents, one for each namespace, follow one another, which no validator takes: --out FOLDER makes a file of each."));
        Terminal.Write(string.Concat(texts));
    }

    public static void Save(string folder, string text) => Save(folder, [(NameOf(null, 0), text)]);

    /// <summary>Nothing is overwritten.</summary>
    static void Save(string folder, (string Name, string Text)[] files)
    {
        Directory.CreateDirectory(folder);
        string[] paths = [.. files.Select(f => Path.Combine(folder, f.Name))];
        if (Array.Find(paths, File.Exists) is { } there)
            throw new CliException(ExitCode.Usage, $"'{there}' is there already: name another folder.");
        for (int i = 0; i < files.Length; i++)
            File.WriteAllText(paths[i], files[i].Text);
        Terminal.Note($"{string.Join(", ", paths)}");
    }

    /// <summary>schema.xsd, and schema1.xsd and so on for further namespaces; that of XML itself under the name that all know.</summary>
    static string NameOf(XmlSchema? schema, int place) => schema?.TargetNamespace == AttributesOfXml.Namespace ? "xml.xsd"
        : place == 0 ? "schema.xsd" : string.Create(CultureInfo.InvariantCulture, $"schema{place}.xsd");

    static string Text(XmlSchema schema)
    {
        var bytes = new MemoryStream();
        var settings = new XmlWriterSettings { Indent = true, NewLineChars = "\n", Encoding = new UTF8Encoding(false) };
        using (var writer = XmlWriter.Create(bytes, settings))
            schema.Write(writer);
        return Encoding.UTF8.GetString(bytes.ToArray()) + "\n";
    }
}
