using System.Collections;
using System.Data;
using Isomer.Cli.Lab.Data;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Scenarios;

/// <summary>
/// Where the scenarios get their data: from the embedded database, or, in a fresh process that is to load nothing else, from the
/// generators.
/// </summary>
abstract class LabData : IDisposable
{
    public abstract Database Orders();

    public abstract List<object?[]> Rows();

    public abstract DataSet Wide(int rows);

    /// <summary>The user's own rows as a list of records.</summary>
    public virtual IList Records() => throw new NotSupportedException();

    /// <summary>Whether the rows are the user's own query.</summary>
    public virtual bool IsUsers => false;

    public virtual void Dispose()
    {
    }

    public static LabData Embedded() => new FromDatabase(new LabDatabase());

    public static LabData Generated() => new FromGenerators();

    /// <param name="say">Where it is told what was done to which column, and why.</param>
    public static LabData Query(string database, string query, Action<string> say)
    {
        QueryRows rows = LabDatabase.Query(database, query, QueryRows.Read);
        foreach (string note in rows.Notes)
            say(note);
        return rows.Columns.Count > 0 && rows.Rows.Count > 0 ? new FromQuery(rows)
            : throw new CliException(ExitCode.Usage,
                rows.Rows.Count == 0
                    ? "The query has no rows: there is nothing to measure."
                    : "The query has no column that the lab can carry.");
    }

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

    sealed class FromQuery(QueryRows rows) : LabData
    {
        public override bool IsUsers => true;

        public override Database Orders() => throw new NotSupportedException();

        public override List<object?[]> Rows() => rows.Rows;

        public override IList Records() => RecordType.Of(rows);

        public override DataSet Wide(int most) => rows.ToDataSet(most);
    }
}
