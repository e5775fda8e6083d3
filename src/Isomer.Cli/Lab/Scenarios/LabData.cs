using System.Data;
using Isomer.Cli.Lab.Data;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Scenarios;

/// <summary>Where the scenarios get their data: from the embedded database, or, in a fresh process that is to load nothing else, from the generators.</summary>
abstract class LabData : IDisposable
{
    public abstract Database Orders();

    public abstract List<object?[]> Rows();

    public abstract DataSet Wide(int rows);

    /// <summary>Whether the rows are the user's own query.</summary>
    public virtual bool IsUsers => false;

    public virtual void Dispose()
    {
    }

    public static LabData Embedded() => new FromDatabase(new LabDatabase());

    public static LabData Generated() => new FromGenerators();

    public static LabData Query(string database, string query) => new FromQuery(LabDatabase.Query(database, query, ClrColumns.ReadRows), LabDatabase.Query(database, query, r => ClrColumns.ReadDataSet(r, "Table")));

    sealed class FromDatabase(LabDatabase database) : LabData
    {
        public override Database Orders() => database.Orders();

        public override List<object?[]> Rows() => database.EmployeeRows();

        public override DataSet Wide(int rows) => database.WideDataSet(rows);

        public override void Dispose() => database.Dispose();
    }

    sealed class FromGenerators : LabData
    {
        public override Database Orders() => Northwind.Create();

        public override List<object?[]> Rows() => Employees.Create();

        public override DataSet Wide(int rows)
        {
            var set = new DataSet("NewDataSet") { Locale = System.Globalization.CultureInfo.InvariantCulture };
            DataTable table = set.Tables.Add("Table");
            foreach (var (name, type) in WideRows.Columns)
                table.Columns.Add(name, ClrColumns.TypeOf(type));
            foreach (object?[] row in WideRows.Create(rows))
                table.Rows.Add(row);
            set.AcceptChanges();
            return set;
        }
    }

    sealed class FromQuery(List<object?[]> rows, DataSet set) : LabData
    {
        public override bool IsUsers => true;

        public override Database Orders() => throw new NotSupportedException();

        public override List<object?[]> Rows() => rows;

        public override DataSet Wide(int rows)
        {
            DataSet part = set.Clone();
            foreach (DataRow row in set.Tables[0].Rows.Cast<DataRow>().Take(rows))
                part.Tables[0].ImportRow(row);
            return part;
        }
    }
}
