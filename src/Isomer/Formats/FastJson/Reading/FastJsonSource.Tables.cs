using System.Data;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Tabular;

namespace Isomer.Formats;

/// <summary>
/// DataSets and DataTables, with either form of schema; what fastJSON itself loses (rows without a table of types, tables in object
/// members, schemas of other builds) is there.
/// </summary>
internal ref partial struct FastJsonSource
{
    /// <summary>Whether the untyped object whose brace has been taken is a set or table: its $schema comes first.</summary>
    bool IsTables()
    {
        var rest = _json.Text[_json.Position..];
        if (!rest.StartsWith("\"$schema\""u8))
            return false;
        rest = rest[9..].TrimStart(" \t\r\n:"u8);
        return rest.StartsWith("\"<?xml"u8)
            || (rest.StartsWith("{"u8) && rest[..Math.Min(rest.Length, 600)].IndexOf("fastJSON.DatasetSchema"u8) >= 0)
            || (rest.StartsWith("{"u8) && NamesSchema(rest));
    }

    /// <summary>The schema's type is a number of the table that stands further up.</summary>
    bool NamesSchema(ReadOnlySpan<byte> schema)
    {
        if (!_hasLateTables)
            ReadLateTables();
        for (int i = 0; i < _namedCount; i++)
            if (_json.Text.Slice(_named![i].Start, _named[i].Length).StartsWith("fastJSON.DatasetSchema"u8))
                return schema.IndexOf("\"Info\""u8) is >= 0 and < 64 || schema.IndexOf("\"info\""u8) is >= 0 and < 64;
        return false;
    }

    /// <summary>A set or table where the declared type does not say which.</summary>
    object? ReadOpenTables(int brace)
    {
        _json.Position = brace;
        return ReadTables(typeof(DataSet), true);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    object ReadTables(Type type, bool open)
    {
        if (!Features.Tables)
            throw Features.TablesAreLeftOut(type);
        bool isSet = typeof(DataSet).IsAssignableFrom(type);
        DataSet? set = isSet ? TableSurrogates.New<DataSet>(type) : null;
        DataTable? table = isSet ? null : TableSurrogates.New<DataTable>(type);
        var rows = (SequenceModel)_root.Convention.ModelOf(typeof(object[][]));
        HeldExpressions? held = null;
        bool known = false;
        bool first = true;
        _json.Expect((byte)'{');
        _json.Enter();
        while (NextName(ref first))
        {
            int at = _json.Position;
            string name = _json.Name();
            if (name == "$schema" && !known)
            {
                if (held is not null)
                    throw _json.Error("The $schema of a set comes behind rows of it.");
                ReadSchema(ref set, ref table, open);
                known = true;
            }
            else if (FastJsonTables.IsMetadata(name))
            {
                SkipValue();
            }
            else if (!known && (table ?? OptimizedTables.Find(set!, name))?.Columns.Count is null or 0)
            {
                _json.Position = at;
                throw _json.Error($"The rows of table '{name}' come without a $schema: their columns are not known.");
            }
            else
            {
                held ??= set is null ? HeldExpressions.Of(table!) : HeldExpressions.Of(set);
                var target = table ?? OptimizedTables.Find(set!, name) ?? set!.Tables.Add(name);
                ReadRows(target, rows);
            }
        }
        _json.Leave();
        (held ?? (set is null ? HeldExpressions.Of(table!) : HeldExpressions.Of(set))).Restore();
        return (object?)set ?? table!;
    }

    void ReadSchema(ref DataSet? set, ref DataTable? table, bool open)
    {
        var registered = FastJsonTables.Registered(_profile);
        if (_json.Peek() is (byte)'"' or (byte)'\'')
        {
            string text = _json.String()!;
            // What fastJSON writes for a table alone is its name.
            if (!text.TrimStart().StartsWith('<'))
                throw _json.Error(
                    "The $schema of a table is its name only, which is what fastJSON writes by mistake: the columns are not in the text.");
            if (set is not null)
                SchemaText.Read(text, set, registered);
            else
                SchemaText.Read(text, table!, registered);
            return;
        }
        string? name = null;
        List<string?> info = [];
        ReadInfo(ref name, ref info);
        if (open && FastJsonTables.IsAlone(name, info))
            (set, table) = (null, new DataTable());
        if (set is not null)
            OptimizedTables.Make(set, name, info, registered);
        else
            OptimizedTables.Make(table!, name, info, registered);
    }

    /// <summary>An object of fastJSON's class, whatever build or assembly has it.</summary>
    void ReadInfo(ref string? name, ref List<string?> info)
    {
        _json.Expect((byte)'{');
        _json.Enter();
        Count();
        _counted = false;
        bool first = !ReadMetadata();
        if (_typeAt >= 0 && !OptimizedTables.IsSchemaName(NameOfType()))
            throw Refuse($"The text names the type '{NameOfType()}' where a schema of fastJSON is expected.");
        while (NextName(ref first))
        {
            switch (_json.Name())
            {
                case "Name" or "name":
                    name = String();
                    break;
                case "Info" or "info":
                    _json.BeginArray(_root);
                    while (_json.NextItem(info.Count, -1))
                        info.Add(_json.String());
                    _json.Leave();
                    break;
                default:
                    SkipValue();
                    break;
            }
        }
        _json.Leave();
    }

    string NameOfType() => System.Text.Encoding.UTF8.GetString(
        _typeNumber > 0 && IndexOfNumber() is var index and >= 0
            ? _json.Text.Slice(_named![index].Start, _named[index].Length)
            : _typeName);
}
