using System.Buffers;
using System.ComponentModel;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Text.Unicode;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>What is wanted of a document.</summary>
internal enum DocumentParts
{
    All,

    /// <summary>The schema alone, as <c>ReadXmlSchema</c> reads it, whatever the mode.</summary>
    Schema,

    /// <summary>
    /// All, and these are rows of a greater document, whose places in a DiffGram count from elsewhere: they are put one behind another.
    /// </summary>
    RowsOfGreater,
}

/// <summary>
/// Reads a document into a set or table as <c>ReadXml</c> does, by it, but shows it only what has been looked at: the document is recorded
/// as a whole (20 bytes for each element, attribute and text), each schema goes through <see cref="SchemaText"/> wherever it stands, rows
/// are held to what <see cref="TableXml"/> allows, and expressions are computed once, at the end.
/// </summary>
internal static class DocumentReading
{
    /// <summary>Returns what the document was understood as.</summary>
    /// <param name="target">A DataSet or DataTable.</param>
    /// <param name="utf8">The document, if it is UTF-8, or is taken for it; else nothing.</param>
    /// <param name="open">Opens it for the framework, which has to say what is wrong with it; its first bytes are looked at when the reader
    /// is made.</param>
    /// <param name="options">How it is to be understood.</param>
    /// <param name="wanted">What is wanted of it.</param>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static XmlReadMode Read(IListSource target, ReadOnlySpan<byte> utf8, Func<XmlTextReader> open, DataXmlOptions options,
        DocumentParts wanted = DocumentParts.All)
    {
        byte[] document = ArrayPool<byte>.Shared.Rent(utf8.Length);
        XmlTape? tape = null;
        try
        {
            utf8.CopyTo(document);
            var registered = TableXml.TypesOf((IXmlSerializable)target, options.Types, []);
            if (options.Others is { } others)
            {
                var own = registered;
                registered = name => own(name) ?? others(name);
            }
            // Values of the tape become strings by code that takes valid UTF-8 for granted; XmlTextReader says what is wrong with any
            // other.
            bool isFragment = wanted == DocumentParts.All && options.ReadMode == XmlReadMode.Fragment;
            tape = isFragment ? RecordFragment(Guarded(open()))
                : (utf8.IsEmpty || !Utf8.IsValid(utf8) ? null : DocumentTape.TryRecord(document, utf8.Length)) ?? Record(Guarded(open()));
            if (wanted == DocumentParts.RowsOfGreater)
                foreach (ref var part in tape.Events)
                    if (part.Type == XmlNodeType.Attribute && tape.NameOf(part).Role == XmlTapeRole.Place)
                        tape.SetValue(ref part, "-1");
            InferenceGuard.Check(tape, target, options.ReadMode, wanted);
            int expressions = Vet(tape, (IXmlSerializable)target, registered,
                passesWhite: wanted == DocumentParts.Schema || target is DataTable);
            tape = SchemaScopes.Within(tape);
            return Play(tape, target, wanted == DocumentParts.Schema ? XmlReadMode.ReadSchema : options.ReadMode, expressions, wanted);
        }
        catch (XmlException e)
        {
            throw new WireFormatException(e.Message, e) { Format = nameof(DataXml), Line = e.LineNumber, Column = e.LinePosition };
        }
        catch (WireFormatException e)
        {
            e.Format ??= nameof(DataXml);
            throw;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            throw Refused(target, e);
        }
        finally
        {
            tape?.Return();
            ArrayPool<byte>.Shared.Return(document);
        }
    }

    static XmlTextReader Guarded(XmlTextReader reader)
    {
        // What is declared a document type may declare entities; what is resolved may be anywhere.
        reader.DtdProcessing = DtdProcessing.Prohibit;
        reader.XmlResolver = null;
        reader.WhitespaceHandling = WhitespaceHandling.Significant;
        return reader;
    }

    /// <summary>Elements one behind another, and what stands between them.</summary>
    static XmlTape RecordFragment(XmlTextReader reader)
    {
        var tape = new XmlTape(new XmlTapeNames((NameTable)reader.NameTable!), reader.GetNamespacesInScope(XmlNamespaceScope.All));
        while (reader.Read())
            if (reader.NodeType is not (XmlNodeType.Whitespace or XmlNodeType.XmlDeclaration))
                TableXml.Add(tape, reader, reader.Depth);
        return tape;
    }

    static XmlTape Record(XmlTextReader reader)
    {
        var tape = TableXml.Record(reader);
        while (reader.Read())
        {
            // To the end: what stands behind the element is no document.
        }
        return tape;
    }

    /// <summary>What the framework has against a document, as an error of ours.</summary>
    public static WireFormatException Refused(IListSource target, Exception e) =>
        new($"The document cannot be read into a {target.GetType().Name}: {e.Message}", e) { Format = nameof(DataXml) };

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static XmlReadMode Play(XmlTape tape, IListSource target, XmlReadMode mode, int expressions, DocumentParts wanted)
    {
        var own = HeldExpressions.Of(TableXml.TablesOf((IXmlSerializable)target), keepsKeys: true);
        tape.Tables = TableXml.TablesOf((IXmlSerializable)target).Count();
        if (wanted == DocumentParts.Schema || mode is XmlReadMode.InferSchema or XmlReadMode.InferTypedSchema)
            DocumentCircles.Check(target, tape);
        tape.Rewind();
        tape.Fills(target);
        // Of what has many roots the framework looks at those only that stand deeper than where the reader stood.
        if (wanted == DocumentParts.Schema || mode != XmlReadMode.Fragment)
            tape.Read();
        if (mode is (XmlReadMode.InferSchema or XmlReadMode.InferTypedSchema) && tape.LocalName != "diffgram")
            TableNesting.CheckNamespace(target, tape.NamespaceURI);
        var indexes = new OuterIndexes();
        if (wanted != DocumentParts.Schema)
            tape.BeforeRows(() =>
            {
                HeldExpressions.SetKeys(TableXml.TablesOf((IXmlSerializable)target));
                indexes.Hold(TableXml.TablesOf((IXmlSerializable)target), tape);
            });
        try
        {
            if (wanted != DocumentParts.Schema)
                return target is DataSet set ? set.ReadXml(tape, mode) : ((DataTable)target).ReadXml(tape);
            if (target is DataSet described)
                described.ReadXmlSchema(tape);
            else
                ((DataTable)target).ReadXmlSchema(tape);
            return mode;
        }
        finally
        {
            indexes.Dispose();
            (expressions == 0 ? own : HeldExpressions.OfMarks(TableXml.TablesOf((IXmlSerializable)target)).With(own)).RestoreCurrent();
        }
    }

    /// <summary>
    /// Looks at all of it. A schema may be the whole of it, stand before the rows, or anywhere else. Returns how many expressions they
    /// have.
    /// </summary>
    /// <param name="tape">The document.</param>
    /// <param name="target">What it is read into.</param>
    /// <param name="registered">Types of columns by their names.</param>
    /// <param name="passesWhite">Whether white space in a schema is passed over where xml:space says that it counts: only a set's
    /// ReadXml is shown it by its reader, and refuses it.</param>
    static int Vet(XmlTape tape, IXmlSerializable target, Func<string, Type?> registered, bool passesWhite)
    {
        List<(int From, int To)> schemas = [];
        for (int i = 0; i < tape.Count && tape.Names.HasSchema;)
        {
            bool isSchema = tape.IsSchema(tape.Events[i]);
            int next = isSchema ? TableXml.EndOf(tape, i) : i + 1;
            if (isSchema)
            {
                schemas.Add((i, next));
                if (passesWhite)
                    PassWhite(tape.Events[i..next]);
            }
            i = next;
        }
        int expressions = SchemaText.Vet(tape, schemas, registered);
        TableXml.CheckRows(tape, 0, tape.Count, schemas, target, registered);
        return expressions;
    }

    static void PassWhite(Span<XmlTape.Event> schema)
    {
        foreach (ref var part in schema)
            if (part.Type == XmlNodeType.SignificantWhitespace)
                part = part with { Type = XmlNodeType.Whitespace };
    }
}
