using System.Data;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Converting.Rows;

#pragma warning disable SYSLIB0038, CS0618 // the binary form is what is asked for

/// <summary>
/// A set, or a table of one, that goes into a form that keeps more than rows: a DiffGram (states, original values, errors),
/// BinaryFormatter's binary form or SoapFormatter's of XML (keys and relations too). It is in memory as a whole.
/// </summary>
sealed partial class WholeTables
{
    /// <summary>
    /// The payloads of formatters, which keep keys and relations, too: what each is, and which form its tables have in it.
    /// </summary>
    static readonly Dictionary<RowForm, (Format Format, SerializationFormat Tables)> s_formatters = new()
    {
        [RowForm.Nrbf] = (Nrbf.Format, SerializationFormat.Binary),
        [RowForm.Soap] = (Soap.Format, SerializationFormat.Xml),
    };

    readonly object _value;
    readonly RowForm _form;

    WholeTables(object value, RowForm form) => (_value, _form) = (value, form);

    static bool HasKeys(RowForm form) => s_formatters.ContainsKey(form);

    IEnumerable<DataTable> All => _value is DataSet set ? set.Tables.Cast<DataTable>() : [(DataTable)_value];

    /// <summary>What a form keeps beside rows.</summary>
    public static string Carried(RowForm form) =>
        form == RowForm.DiffGram ? " with their states, original values and errors" : " with their states, errors and keys";

    /// <summary>How many rows it has, those that are deleted too.</summary>
    public long Rows => All.Sum(static t => (long)t.Rows.Count);

    /// <summary>
    /// The set of a source that has one, or its table that is asked for; null where there are rows alone, or the target keeps no more.
    /// </summary>
    public static async Task<WholeTables?> OfAsync(RowPlace from, RowPlace to, RowRules rules, CancellationToken stop)
    {
        if ((to.Form != RowForm.DiffGram && !HasKeys(to.Form))
            || (from.Form is not (RowForm.DiffGram or RowForm.Document or RowForm.Payload or RowForm.Compact) && !HasKeys(from.Form))
            || rules.Query is not null)
            return null;
        // What is inferred are columns of rows.
        if (rules.Schema == "infer")
        {
            if (from.Form is not RowForm.Document)
                Terminal.Note(
                    $"{from.Shown}, whose columns are inferred, is taken as rows: states, original values, errors and keys stay behind.");
            return null;
        }
        await using Stream stream = await RowSource.PlainAsync(from, rules, stop).ConfigureAwait(false);
        if (from.Form == RowForm.Document && !IsWhole(stream, to.Form))
            return null;
        var all = new MemoryStream();
        await stream.CopyToAsync(all, stop).ConfigureAwait(false);
        try
        {
            object value = ValueOf(RowSource.PayloadOf(from, all.ToArray()), from, rules);
            var whole = new WholeTables(rules.Table is null ? value : RowSource.Choose(value, rules.Table, from), to.Form);
            if (!whole.All.Any())
                return null;
            if (whole.All.SelectMany(static t => t.Columns.Cast<DataColumn>())
                .FirstOrDefault(static c => DocumentRows.IsYounger(c.DataType)) is not { } younger)
                return whole;
            Terminal.Note(
                $"Column '{younger.ColumnName}' of {from.Shown} is of the type '{younger.DataType}', for which {to.Form} has no form: rows go with texts there, without their states, errors and keys.");
            return null;
        }
        catch (WireFormatException e) when (from.Form != RowForm.DiffGram)
        {
            // Rows may still be taken: of frames, which have no more, and of a set of a class that nobody named. Those of a DiffGram that
            // is refused are none.
            if (from.Form != RowForm.Compact)
                Terminal.Note(
                    $"{from.Shown} is not read as a whole, so its rows go without their states, errors and keys; --type and --assembly name the class of a set: {e.Message}");
            return null;
        }
    }

    /// <summary>
    /// Whether a document has more than the rows that come one by one: a DiffGram, or, for a form that has keys, a schema.
    /// </summary>
    static bool IsWhole(Stream stream, RowForm to)
    {
        try
        {
            using var reader = XmlReader.Create(stream,
                new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null, CloseInput = false });
            bool hasSchema = false, isDiffGram = false;
            for (reader.MoveToContent(); !isDiffGram && reader.NodeType == XmlNodeType.Element && reader.Depth <= 1;)
            {
                isDiffGram = reader.LocalName == "diffgram" && reader.NamespaceURI == DiffGrams.Namespace;
                bool isSchema = reader.LocalName == "schema" && reader.NamespaceURI == "http://www.w3.org/2001/XMLSchema";
                hasSchema |= isSchema;
                if (reader.Depth == 1 && !isSchema)
                    break;
                if (isSchema)
                    reader.Skip();
                else
                    reader.Read();
                reader.MoveToContent();
            }
            return isDiffGram || (hasSchema && HasKeys(to));
        }
        catch (XmlException)
        {
            return false;
        }
        finally
        {
            stream.Position = 0;
        }
    }

    static object ValueOf(Payload payload, RowPlace from, RowRules rules)
    {
        if (from.Form is not (RowForm.DiffGram or RowForm.Document))
            return RowSource.ValueOf(payload, from, rules);
        using var none = new MemoryStream();
        object target = RowSchema.SetOf(none, from, rules) ?? new DataSet();
        XmlReadMode mode = target is DataSet set ? DataXml.Fill(set, payload.Bytes) : DataXml.Fill((DataTable)target, payload.Bytes);
        // A document of rows alone has no states; those of a database, which are rows alone too, have none either.
        if (mode != XmlReadMode.DiffGram && !HasDiffGram(payload))
            Accept(target);
        return target;
    }

    static void Accept(object target)
    {
        if (target is DataSet set)
            set.AcceptChanges();
        else
            ((DataTable)target).AcceptChanges();
    }

    static bool HasDiffGram(Payload payload)
    {
        using var stream = new MemoryStream(payload.Bytes);
        return IsWhole(stream, RowForm.DiffGram);
    }

    /// <summary>Writes the table as a payload.</summary>
    public byte[] Write()
    {
        if (!s_formatters.TryGetValue(_form, out var formatter))
            return Document(_value);
        // A table has the form of its set.
        if ((_value as DataSet ?? ((DataTable)_value).DataSet) is { } set)
            set.RemotingFormat = formatter.Tables;
        else
            ((DataTable)_value).RemotingFormat = formatter.Tables;
        return formatter.Format.Serialize(_value, _value.GetType());
    }

    static byte[] Document(object value)
    {
        DataXmlOptions options = DataXmlOptions.Default with { WriteMode = XmlWriteMode.DiffGram, WriteDeclaration = true };
        return value is DataSet set ? DataXml.Serialize(set, options) : DataXml.Serialize((DataTable)value, options);
    }

    /// <summary>
    /// With rows numbered in the order in which they come: their names there are those of the set in memory, and join a row to what it was
    /// before and to its errors.
    /// </summary>
    static string Compared(object value)
    {
        var numbers = new Dictionary<string, int>(StringComparer.Ordinal);
        return RowName().Replace(Encoding.UTF8.GetString(Document(value)), match =>
        {
            if (!numbers.TryGetValue(match.Value, out int number))
                numbers[match.Value] = number = numbers.Count;
            return $" diffgr:id=\"{number}\"";
        });
    }

    [GeneratedRegex(" diffgr:id=\"[^\"]*\"")]
    private static partial Regex RowName();

    /// <summary>
    /// Reads the payload and compares it, its rows as a DiffGram and, where it has one, its schema, with what it was made of.
    /// </summary>
    public void Verify(byte[] bytes)
    {
        object back;
        if (s_formatters.TryGetValue(_form, out var formatter))
            back = formatter.Format.Deserialize(bytes, _value.GetType())!;
        else if (_value is DataSet set)
            DataXml.Fill((DataSet)(back = set.Clone()), bytes, DataXmlOptions.Default with { ReadMode = XmlReadMode.DiffGram });
        else
            DataXml.Fill((DataTable)(back = ((DataTable)_value).Clone()), bytes);
        // A table is read alone, without the name of its set.
        object before = _value is DataTable { DataSet: not null } table ? table.Copy() : _value;
        if (Compared(back) != Compared(before))
            throw new CliException(ExitCode.Lossy,
                "What was written is read back as another DiffGram than its source has. It was not kept.");
        if (HasKeys(_form) && Differing(ComparedSchema.Of(before), ComparedSchema.Of(back)) is { } line)
            throw new CliException(ExitCode.Lossy,
                $"What was written is read back with another schema than its source has, from '{line}' on. It was not kept.");
    }

    /// <summary>The first line that is not the same in both, as it was before.</summary>
    static string? Differing(string[] before, string[] back)
    {
        for (int i = 0; i < before.Length; i++)
            if (i >= back.Length || before[i] != back[i])
                return before[i].Trim();
        return before.Length == back.Length ? null : back[before.Length].Trim();
    }
}
