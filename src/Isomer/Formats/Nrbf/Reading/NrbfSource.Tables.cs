using System.Data;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Tabular;
using Isomer.Wire;

namespace Isomer.Formats;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>
/// DataSets in their binary form: the schema of each table is a payload of its own within the payload. It is read by the same closed set,
/// and what it costs is charged to the whole.
/// </summary>
internal ref partial struct NrbfSource
{
    /// <summary>An entry of a table: the types of its columns are looked up, and its payloads read.</summary>
    readonly object? TableEntry(string name, object? value) => value switch
    {
        string schema when name == TableEntries.Schema => Known(schema, _options.Types, _root),
        byte[] payload when IsNested(name) => Nested(name, payload),
        string type when IsTypeName(name) => _options.Types.Find(FrameworkTypes.FullName(type), _root) ?? value,
        _ => value,
    };

    /// <summary>A schema whose columns may be of the enums that are known here.</summary>
    internal static KnownSchema Known(string schema, NamedTypes types, TypeModel root) =>
        new(schema, name => types.Find(name, root));

    /// <summary>Whether the entry is a payload of its own.</summary>
    public static bool IsNested(string name) => name.StartsWith("DataSet.Tables_", StringComparison.Ordinal);

    /// <summary>Whether the entry names the type of a column.</summary>
    public static bool IsTypeName(string name) => name.EndsWith(".DataType_AssemblyQualifiedName", StringComparison.Ordinal);

    readonly SerializationInfo Nested(string name, byte[] payload) =>
        RuntimeHelpers.TryEnsureSufficientExecutionStack() && _index.TryNest(payload.Length)
            ? Nested(_options, name, payload, _root, _index, _in.At)
        : throw new WireFormatException(
            $"The entry '{name}' is a payload within others, deeper than the stack of this thread allows, or together they are longer than what they stand in.")
        { Offset = _in.At };

    /// <summary>The entries of a payload that stands in another, or in an envelope, which has looked whether it may.</summary>
    /// <param name="options">Those of what it stands in.</param>
    /// <param name="name">The entry that holds it.</param>
    /// <param name="payload">Its bytes.</param>
    /// <param name="root">The root of what it stands in.</param>
    /// <param name="outer">The payload that it stands in, to which it is charged, or what stands for the envelope.</param>
    /// <param name="at">Where it stands there, for errors.</param>
    public static SerializationInfo Nested(NrbfOptions options, string name, byte[] payload, TypeModel root, NrbfIndex outer, long at = -1)
    {
        var inner = new NrbfSource(options, payload, root);
        try
        {
            inner._index.BeginWithin(outer, payload, options, root);
            inner._state.Again = payload.Length * AgainPerByte;
            inner._state.Room = FormatterShared.RoomWithin(payload.Length);
            inner._in.At = inner._index.OffsetOf(inner._index.Root, 1);
            var entries = inner.RootEntries();
            outer.EndWithin(inner._index);
            return entries;
        }
        catch (WireFormatException e)
        {
            throw new WireFormatException($"In the payload '{name}'{(e.Offset >= 0 ? $", byte {e.Offset}" : "")}: {e.Message}", e)
            { Offset = at };
        }
        finally
        {
            inner.Release();
        }
    }

    /// <summary>
    /// The entries of the root, whatever its class is: a DataTable, or one that derives from it, of which nothing is made here.
    /// </summary>
    SerializationInfo RootEntries(Func<string, bool>? isAsked = null)
    {
        _in.SkipLibraries();
        var info = ClassAt(_in.At);
        var entries = new SerializationInfo(typeof(DataTable), PlainEntryConverter.Instance);
        Entries(info, entries, isTable: true, null, isAsked);
        Drain();
        return entries;
    }

    /// <summary>
    /// One table of a payload that holds a set or table, of which nothing else is made: its columns and rows, or the document that the
    /// payload has of the set.
    /// </summary>
    /// <param name="options">How it is read.</param>
    /// <param name="payload">The payload.</param>
    /// <param name="table">The name of the table; null if there is but one.</param>
    /// <param name="schema">Its columns, where the payload does not say them.</param>
    /// <param name="reading">Whose types the columns are of.</param>
    public static (Table? Rows, EntryDocument? Document) RowsOf(NrbfOptions options, ReadOnlySpan<byte> payload, string? table,
        DataTable? schema, BinaryReading reading)
    {
        var source = new NrbfSource(options, payload, options.Convention.ModelOf(typeof(DataSet)));
        Exception failed;
        try
        {
            source.Begin();
            return source.RowsOf(table, schema, reading);
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            failed = e;
        }
        finally
        {
            source.Release();
        }
        throw NrbfErrors.Place(failed, ref source);
    }

    (Table? Rows, EntryDocument? Document) RowsOf(string? table, DataTable? known, BinaryReading reading)
    {
        _in.SkipLibraries();
        int start = _in.At;
        var info = ClassAt(start);
        if (NrbfTableSurrogates.StandsFor(info.Name) is not null)
            return (TableEntries.TableOf(OfSurrogate(info, typeof(DataSet), start, takesComputed: true), table), null);
        if (!Array.Exists(info.Members, static m => m is "XmlDiffGram" or "DataSet.RemotingFormat" or "DataTable.RemotingFormat"))
            throw new WireFormatException($"The payload holds a '{info.Name}', whose rows cannot be taken: it is no DataSet or DataTable.")
            { Offset = start };
        _in.At = start;
        var schema = RootEntries(BinaryReading.IsOfSchema);
        if (!BinaryReading.IsBinary(schema))
            return (null, EntryDocument.Of(schema, Isomer.Nrbf.FormatName, known is not null));
        var (columns, number) = reading.Columns(schema, table, known);
        _in.At = start;
        return (reading.Rows(RootEntries(name => BinaryReading.IsOfRows(name, number)), columns, number), null);
    }

    /// <summary>
    /// A set or table in the classes of KB 829740, whose record is open: its parts are made of the records, and all of it is passed over.
    /// </summary>
    SerializationInfo OfSurrogate(NrbfClassInfo info, Type type, int start, bool takesComputed = false)
    {
        int body = _in.At;
        var surrogates = new NrbfTableSurrogates(new ColumnTypes(_options.Convention, isOpen: true)) { TakesComputed = takesComputed };
        var entries = new SerializationInfo(type, PlainEntryConverter.Instance);
        try
        {
            var document = _state.Document ??= new NrbfDocument(_in.Payload.ToArray(), _options);
            var record = document.At(start) as NrbfClassRecord
                ?? throw new WireFormatException($"A '{info.Name}' is expected here.") { Offset = start };
            entries.AddValue(NrbfTableSurrogates.Entry, surrogates.Parts(record), typeof(object));
        }
        catch (WireFormatException e)
        {
            // Where it is in the graph is told here, and not by the records.
            e.Format = null;
            throw;
        }
        // Many of them may be made of the same records.
        if (!_index.TryNest((int)Math.Min(surrogates.Cost, int.MaxValue)))
            throw new WireFormatException($"The tables of the payload are more than one of its size may have.") { Offset = start };
        _in.At = body;
        Push(new NrbfFrame { Class = info, Map = [], IsPart = true });
        foreach (var primitive in info.Primitives)
        {
            _primitive = primitive;
            SkipValue();
        }
        Pop();
        return entries;
    }
}
