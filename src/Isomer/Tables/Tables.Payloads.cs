using System.Data;
using System.Data.Common;
using System.Runtime.Serialization;
using Isomer.Tabular;

namespace Isomer;

#pragma warning disable SYSLIB0038, SYSLIB0050 // the forms and entries of an older age are what payloads hold

/// <summary>Rows of the sets and tables that BinaryFormatter and SoapFormatter wrote.</summary>
public static partial class Tables
{
    /// <summary>
    /// The rows of one table of a payload. It is held until its arrays are made, or, where it has a document, until that is text.
    /// </summary>
    /// <param name="input">The payload, to the end of the stream.</param>
    /// <param name="table">The name of the table; null if there is but one.</param>
    /// <param name="schema">Its columns, where the payload does not say them.</param>
    /// <param name="convention">Whose types columns may have.</param>
    /// <param name="format">The format of the payload.</param>
    /// <param name="take">What finds the rows, or the document, in the payload.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    internal static async ValueTask<DbDataReader> OpenAsync(
        Stream input, string? table, DataTable? schema, Convention convention, string format,
        Func<ReadOnlyMemory<byte>, BinaryReading, (Table? Rows, EntryDocument? Document)> take, CancellationToken cancellationToken)
    {
        var reading = BinaryReading.OfRows(convention, schema);
        var (rows, document) = await TakeAsync(input, reading, take, cancellationToken).ConfigureAwait(false);
        if (rows is not null)
            return await TableReader.OpenAsync(One(rows), reading.Types, null, format, cancellationToken).ConfigureAwait(false);
        var options = DataXmlOptions.Default with { Carrier = convention, Others = document!.EnumOf };
        var batches = new DocumentBatches(new MemoryStream(document.Utf8, writable: false), document.HasSchema ? null : schema, table,
            options, document);
        return await TableReader.OpenAsync(batches.Read(cancellationToken), batches.Types, null, format, cancellationToken)
            .ConfigureAwait(false);
    }

    // Of its own, so that nothing holds the payload any more when the rows are read.
    static async ValueTask<(Table? Rows, EntryDocument? Document)> TakeAsync(
        Stream input, BinaryReading reading, Func<ReadOnlyMemory<byte>, BinaryReading, (Table? Rows, EntryDocument? Document)> take,
        CancellationToken cancellationToken)
    {
        var payload = new MemoryStream(input.CanSeek ? (int)Math.Clamp(input.Length - input.Position, 0, Array.MaxLength) : 0);
        await input.CopyToAsync(payload, cancellationToken).ConfigureAwait(false);
        return take(payload.GetBuffer().AsMemory(0, (int)payload.Length), reading);
    }

#pragma warning disable CS1998 // there is nothing to wait for
    static async IAsyncEnumerable<Table> One(Table table)
    {
        yield return table;
    }
#pragma warning restore CS1998

    /// <summary>
    /// Writes the payload of a DataTable in its binary form into which the rows were loaded, as BinaryFormatter writes it. Columns have
    /// their names and types, and nothing else. The form has one array for each column behind another: all values are in memory as such
    /// arrays, and then as the payload. The stream stays open.
    /// </summary>
    /// <param name="output">Where to.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="table">The name of the table.</param>
    /// <param name="options">How it is written.</param>
    /// <param name="cancellationToken">Ends it while rows are taken, or before the payload is written.</param>
    public static Task WriteNrbfAsync(Stream output, IDataReader rows, string table = "Table", NrbfOptions? options = null,
        CancellationToken cancellationToken = default) =>
        WriteNrbfAsync(output, rows, SerializationFormat.Binary, table, options, cancellationToken);

    /// <summary>
    /// Writes the payload of a DataTable in the form that is named, as BinaryFormatter writes it: for
    /// <see cref="SerializationFormat.Xml"/> its schema and a DiffGram, both of which are in memory as text, and then as the payload.
    /// </summary>
    public static async Task WriteNrbfAsync(Stream output, IDataReader rows, SerializationFormat form, string table = "Table",
        NrbfOptions? options = null, CancellationToken cancellationToken = default)
    {
        Check(output, rows, table);
        await output.WriteAsync(Nrbf.OfRows(Entries(rows, table, form, cancellationToken), options ?? NrbfOptions.Default),
            cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Writes the envelope of a DataTable into which the rows were loaded, as SoapFormatter writes it. Columns have their names and types,
    /// and nothing else. All rows are in memory, as text or as arrays, and then as the envelope. The stream stays open.
    /// </summary>
    /// <param name="output">Where to.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="form">The form of the table: a schema and a DiffGram as texts, or an array for each column.</param>
    /// <param name="table">The name of the table.</param>
    /// <param name="options">How it is written.</param>
    /// <param name="cancellationToken">Ends it while rows are taken, or before the envelope is written.</param>
    public static async Task WriteSoapAsync(Stream output, IDataReader rows, SerializationFormat form, string table = "Table",
        SoapOptions? options = null, CancellationToken cancellationToken = default)
    {
        Check(output, rows, table);
        await output.WriteAsync(Soap.OfRows(Entries(rows, table, form, cancellationToken), options ?? SoapOptions.Default),
            cancellationToken).ConfigureAwait(false);
    }

    static void Check(Stream output, IDataReader rows, string table)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(rows);
        ArgumentException.ThrowIfNullOrEmpty(table);
    }

    static SerializationInfo Entries(IDataReader rows, string table, SerializationFormat form, CancellationToken cancellationToken) =>
        form switch
        {
            SerializationFormat.Binary => ReaderBinary.Entries(rows, table, cancellationToken),
            SerializationFormat.Xml => ReaderXml.Entries(rows, table, cancellationToken),
            _ => throw new ArgumentOutOfRangeException(nameof(form), form, "A table has a form of XML and a binary one."),
        };

    /// <summary>
    /// Reads the rows of one table of a DataSet or DataTable that BinaryFormatter wrote, in either RemotingFormat or as the classes of KB
    /// 829740, without making it. The payload is in memory until the arrays of the table's columns are made, or the text of its document,
    /// which is read row by row. In the binary form no other table's rows are read; of the classes of KB 829740 all records are looked at.
    /// </summary>
    /// <param name="input">The payload, to the end of the stream.</param>
    /// <param name="table">The name of the table; it may be null if there is but one.</param>
    /// <param name="options">How it is read. A set needs no name among its known types.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public static ValueTask<DbDataReader> ReadNrbfAsync(Stream input, string? table = null, NrbfOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        return Nrbf.ReadRowsAsync(input, table, null, options ?? NrbfOptions.Default, cancellationToken);
    }

    /// <summary>
    /// Reads the rows of one table also of a set that was written without its schema (SchemaSerializationMode.ExcludeSchema): <paramref
    /// name="schema"/> is the table of a new set of its class. Where the payload says its columns itself, they are these, and the table is
    /// the one of that name.
    /// </summary>
    public static ValueTask<DbDataReader> ReadNrbfAsync(Stream input, DataTable schema, NrbfOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        Check(schema);
        return Nrbf.ReadRowsAsync(input, schema.TableName, schema, options ?? NrbfOptions.Default, cancellationToken);
    }

    /// <summary>
    /// Reads the rows of one table of a DataSet or DataTable that SoapFormatter wrote, in either RemotingFormat, without making it. The
    /// envelope is in memory until the arrays of the table's columns are made, or the text of its document, which is read row by row. The
    /// entries of other tables are passed over.
    /// </summary>
    /// <param name="input">The envelope, to the end of the stream.</param>
    /// <param name="table">The name of the table; it may be null if there is but one.</param>
    /// <param name="options">How it is read. A set needs no name among its known types.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public static ValueTask<DbDataReader> ReadSoapAsync(Stream input, string? table = null, SoapOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        return Soap.ReadRowsAsync(input, table, null, options ?? SoapOptions.Default, cancellationToken);
    }

    /// <summary>
    /// Reads the rows of one table also of a set that was written without its schema: as
    /// <see cref="ReadNrbfAsync(Stream, DataTable, NrbfOptions?, CancellationToken)"/>.
    /// </summary>
    public static ValueTask<DbDataReader> ReadSoapAsync(Stream input, DataTable schema, SoapOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        Check(schema);
        return Soap.ReadRowsAsync(input, schema.TableName, schema, options ?? SoapOptions.Default, cancellationToken);
    }
}
