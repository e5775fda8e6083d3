using System.Data;
using System.Runtime.Serialization;
using System.Xml;

namespace Isomer.Fuzz.Targets;

/// <summary>Values with tables in them.</summary>
static class Tables
{
    public static DataSet Sample()
    {
        var set = new DataSet("s");
        DataTable table = set.Tables.Add("t");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("name", typeof(string));
        table.Columns.Add("price", typeof(decimal)).DefaultValue = 1.5m;
        table.Columns.Add("when", typeof(DateTime));
        table.Columns.Add("data", typeof(byte[]));
        table.Columns.Add("twice", typeof(int), "id * 2");
        table.PrimaryKey = [table.Columns[0]];
        table.Rows.Add(1, "a", 2.5m, DateTime.UnixEpoch, new byte[] { 1 });
        table.Rows.Add(2, null, null, null, null);
        table.AcceptChanges();
        table.Rows[0]["name"] = "changed";
        table.Rows[1].Delete();
        DataTable other = set.Tables.Add("o");
        other.Columns.Add("t", typeof(int));
        set.Relations.Add("r", table.Columns["id"]!, other.Columns["t"]!);
        other.Rows.Add(1);
        return set;
    }

    /// <summary>Columns that Compact packs in all its forms.</summary>
    public static DataTable Packed(int rows)
    {
        var table = new DataTable("p");
        foreach (var (name, type) in new (string, Type)[] { ("id", typeof(int)), ("run", typeof(long)), ("place", typeof(long)),
            ("city", typeof(string)), ("phone", typeof(string)), ("path", typeof(string)), ("price", typeof(decimal)),
            ("rate", typeof(double)), ("on", typeof(bool)), ("day", typeof(DateTime)), ("key", typeof(Guid)), ("data", typeof(byte[])) })
            table.Columns.Add(name, type);
        for (int i = 0; i < rows; i++)
            table.Rows.Add(1000 + i, i / 10, (i * 7 % 3) * 1_000_000_007L, i % 4 == 0 ? DBNull.Value : "city" + (char)('a' + (i % 3)),
                $"({400 + i}) 555-{i:D4}", "/usr/share/" + new string((char)('a' + (i % 26)), 2) + "é", i / 4m,
                i % 5 == 0 ? double.NaN : i / 3.0, i % 2 == 0, DateTime.UnixEpoch.AddDays(i), new Guid(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
                new byte[i % 3]);
        table.AcceptChanges();
        return table;
    }

    /// <summary>Without what the form of rows cannot say.</summary>
    public static DataSet Accepted()
    {
        DataSet set = Sample();
        set.AcceptChanges();
        return set;
    }

    /// <summary>
    /// Whether the framework itself cannot read what it writes of these tables, or not as the same: with a damaged schema that is its own
    /// affair.
    /// </summary>
    public static bool AreNotOwn(object? value)
    {
        if (value is not (DataSet or DataTable))
            return false;
        var serializer = new DataContractSerializer(value.GetType());
        byte[] Text(object? tables)
        {
            var text = new MemoryStream();
            serializer.WriteObject(text, tables);
            return text.ToArray();
        }
        byte[] Binary(object? tables)
        {
            var binary = new MemoryStream();
            using (var writer = XmlDictionaryWriter.CreateBinaryWriter(binary))
                serializer.WriteObject(writer, tables);
            return binary.ToArray();
        }
        try
        {
            byte[] text = Text(value), binary = Binary(value);
            return !Text(serializer.ReadObject(new MemoryStream(text))).AsSpan().SequenceEqual(text)
                || !Binary(serializer.ReadObject(XmlDictionaryReader.CreateBinaryReader(binary, XmlDictionaryReaderQuotas.Max))).AsSpan()
                    .SequenceEqual(binary);
        }
        catch (Exception)
        {
            return true;
        }
    }

    public static DataTable Table()
    {
        DataTable table = Sample().Tables[0].Copy();
        table.Constraints.Clear();
        table.AcceptChanges();
        return table;
    }
}
