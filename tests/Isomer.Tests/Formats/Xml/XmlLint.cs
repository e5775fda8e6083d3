using System.Diagnostics;
using System.Text;
using System.Xml.Schema;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>libxml2's validator, where it is installed: a second opinion on schemas and documents.</summary>
internal static class XmlLint
{
    public static bool IsInstalled { get; } = Exists();

    static bool Exists()
    {
        try
        {
            return Run("--version").Code == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }

    static (int Code, string Errors) Run(params IEnumerable<string> arguments)
    {
        using var process =
            Process.Start(new ProcessStartInfo("xmllint", arguments) { RedirectStandardError = true, RedirectStandardOutput = true })!;
        var output = process.StandardOutput.ReadToEndAsync();
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, errors + output.Result);
    }

    /// <summary>What is wrong with a document, by the schema of this file and those that it names.</summary>
    public static string Errors(string schema, string document) =>
        Run("--noout", "--nonet", "--schema", schema, document) is { Code: not 0, Errors: var errors } ? errors : "";

    /// <summary>What is wrong with each document, by its number; nothing for those that are valid.</summary>
    public static Dictionary<int, string> Validate(XmlSchemaSet schemas, IReadOnlyList<byte[]> documents)
    {
        var folder = Directory.CreateTempSubdirectory("isomer-xmllint");
        try
        {
            // Schemas of other namespaces are imported by one that has nothing else.
            var all = new StringBuilder("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:isomer:all\">");
            int count = 0;
            foreach (XmlSchema schema in schemas.Schemas())
            {
                string file = Path.Combine(folder.FullName, $"{count++}.xsd");
                using (var stream = File.Create(file))
                    schema.Write(stream);
                string ns = string.IsNullOrEmpty(schema.TargetNamespace)
                    ? ""
                    : $" namespace=\"{System.Security.SecurityElement.Escape(schema.TargetNamespace)}\"";
                all.Append($"<xs:import{ns} schemaLocation=\"{Path.GetFileName(file)}\"/>");
            }
            File.WriteAllText(Path.Combine(folder.FullName, "all.xsd"), all.Append("</xs:schema>").ToString());
            for (int i = 0; i < documents.Count; i++)
                File.WriteAllBytes(Path.Combine(folder.FullName, $"{i}.xml"), documents[i]);
            var (code, errors) = Run(
                ["--noout", "--huge", "--nonet", "--schema", Path.Combine(folder.FullName, "all.xsd"),
                    .. documents.Select((_, i) => Path.Combine(folder.FullName, $"{i}.xml"))]);
            var found = new Dictionary<int, string>();
            if (code == 0)
                return found;
            for (int i = 0; i < documents.Count; i++)
            {
                string name = Path.Combine(folder.FullName, $"{i}.xml");
                if (!errors.Contains($"{name} validates", StringComparison.Ordinal))
                    found[i] = string.Join('\n',
                        errors.Split('\n')
                            .Where(l => l.StartsWith(name + ":", StringComparison.Ordinal) || l.Contains(".xsd:", StringComparison.Ordinal))
                                .Take(3)).Replace(folder.FullName, "", StringComparison.Ordinal);
            }
            return found;
        }
        finally
        {
            folder.Delete(true);
        }
    }
}
