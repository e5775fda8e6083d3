using System.Data;
using System.Runtime.Serialization;
using Isomer.Tabular;
using Isomer.Wire;

namespace Isomer.Formats;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>
/// DataSets as the entries that they name of themselves: their binary form, in which the schema of each table is a payload of
/// BinaryFormatter, and the rows of one table alone.
/// </summary>
internal ref partial struct SoapSource
{
    /// <summary>
    /// An entry of a table in its binary form: the types of its columns are looked up, and payloads of BinaryFormatter read, by the same
    /// closed set.
    /// </summary>
    readonly object? TableEntry(string name, object? value)
    {
        if (value is byte[] payload && NrbfSource.IsNested(name))
            return (_state.Again -= payload.Length) >= 0
                ? NrbfSource.Nested(_options.Nested, name, payload, _root, _state.Nested ??= NrbfIndex.OfEnvelope(_in.Length))
                : throw Fail($"The entry '{name}' is a payload, and together they are longer than what they stand in.");
        if (value is string schema && name == TableEntries.Schema)
            return NrbfSource.Known(schema, _options.Types, _root);
        return value is string type && NrbfSource.IsTypeName(name)
            ? _options.Types.Find(Tabular.FrameworkTypes.FullName(type), _root) ?? value
            : value;
    }

    /// <summary>
    /// One table of an envelope that holds a set or table, of which nothing else is made: its columns and rows, or the document that the
    /// envelope has of the set.
    /// </summary>
    /// <param name="options">How it is read.</param>
    /// <param name="payload">The envelope.</param>
    /// <param name="table">The name of the table; null if there is but one.</param>
    /// <param name="schema">Its columns, where the envelope does not say them.</param>
    /// <param name="reading">Whose types the columns are of.</param>
    public static (Table? Rows, EntryDocument? Document) RowsOf(SoapOptions options, ReadOnlySpan<byte> payload, string? table,
        DataTable? schema, BinaryReading reading)
    {
        SoapSource source = default;
        Exception failed;
        try
        {
            source = new SoapSource(options, payload, options.Convention.ModelOf(typeof(DataSet)));
            return source.RowsOf(table, schema, reading);
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            failed = e;
        }
        throw SoapErrors.Place(failed, payload, ref source);
    }

    (Table? Rows, EntryDocument? Document) RowsOf(string? table, DataTable? known, BinaryReading reading)
    {
        int root = _node = Follow(_node);
        if (!IsTable(root))
            throw Fail(
                $"The envelope holds a '{Short(SoapText.ToString(_document.LocalOf(_document[root].Name)))}', whose rows cannot be taken: it is no DataSet or DataTable.");
        var schema = RootEntries(root, BinaryReading.IsOfSchema);
        if (!BinaryReading.IsBinary(schema))
            return (null, EntryDocument.Of(schema, Isomer.Soap.FormatName, known is not null));
        var (columns, number) = reading.Columns(schema, table, known);
        return (reading.Rows(RootEntries(root, name => BinaryReading.IsOfRows(name, number)), columns, number), null);
    }

    /// <summary>Whether an object names the entries of a set or table, whatever its class is.</summary>
    readonly bool IsTable(int root)
    {
        for (int child = root + 1; child < _document[root].End; child = _document[child].End)
            if (SoapText.NameOf(_document.LocalOf(_document[child].Name)) is TableEntries.Rows or "DataSet.RemotingFormat"
                or "DataTable.RemotingFormat")
                return true;
        return false;
    }

    /// <summary>
    /// The entries of the root, whatever its class is: a DataTable, or one that derives from it, of which nothing is made here.
    /// </summary>
    SerializationInfo RootEntries(int root, Func<string, bool> isAsked)
    {
        var entries = Entries(root, typeof(DataTable), null, isTable: true, isAsked);
        Drain();
        return entries;
    }
}
