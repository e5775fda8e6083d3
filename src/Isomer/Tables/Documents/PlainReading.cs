using System.ComponentModel;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>
/// Reads a document of plain rows straight into a set or table that has their columns, of itself or of a schema before the rows: half to a
/// third of the time that <c>ReadXml</c> takes, and nothing held but the row at hand. From the first row on that is not plain
/// (<see cref="RowScan"/>) the framework reads, behind <see cref="DocumentReading"/>'s limits: it is given the document without the rows
/// that are there already. One row stays back until the next is read, so that what is given to it begins with data, as the document did.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class PlainReading
{
    // A document with so many bytes of rows, and four times as many as its schema has, is read in two parts where rows nest: the parts cost
    // a fifth of a small one.
    const int MinRows = 1 << 13;

    static readonly int s_diff = XmlNamespaces.Number(TableXml.Diff);

    /// <summary>Reads what it can; false if that is nothing, and nothing has been touched.</summary>
    /// <param name="target">A DataSet or DataTable.</param>
    /// <param name="utf8">The document, valid UTF-8.</param>
    /// <param name="options">How it is to be understood.</param>
    /// <param name="understood">What ReadXml returns.</param>
    public static bool TryRead(IListSource target, ReadOnlySpan<byte> utf8, DataXmlOptions options, out XmlReadMode understood)
    {
        understood = options.ReadMode == XmlReadMode.Auto ? XmlReadMode.IgnoreSchema : options.ReadMode;
        if (options.ReadMode is not (XmlReadMode.Auto or XmlReadMode.IgnoreSchema or XmlReadMode.ReadSchema or XmlReadMode.DiffGram)
            || target is DataTable { DataSet: not null })
            return false;
        XmlScanner scan = default;
        try
        {
            scan = new XmlScanner(utf8, RowScan.Rules);
            return TryRead(target, ref scan, options, ref understood);
        }
        catch (WireFormatException e) when (e.Format is null)
        {
            // Not even its beginning is well-formed; the framework says why.
            return false;
        }
        finally
        {
            scan.Dispose();
        }
    }

    static bool TryRead(IListSource target, ref XmlScanner scan, DataXmlOptions options, ref XmlReadMode understood)
    {
        if (scan.Peek() != XmlToken.Start)
            return false;
        var before = scan;
        scan.ReadStart();
        int ns = scan.Namespace;
        if (options.ReadMode == XmlReadMode.DiffGram || (options.ReadMode == XmlReadMode.Auto && ns == s_diff))
        {
            understood = XmlReadMode.DiffGram;
            return ns == s_diff && target is DataSet changed && HasColumns(target) && TryTree(changed, ref before, null, "");
        }
        if (scan.IsEmpty || scan.HasAttributes || scan.Prefix.Length > 0 || ns == XmlNamespaces.Schema)
            return false;
        string space = scan.NamespaceText(ns), root = Encoding.UTF8.GetString(scan.LocalName);
        int header = scan.Position;
        bool hasSchema = IsSchema(ref scan, out int behind);
        // A table alone has what the schema says of constraints only for as long as it reads that document.
        if (hasSchema && target is DataTable && scan.Input[header..behind].IndexOf("EnforceConstraints"u8) >= 0)
            return false;
        if (hasSchema
            ? options.ReadMode == XmlReadMode.IgnoreSchema || !IsData(ref scan)
                || (scan.Left < Math.Max(MinRows, 4 * (behind - header)) && NestsTables(scan.Input[header..behind]))
            : !HasColumns(target))
            return false;
        var names = hasSchema ? null : Names(target, space, root);
        if (!hasSchema && names is null)
            return target is DataSet nested && TryTree(nested, ref scan, space, root);
        var tail = new DocumentTail(scan.Input, header);
        if (hasSchema)
        {
            // The framework reads the schema alone, in the mode of the whole.
            tail.ReadPart(target, header, behind, options);
            if (options.ReadMode == XmlReadMode.Auto)
            {
                understood = XmlReadMode.ReadSchema;
                // What stands behind it shows no schema any more; of it none is inferred all the same, though the set has no table.
                if (target is DataSet { Tables.Count: 0 })
                    options = options with { ReadMode = XmlReadMode.ReadSchema };
            }
        }
        if (hasSchema && target is DataTable && !HasColumns(target))
        {
            // Of rows that come without the schema the framework would infer columns, which a table alone cannot have.
            understood = tail.Read(target, header, options);
            return true;
        }
        var own = HeldExpressions.Of(TableXml.TablesOf((IXmlSerializable)target), keepsKeys: true);
        try
        {
            try
            {
                names ??= Names(target, space, root);
                if (names is not null || target is not DataSet nested || !TreeReading.TryReadRows(nested, scan, space, root))
                {
                    var rest = Load(target, ref scan, ns, names, tail, options);
                    // Behind a schema a DiffGram says of the whole what it is to a table, and not to a set.
                    if (!hasSchema || (rest == XmlReadMode.DiffGram && target is DataTable))
                        understood = rest ?? understood;
                }
            }
            finally
            {
                own.RestoreCurrent();
            }
        }
        catch (WireFormatException e)
        {
            // Without a format it would be taken for a document that has not been touched.
            e.Format ??= nameof(DataXml);
            throw;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            throw DocumentReading.Refused(target, e);
        }
        return true;
    }

    /// <summary>Reads rows within rows, or a DiffGram where no namespace is given.</summary>
    static bool TryTree(DataSet set, ref XmlScanner scan, string? space, string root)
    {
        try
        {
            var own = HeldExpressions.Of(set.Tables.Cast<DataTable>(), keepsKeys: true);
            try
            {
                return space is null ? TreeReading.TryReadDiffGram(set, ref scan) : TreeReading.TryReadRows(set, scan, space, root);
            }
            finally
            {
                own.RestoreCurrent();
            }
        }
        catch (WireFormatException e)
        {
            e.Format ??= nameof(DataXml);
            throw;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            throw DocumentReading.Refused(set, e);
        }
    }

    /// <summary>Passes over schemas, one for each namespace; false if there is none.</summary>
    static bool IsSchema(ref XmlScanner scan, out int behind)
    {
        behind = 0;
        while (true)
        {
            scan.SkipWhite();
            if (scan.Peek() != XmlToken.Start || !scan.Input[scan.Position..].StartsWith("<xs:schema"u8))
                return behind > 0;
            var before = scan;
            scan.ReadStart();
            if (scan.Namespace != XmlNamespaces.Schema)
            {
                scan = before;
                return behind > 0;
            }
            scan.SkipRest();
            behind = scan.Position;
        }
    }

    /// <summary>
    /// Whether a schema says of a table that it stands within another, as far as its tags tell: then the framework reads all of it, and at
    /// once, which is a fifth quicker for a small document than the schema alone and then the rows.
    /// </summary>
    static bool NestsTables(ReadOnlySpan<byte> schema)
    {
        // Of a set and of a table within it.
        const int Plain = 2;
        int depth = 0;
        while (schema.IndexOf("xs:complexType"u8) is > 0 and var at)
        {
            depth += schema[at - 1] == (byte)'/' ? -1 : 1;
            if (depth > Plain)
                return true;
            schema = schema[(at + 1)..];
            int end = schema.IndexOf((byte)'>');
            if (end < 0)
                return false;
            // One without content ends at once.
            if (end > 0 && schema[end - 1] == (byte)'/')
                depth--;
            schema = schema[(end + 1)..];
        }
        return false;
    }

    static bool IsData(ref XmlScanner scan)
    {
        scan.SkipWhite();
        return scan.Peek() == XmlToken.Start;
    }

    static bool HasColumns(IListSource target) => TableXml.TablesOf((IXmlSerializable)target).Any(t => t.Columns.Count > 0);

    /// <summary>Of the tables, if all of them are plain: names that only some of them have would have to be known.</summary>
    static Dictionary<string, RowNames>? Names(IListSource target, string space, string root)
    {
        if (target is DataSet set && set.Namespace != space)
            return null;
        var names = RowNames.Of(TableXml.TablesOf((IXmlSerializable)target), space);
        // A schema may be of no table at all.
        return names is null or { Count: 0 } || names.ContainsKey(root) ? null : names;
    }

    /// <summary>Returns as what the framework understood a document of which no row was read here.</summary>
    static XmlReadMode? Load(IListSource target, ref XmlScanner scan, int ns, Dictionary<string, RowNames>? names, in DocumentTail tail,
        DataXmlOptions options)
    {
        if (names is null)
            return tail.Read(target, scan.Position, options);
        int width = names.Values.Max(n => n.Cells.Length);
        object?[] values = new object?[width], waiting = new object?[width];
        RowNames? of = null;
        XmlReadMode? understood = null;
        bool hasRows = false;
        int at = scan.Position;
        int count = 0;
        var rows = new RowScan(scan, names, ns, leavesWhite: target is DataTable);
        // Of a document without a plain row the framework reads all, and what a schema says of constraints that stands behind a text.
        if (!rows.TryRead(values))
            return tail.Read(target, at, options);
        using var loading = new RowLoading(target);
        do
        {
            if (of is not null && !loading.TryAdd(of, waiting, count))
            {
                of = null;
                break;
            }
            (of, at, count, hasRows) = (rows.Table, rows.Start, rows.Count, of is not null);
            (values, waiting) = (waiting, values);
        }
        while (rows.TryRead(values));
        if (of is null || !rows.TryEnd() || !loading.TryAdd(of, waiting, count))
            understood = tail.Read(target, at, options);
        loading.Finish();
        return hasRows ? null : understood;
    }
}
