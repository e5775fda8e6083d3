using System.Data;
using System.Xml;
using System.Xml.Linq;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Converting.Rows;

/// <summary>
/// The columns of rows that do not say them: of a schema, of a class that makes its own, or of the names that a DiffGram's rows have.
/// </summary>
static class RowSchema
{
    const string Infer = "infer", Data = "urn:schemas-microsoft-com:xml-msdata";

    /// <summary>The table that the rules name of what has the columns; null where they name nothing that has.</summary>
    /// <param name="stream">The rows, which are read from their beginning for `infer`, and then stand there again.</param>
    /// <param name="place">Where they are.</param>
    /// <param name="rules">What was said.</param>
    public static DataTable? Of(Stream stream, RowPlace place, RowRules rules) =>
        SetOf(stream, place, rules) is { } value ? RowSource.Choose(value, rules.Table, place) : null;

    /// <summary>The set or table with the columns; null where nothing was named that has them.</summary>
    public static object? SetOf(Stream stream, RowPlace place, RowRules rules)
    {
        if (rules.Schema is null && rules.Type is null)
            return null;
        if (rules.Schema is not null && rules.Type is not null)
            throw new CliException(ExitCode.Usage, "--schema and --type both say the columns: give one of them.");
        bool mayNeedColumns = place.Form is RowForm.DiffGram or RowForm.Document or RowForm.Nrbf or RowForm.Soap or RowForm.Payload;
        // A class is named for other things, too; these have no columns, so what is read says its own.
        if (rules.Type is { } named && (!mayNeedColumns || named == typeof(DataSet) || named == typeof(DataTable)))
            return null;
        if (!mayNeedColumns)
            throw new CliException(ExitCode.Usage,
                "--schema and --type are for rows that do not say their columns: a DiffGram, a document, a payload of a DataSet.");
        if (rules.Type is { } type)
            return Made(type);
        if (rules.Schema == Infer)
            return place.Form == RowForm.DiffGram
                ? Inferred(stream)
                : throw new CliException(ExitCode.Usage,
                    "--schema infer is for DiffGrams, and this is none. Of rows in a document without a schema they are found by themselves.");
        Payload.RefuseIfNoFile(rules.Schema!);
        var set = new DataSet();
        DataXml.ReadXmlSchema(set, File.ReadAllBytes(rules.Schema!));
        // Rows of a binary payload without a schema stand by the numbers of their tables, which the class knows and such a schema does not.
        if (place.Form is RowForm.Nrbf or RowForm.Soap or RowForm.Payload && set.Relations.Cast<DataRelation>().Any(static r => r.Nested))
            throw new CliException(ExitCode.Usage,
                $"{rules.Schema} has tables that nest, which it has in another order than their set: name the set's class with --type.");
        return set.Tables.Count > 0 ? set : throw new CliException(ExitCode.Usage, $"{rules.Schema} describes no table.");
    }

    static object Made(Type type)
    {
        if (!typeof(DataSet).IsAssignableFrom(type) && !typeof(DataTable).IsAssignableFrom(type))
            throw new CliException(ExitCode.Usage, $"'{type}' is no class of DataSet or DataTable, of which rows have their columns.");
        try
        {
            return Activator.CreateInstance(type)!;
        }
        catch (Exception e) when (e is MissingMethodException or MemberAccessException or System.Reflection.TargetInvocationException)
        {
            throw new CliException(ExitCode.Usage, $"No '{type}' can be made: {(e.InnerException ?? e).Message}", e);
        }
    }

    /// <summary>
    /// What the framework infers of the rows, which are a document without what the DiffGram says of them. The framework infers nothing of
    /// a DiffGram itself. Behind the limits of inference (docs/tables.md).
    /// </summary>
    static DataSet Inferred(Stream stream)
    {
        var rows = new MemoryStream();
        var settings = new XmlReaderSettings
        {
            DtdProcessing = DtdProcessing.Prohibit,
            XmlResolver = null,
            CloseInput = false,
            CheckCharacters = false,
            IgnoreWhitespace = true,
            IgnoreComments = true,
            IgnoreProcessingInstructions = true
        };
        using (var reader = XmlReader.Create(stream, settings))
        using (var writer = XmlWriter.Create(rows, new XmlWriterSettings { CheckCharacters = false }))
        {
            try
            {
                if (!reader.ReadToFollowing("diffgram", DiffGrams.Namespace) || !reader.Read() || reader.MoveToContent() != XmlNodeType.Element)
                    throw new CliException(ExitCode.Usage, "There is no DiffGram with rows, so nothing can be inferred.");
                var set = (XElement)XNode.ReadFrom(reader);
                set.DescendantsAndSelf().Attributes().Where(static a => a.Name.NamespaceName is DiffGrams.Namespace or Data).Remove();
                set.WriteTo(writer);
            }
            catch (XmlException e)
            {
                throw new CliException(ExitCode.Corrupt, $"The DiffGram is no XML: {e.Message}", e);
            }
        }
        stream.Position = 0;
        var found = new DataSet();
        DataXml.Fill(found, rows.ToArray(), new DataXmlOptions { ReadMode = XmlReadMode.InferSchema });
        found.EnforceConstraints = false;
        found.Clear();
        return found;
    }
}
