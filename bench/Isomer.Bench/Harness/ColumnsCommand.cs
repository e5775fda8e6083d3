using System.Data;
using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Isomer.Bench.Data;
using Microsoft.Data.Sqlite;

namespace Isomer.Bench.Harness;

#pragma warning disable SYSLIB0011, SYSLIB0038, SYSLIB0050, SYSLIB0051 // obsolete: the formats that people are leaving
/// <summary>
/// `columns`: the DataSet of 19 columns with 2 to 8,000 rows, written and read by Compact and by the framework's two forms, and rows of
/// SQLite to a file and back against the bare loop over its reader. The contestants take turns; of each the least time counts: that of the
/// processor, the collector's included, for what takes longer than a slice of it is interrupted on a busy machine each time.
/// </summary>
public static class ColumnsCommand
{
    public const string Usage = "columns [--rounds N] [--rows N] [--quick] [--each]";

    public static int Run(ReadOnlySpan<string> arguments)
    {
        var options = new Options(arguments, ["rounds", "rows"], ["quick", "each"]);
        int rounds = (int)(options.Number("rounds") ?? (options.Has("quick") ? 5 : 40));
        AppContext.SetSwitch("System.Runtime.Serialization.EnableUnsafeBinaryFormatterSerialization", true);
        AppContext.SetSwitch("Switch.System.Data.AllowUnsafeSerializationFormatBinary", true);
        Console.WriteLine(string.Join(" | ", Surroundings.Describe().Values));
        Console.WriteLine(
            "rows | Compact: bytes, write, read (us) | BinaryFormatter Binary | WriteXml | bytes over binary | bytes over XML | times as fast as binary at writing, reading");
        if (options.Has("each"))
        {
            Each((int)(options.Number("rows") ?? 8000), rounds);
            return 0;
        }
        int[] sizes = options.Number("rows") is { } only ? [(int)only] : [2, 10, 100, 1000, 8000];
        foreach (int rows in sizes)
            Sets(rows, rounds);
        Rows(8000, rounds);
        return 0;
    }

    static void Sets(int rows, int rounds)
    {
        var set = WideTable.Create(rows);
        int times = Math.Max(1, 400 / rows);
        (Func<byte[]> Write, Action<byte[]> Read)[] all =
        [
            (() => Compact.Serialize(set), b => Compact.Deserialize<DataSet>(b)),
            (() => Formatted(set), b => new BinaryFormatter().Deserialize(new MemoryStream(b))),
            (() => Xml(set), b => new DataSet().ReadXml(new MemoryStream(b), XmlReadMode.ReadSchema)),
        ];
        // The framework's part of reading: rows of arrays that are ready. And without a DataTable: the values by their getters.
        var ready = Ready(set.Tables[0]);
        byte[] table = Compact.Serialize(set.Tables[0]);
        byte[][] bytes = [.. all.Select(a => a.Write())];
        if (!WideTable.Same(set, Compact.Deserialize<DataSet>(bytes[0])))
            throw new InvalidOperationException("Compact does not give the same set.");
        var least = Race(rounds,
            [.. all.SelectMany((a, i) => new Action[] { () => Many(times, () => a.Write()), () => Many(times, () => a.Read(bytes[i])) }),
                () => Many(times, ready), () => Many(times, () => Typed(Compact.Deserialize<DbDataReader>(table)!))]);
        double At(int i) => least[i] / times;
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{rows,5} | {bytes[0].Length,9:N0} {At(0),9:N1} {At(1),9:N1} | {bytes[1].Length,9:N0} {At(2),9:N1} {At(3),9:N1} | {bytes[2].Length,9:N0} {At(4),9:N1} {At(5),9:N1} | {(double)bytes[0].Length / bytes[1].Length:N3} | {(double)bytes[0].Length / bytes[2].Length:N3} | {At(2) / At(0):N2} {At(3) / At(1):N2}"));
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"      | reading: the framework makes rows of ready arrays in {At(6):N1} us, so no payload is read into a DataTable more than {At(3) / At(6):N1} times as fast as binary; Compact into a reader, each value by its getter, {At(7):N1} us: {At(3) / At(7):N1} times"));
    }

    /// <summary>A table made of the arrays that the framework's own binary form has, by the framework.</summary>
    static Action Ready(DataTable table)
    {
        var copy = table.Copy();
        copy.RemotingFormat = SerializationFormat.Binary;
        var info = new SerializationInfo(typeof(DataTable), new FormatterConverter());
        ((ISerializable)copy).GetObjectData(info, default);
        var empty = table.Clone();
        string[] key = [.. empty.PrimaryKey.Select(c => c.ColumnName)];
        empty.PrimaryKey = [];
        foreach (DataColumn column in empty.Columns)
            if (column.DataType == typeof(DateTime))
                column.DateTimeMode = DataSetDateTime.Unspecified;
        var load = typeof(DataTable).GetMethod("DeserializeTableData",
            BindingFlags.Instance | BindingFlags.NonPublic)!.CreateDelegate<Action<DataTable, SerializationInfo, int>>();
        return () =>
        {
            var made = empty.Clone();
            load(made, info, 0);
            made.PrimaryKey = [.. key.Select(n => made.Columns[n]!)];
        };
    }

    static long Typed(DbDataReader reader)
    {
        using (reader)
        {
            var codes = Enumerable.Range(0, reader.FieldCount).Select(i => Type.GetTypeCode(reader.GetFieldType(i))).ToArray();
            long sum = 0;
            while (reader.Read())
                for (int i = 0; i < codes.Length; i++)
                    if (!reader.IsDBNull(i))
                        sum += codes[i] switch
                        {
                            TypeCode.Int32 => reader.GetInt32(i),
                            TypeCode.Int64 => reader.GetInt64(i),
                            TypeCode.Int16 => reader.GetInt16(i),
                            TypeCode.Byte => reader.GetByte(i),
                            TypeCode.Boolean => reader.GetBoolean(i) ? 1 : 0,
                            TypeCode.String => reader.GetString(i).Length,
                            TypeCode.DateTime => reader.GetDateTime(i).Ticks,
                            TypeCode.Decimal => reader.GetDecimal(i).Scale,
                            TypeCode.Double => (long)reader.GetDouble(i),
                            TypeCode.Single => (long)reader.GetFloat(i),
                            _ => reader.GetGuid(i).Version,
                        };
            return sum;
        }
    }

    /// <summary>Each column in a set of its own, and a set without columns: where the time is.</summary>
    static void Each(int rows, int rounds)
    {
        var all = WideTable.Create(rows).Tables[0];
        foreach (string?[] names in all.Columns.Cast<DataColumn>().Select(c => new string?[] { c.ColumnName }).Append([]))
        {
            var set = new DataSet();
            var table = set.Tables.Add("T");
            foreach (string? name in names)
                table.Columns.Add(name, all.Columns[name!]!.DataType);
            foreach (DataRow row in all.Rows)
                table.Rows.Add([.. names.Select(n => row[n!])]);
            table.AcceptChanges();
            byte[] bytes = Compact.Serialize(set), binary = Formatted(set);
            var least = Race(rounds,
                [() => Compact.Serialize(set), () => Compact.Deserialize<DataSet>(bytes), () => Formatted(set),
                    () => new BinaryFormatter().Deserialize(new MemoryStream(binary))]);
            Console.WriteLine(
                string.Create(CultureInfo.InvariantCulture,
                    $"{names.FirstOrDefault(),-12} {(names.Length == 0 ? "" : table.Columns[0].DataType.Name),-10} | {bytes.Length,9:N0} {least[0],7:N0} {least[1],7:N0} | {binary.Length,9:N0} {least[2],7:N0} {least[3],7:N0}"));
        }
    }

    static byte[] Formatted(DataSet set)
    {
        set.RemotingFormat = SerializationFormat.Binary;
        var stream = new MemoryStream();
        new BinaryFormatter().Serialize(stream, set);
        return stream.ToArray();
    }

    static byte[] Xml(DataSet set)
    {
        var stream = new MemoryStream();
        set.WriteXml(stream, XmlWriteMode.WriteSchema);
        return stream.ToArray();
    }

    static void Rows(int rows, int rounds)
    {
        string database = Path.Combine(Path.GetTempPath(), $"isomer-columns-{Environment.ProcessId}.db"), file = database + ".isomer";
        try
        {
            using var connection = Filled(database, WideTable.Create(rows).Tables[0]);
            using var command = connection.CreateCommand();
            command.CommandText = "select * from T";
            long sum = 0;
            var least = Race(rounds,
            [
                () => sum += Bare(command.ExecuteReader()),
                () =>
                {
                    using var reader = command.ExecuteReader();
                    using var stream = File.Create(file);
                    Tables.WriteCompactAsync(stream, reader).GetAwaiter().GetResult();
                },
                () =>
                {
                    using var stream = File.OpenRead(file);
                    sum += Bare(Tables.ReadCompactAsync(stream).AsTask().GetAwaiter().GetResult());
                },
            ]);
            Console.WriteLine(
                string.Create(CultureInfo.InvariantCulture,
                    $"SQLite, {rows:N0} rows: bare reader {least[0]:N0} us; reader to a file {least[1]:N0} us ({least[0] / least[1]:P0} of its speed), {new FileInfo(file).Length:N0} bytes; file read {least[2]:N0} us; {sum}"));
        }
        finally
        {
            SqliteConnection.ClearAllPools();
            File.Delete(database);
            File.Delete(file);
        }
    }

    static SqliteConnection Filled(string path, DataTable table)
    {
        var connection = new SqliteConnection($"Data Source={path}");
        connection.Open();
        using var transaction = connection.BeginTransaction();
        using var command = connection.CreateCommand();
        command.CommandText = "create table T ("
            + string.Join(", ",
                table.Columns.Cast<DataColumn>()
                    .Select(c =>
                        $"\"{c.ColumnName}\" {(c.DataType == typeof(double) || c.DataType == typeof(float) ? "real" : Type.GetTypeCode(c.DataType) is >= TypeCode.Boolean and <= TypeCode.UInt64 ? "integer" : c.DataType == typeof(Guid) ? "blob" : "text")}"))
                            + ")";
        command.ExecuteNonQuery();
        command.CommandText = "insert into T values (" + string.Join(", ", Enumerable.Range(0, table.Columns.Count).Select(i => "@" + i))
            + ")";
        foreach (DataRow row in table.Rows)
        {
            command.Parameters.Clear();
            for (int i = 0; i < table.Columns.Count; i++)
                command.Parameters.AddWithValue("@" + i, row[i] is Guid guid ? guid.ToByteArray() : row[i]);
            command.ExecuteNonQuery();
        }
        transaction.Commit();
        return connection;
    }

    static long Bare(DbDataReader reader)
    {
        using (reader)
        {
            object[] row = new object[reader.FieldCount];
            long rows = 0;
            while (reader.Read())
                rows += reader.GetValues(row) > 0 ? 1 : 0;
            return rows;
        }
    }

    static void Many(int times, Action action)
    {
        for (int i = 0; i < times; i++)
            action();
    }

    /// <summary>The least microseconds of the processor of each, taking turns.</summary>
    static double[] Race(int rounds, Action[] contestants)
    {
        double[] least = [.. contestants.Select(_ => double.MaxValue)];
        // Until the code of each is compiled as it will stay.
        foreach (var contestant in contestants)
        {
            long start = Stopwatch.GetTimestamp();
            for (int i = 0; i < 60 || Stopwatch.GetElapsedTime(start).TotalSeconds < 1.5; i++)
                contestant();
        }
        for (int round = 0; round < rounds; round++)
            for (int i = 0; i < contestants.Length; i++)
            {
                var start = Environment.CpuUsage.TotalTime;
                contestants[i]();
                double took = (Environment.CpuUsage.TotalTime - start).TotalMicroseconds;
                least[i] = Math.Min(least[i], took);
            }
        return least;
    }
}
