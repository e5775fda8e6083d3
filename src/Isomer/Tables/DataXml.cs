using System.ComponentModel;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Xml;
using Isomer.Model;
using Isomer.Tabular;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>
/// DataSet and DataTable as the XML documents that their <c>WriteXml</c> and <c>ReadXml</c> write and read: the same bytes, written
/// faster, and the same result, safe for input of others: no schema makes it load a type, resolve an address, compute without a bound or
/// allocate more than its size is worth. See docs/tables.md.
/// </summary>
/// <example>
/// <code>
/// byte[] rows = DataXml.Serialize(shop);               // shop.WriteXml(stream)
/// DataSet back = DataXml.Deserialize&lt;DataSet&gt;(rows); // back.ReadXml(stream)
/// var diffGram = new DataXmlOptions { WriteMode = XmlWriteMode.DiffGram };
/// byte[] changes = DataXml.Serialize(shop, diffGram);  // shop.WriteXml(stream, XmlWriteMode.DiffGram)
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static class DataXml
{
    /// <summary>The document as UTF-8, as <see cref="DataSet.WriteXml(Stream, XmlWriteMode)"/> writes it.</summary>
    /// <param name="value">A DataSet or DataTable.</param>
    /// <param name="options">Which form; rows without their schema if null.</param>
    public static byte[] Serialize(IListSource value, DataXmlOptions? options = null)
    {
        var output = new OutputBuffer(default);
        try
        {
            Write(ref output, value, options);
            return output.ToArray();
        }
        finally
        {
            output.Dispose();
        }
    }

    /// <summary>Writes the document to a stream as it is made. The stream stays open.</summary>
    public static void Serialize(Stream output, IListSource value, DataXmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        var target = new OutputTarget(output);
        var buffer = new OutputBuffer(target);
        try
        {
            Write(ref buffer, value, options);
            buffer.Flush();
        }
        finally
        {
            buffer.Dispose();
        }
    }

    /// <summary>The document as a text, as <see cref="DataSet.GetXml"/> gives it.</summary>
    public static string ToText(IListSource value, DataXmlOptions? options = null) => Encoding.UTF8.GetString(Serialize(value, options));

    /// <summary>
    /// A new set or table, as <c>ReadXml</c> fills it. A DataTable takes its columns from the document's schema, which it needs.
    /// </summary>
    /// <typeparam name="T">DataSet, DataTable, or a class that derives from one of them.</typeparam>
    /// <param name="document">XML in any encoding that it declares.</param>
    /// <param name="options">How it is to be understood.</param>
    public static T Deserialize<T>(ReadOnlySpan<byte> document, DataXmlOptions? options = null) where T : IListSource, new()
    {
        var target = new T();
        Fill(target, document, options);
        return target;
    }

    /// <summary>A new set or table of a stream, which stays open.</summary>
    public static T Deserialize<T>(Stream document, DataXmlOptions? options = null) where T : IListSource, new()
    {
        var target = new T();
        Fill(target, document, options);
        return target;
    }

    /// <summary>A new set or table of a text.</summary>
    public static T FromText<T>(string document, DataXmlOptions? options = null) where T : IListSource, new()
    {
        ArgumentNullException.ThrowIfNull(document);
        var target = new T();
        Read(target, Utf8Of(document),
            () => IsFragment(options)
                ? new XmlTextReader(document, XmlNodeType.Element, null)
                : new XmlTextReader(new StringReader(document)), options);
        return target;
    }

    /// <summary>
    /// Reads into a set or table that is there, as its <c>ReadXml</c> does, and returns what that returns: how the document was understood.
    /// </summary>
    public static unsafe XmlReadMode Fill(IListSource target, ReadOnlySpan<byte> document, DataXmlOptions? options = null)
    {
        // An empty span may be of no memory at all.
        if (document.IsEmpty)
            return Read(target, default, () => Open(Stream.Null, options), options);
        fixed (byte* start = document)
        {
            using var stream = new UnmanagedMemoryStream(start, document.Length);
            return Read(target, Utf8Of(document), () => Open(stream, options), options);
        }
    }

    /// <summary>
    /// Reads a stream into a set or table that is there; it is read to its end and stays open. For rows in constant memory see
    /// <see cref="Tables.ReadXmlAsync(Stream, DataTable, DataXmlOptions?, CancellationToken)"/>.
    /// </summary>
    public static XmlReadMode Fill(IListSource target, Stream document, DataXmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(document);
        var whole = new MemoryStream();
        document.CopyTo(whole);
        return Fill(target, whole.GetBuffer().AsSpan(0, (int)whole.Length), options);
    }

    /// <summary>The schema alone, as <see cref="DataSet.WriteXmlSchema(Stream)"/> writes it.</summary>
    /// <param name="value">A DataSet or DataTable.</param>
    /// <param name="options">Whether those that depend on a table are described with it
    /// (<see cref="DataXmlOptions.WriteHierarchy"/>).</param>
    public static byte[] WriteXmlSchema(IListSource value, DataXmlOptions? options = null)
    {
        var schema = new MemoryStream();
        WriteXmlSchema(schema, value, options);
        return schema.ToArray();
    }

    /// <summary>Writes the schema alone to a stream, which stays open.</summary>
    public static void WriteXmlSchema(Stream output, IListSource value, DataXmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(value);
        Check(value);
        TableNesting.CheckSchema(value);
        // What the stream throws is its own, and nothing of a schema without a form goes there.
        var schema = new MemoryStream();
        try
        {
            if (value is DataSet set)
                set.WriteXmlSchema(schema);
            else
                ((DataTable)value).WriteXmlSchema(schema, options?.WriteHierarchy == true);
        }
        catch (Exception e) when (TableNesting.HasNoForm(e))
        {
            throw TableNesting.NoForm(value, e);
        }
        output.Write(schema.GetBuffer().AsSpan(0, (int)schema.Length));
    }

    /// <summary>
    /// Describes a set or table that is there by a schema, as its <c>ReadXmlSchema</c> does, under the same limits and with the same closed
    /// set of types as documents with rows. Of a document with rows its schema is read, or what the rows say of themselves.
    /// </summary>
    /// <param name="target">A DataSet or DataTable.</param>
    /// <param name="schema">XSD, or a document, in any encoding that it declares.</param>
    /// <param name="options">Which types may stand in columns.</param>
    public static unsafe void ReadXmlSchema(IListSource target, ReadOnlySpan<byte> schema, DataXmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        Check(target);
        fixed (byte* start = schema)
        {
            using var stream = schema.IsEmpty ? Stream.Null : new UnmanagedMemoryStream(start, schema.Length);
            DocumentReading.Read(target, Utf8Of(schema), () => new XmlTextReader(stream), options ?? DataXmlOptions.Default,
                DocumentParts.Schema);
        }
    }

    /// <summary>Describes a set or table that is there by the schema of a stream, which is read to its end and stays open.</summary>
    public static void ReadXmlSchema(IListSource target, Stream schema, DataXmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(schema);
        var whole = new MemoryStream();
        schema.CopyTo(whole);
        ReadXmlSchema(target, whole.GetBuffer().AsSpan(0, (int)whole.Length), options);
    }

    /// <summary>The document as UTF-8, whatever it is in; nothing if it is not what it says, which the framework then tells.</summary>
    static ReadOnlySpan<byte> Utf8Of(ReadOnlySpan<byte> document)
    {
        try
        {
            return XmlInput.ToUtf8(document, RowScan.Rules, out _);
        }
        catch (WireFormatException)
        {
            return default;
        }
    }

    /// <summary>
    /// A text as UTF-8; nothing if it has halves of characters that stand alone, a mark, or a declaration of an encoding that only the
    /// framework may know.
    /// </summary>
    static ReadOnlySpan<byte> Utf8Of(string text)
    {
        int declaration = text.StartsWith("<?xml", StringComparison.Ordinal) ? text.IndexOf("?>", StringComparison.Ordinal) : 0;
        var declared = text.AsSpan(0, Math.Max(declaration, 0));
        // A StringWriter says UTF-16, whatever becomes of its text.
        bool isKnown = !declared.Contains("encoding", StringComparison.Ordinal)
            || declared.Contains("\"utf-16\"", StringComparison.OrdinalIgnoreCase)
            || declared.Contains("\"utf-8\"", StringComparison.OrdinalIgnoreCase);
        if (!isKnown || text.StartsWith('\uFEFF'))
            return default;
        try
        {
            return new UTF8Encoding(false, true).GetBytes(text);
        }
        catch (EncoderFallbackException)
        {
            return default;
        }
    }

    /// <summary>What a query FOR XML gives is no document: it has a root for each row.</summary>
    static bool IsFragment(DataXmlOptions? options) => options?.ReadMode == XmlReadMode.Fragment;

    static XmlTextReader Open(Stream document, DataXmlOptions? options) =>
        IsFragment(options) ? new XmlTextReader(document, XmlNodeType.Element, null) : new XmlTextReader(document);

    static XmlReadMode Read(IListSource target, ReadOnlySpan<byte> utf8, Func<XmlTextReader> open, DataXmlOptions? options)
    {
        ArgumentNullException.ThrowIfNull(target);
        Check(target);
        options ??= DataXmlOptions.Default;
        if (target is DataTable && options.ReadMode != XmlReadMode.Auto)
            throw new NotSupportedException(
                $"A DataTable is read in the mode {nameof(XmlReadMode.Auto)} only, as its ReadXml does it: put it into a DataSet to choose.");
        return !utf8.IsEmpty && PlainReading.TryRead(target, utf8, options, out var understood)
            ? understood
            : DocumentReading.Read(target, utf8, open, options);
    }

    static void Check(IListSource value)
    {
        if (value is not (DataSet or DataTable))
            throw new ArgumentException($"'{value.GetType()}' is neither a DataSet nor a DataTable.", nameof(value));
    }

    static void Write(ref OutputBuffer output, IListSource value, DataXmlOptions? options)
    {
        ArgumentNullException.ThrowIfNull(value);
        Check(value);
        new TableDocument(value, options ?? DataXmlOptions.Default).Write(ref output);
    }
}
