using System.ComponentModel;
using System.Data;
using System.Xml;
using System.Xml.Serialization;

namespace Isomer.Tabular;

/// <summary>
/// Reads a document into a set or table as <c>ReadXml</c> does, by it, but shows it only what has been looked at: the document is recorded as a whole (about 40 bytes for each element and
/// attribute), each schema goes through <see cref="SchemaText"/> wherever it stands, rows are held to what <see cref="TableXml"/> allows, and expressions are computed once, at the end.
/// </summary>
internal static class DocumentReading
{
    // Rows of numbers and short texts take twelve bytes for each tag and text: a tape that grows costs a tenth of the reading.
    const int BytesPerPart = 12;

    /// <summary>Returns what the document was understood as.</summary>
    /// <param name="target">A DataSet or DataTable.</param>
    /// <param name="open">Opens the document, whose first bytes a reader looks at when it is made.</param>
    /// <param name="length">How long the document is, if that is known.</param>
    /// <param name="options">How it is to be understood.</param>
    /// <param name="isPart">Whether it is rows of a greater document, whose places in a DiffGram count from elsewhere: they are put one behind another.</param>
    public static XmlReadMode Read(IListSource target, Func<XmlTextReader> open, int length, DataXmlOptions options, bool isPart = false)
    {
        try
        {
            var reader = open();
            // What is declared a document type may declare entities; what is resolved may be anywhere.
            reader.DtdProcessing = DtdProcessing.Prohibit;
            reader.XmlResolver = null;
            reader.WhitespaceHandling = WhitespaceHandling.Significant;
            var registered = TableXml.TypesOf((IXmlSerializable)target, options.Convention, []);
            var raw = TableXml.Record(reader, length / BytesPerPart);
            if (isPart)
                foreach (ref var part in System.Runtime.InteropServices.CollectionsMarshal.AsSpan(raw.Events))
                    if (part is { Type: XmlNodeType.Attribute, Name: "rowOrder", Namespace: SchemaText.Data })
                        part.Value = "-1";
            InferenceGuard.Check(raw.Events, target, options.ReadMode);
            var tape = Vetted(raw, (IXmlSerializable)target, registered);
            while (reader.Read())
            {
                // To the end: what stands behind the element is no document.
            }
            return Play(tape, target, options.ReadMode);
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
    }

    /// <summary>What the framework has against a document, as an error of ours.</summary>
    public static WireFormatException Refused(IListSource target, Exception e) => new($"The document cannot be read into a {target.GetType().Name}: {e.Message}", e) { Format = nameof(DataXml) };

    static XmlReadMode Play(XmlTape tape, IListSource target, XmlReadMode mode)
    {
        var own = HeldExpressions.Of(TableXml.TablesOf((IXmlSerializable)target));
        tape.Tables = TableXml.TablesOf((IXmlSerializable)target).Count();
        tape.Rewind();
        tape.Read();
        try
        {
            return target is DataSet set ? set.ReadXml(tape, mode) : ((DataTable)target).ReadXml(tape);
        }
        finally
        {
            HeldExpressions.OfMarks(TableXml.TablesOf((IXmlSerializable)target)).With(own).RestoreCurrent();
        }
    }

    /// <summary>The document with its schemas looked at. One may be the whole of it, stand before the rows, or anywhere else.</summary>
    static XmlTape Vetted(XmlTape raw, IXmlSerializable target, Func<string, Type?> registered)
    {
        var events = raw.Events;
        List<(int From, int To)> places = [];
        for (int i = 0; i < events.Count;)
        {
            bool isSchema = events[i] is { Type: XmlNodeType.Element, Name: "schema", Namespace: SchemaText.Xs };
            int next = isSchema ? TableXml.EndOf(events, i) : i + 1;
            if (isSchema)
                places.Add((i, next));
            i = next;
        }
        var schemas = TableXml.Vetted(raw, places, registered, out _);
        TableXml.CheckRows(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(events), schemas, target, registered);
        if (places.Count == 0)
            return raw;
        var tape = raw.Emptied();
        tape.Events.EnsureCapacity(events.Count);
        int at = 0;
        for (int s = 0; s <= places.Count; s++)
        {
            int end = s < places.Count ? places[s].From : events.Count;
            for (; at < end; at++)
                tape.Add(events[at]);
            if (s == places.Count)
                break;
            TableXml.Add(tape, schemas[s], events[at].Depth);
            at = places[s].To;
        }
        return tape;
    }
}
