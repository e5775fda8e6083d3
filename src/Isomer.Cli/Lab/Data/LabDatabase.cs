using System.Data;
using System.Data.Common;
using Isomer.Measuring;
using Microsoft.Data.Sqlite;

namespace Isomer.Cli.Lab.Data;

/// <summary>
/// The embedded database that the lab makes of its generators, so that the data of every scenario comes through a DataReader as
/// the articles' did: Northwind-shaped orders, AdventureWorks-shaped employees, the nineteen columns.
/// </summary>
sealed class LabDatabase : IDisposable
{
    readonly SqliteConnection _connection;

    public LabDatabase(string path = ":memory:")
    {
        _connection = new SqliteConnection(new SqliteConnectionStringBuilder { DataSource = path, Pooling = false }.ToString());
        _connection.Open();
        using SqliteTransaction transaction = _connection.BeginTransaction();
        Fill("Employees", Employees.Columns, Employees.Create());
        Fill("Wide", WideRows.Columns, WideRows.Create(WideRows.MaxRows));
        Database orders = Northwind.Create();
        Fill("Orders", s_orders,
            orders.Orders.Select(
                o => (object?[])[o.OrderID, o.CustomerID, o.EmployeeID, o.OrderDate, o.RequiredDate, o.ShippedDate, o.ShipVia, o.Freight,
            o.ShipName, o.ShipAddress, o.ShipCity, o.ShipRegion, o.ShipPostalCode, o.ShipCountry]));
        Fill("Details", s_details,
            orders.Orders.SelectMany(o => o.Lines)
                .Select(l => (object?[])[l.OrderID, l.ProductID, l.UnitPrice, l.Quantity, (double)l.Discount]));
        transaction.Commit();
    }

    static readonly (string Name, string Type)[] s_orders =
    [
        ("OrderID", "int"), ("CustomerID", "nchar"), ("EmployeeID", "int"), ("OrderDate", "datetime"), ("RequiredDate", "datetime"),
        ("ShippedDate", "datetime"), ("ShipVia", "int"),
        ("Freight", "money"), ("ShipName", "nvarchar"), ("ShipAddress", "nvarchar"), ("ShipCity", "nvarchar"), ("ShipRegion", "nvarchar"),
        ("ShipPostalCode", "nvarchar"), ("ShipCountry", "nvarchar"),
    ];

    static readonly (string Name,
        string Type)[] s_details = [("OrderID", "int"), ("ProductID", "int"), ("UnitPrice", "money"), ("Quantity", "smallint"),
            ("Discount", "real")];

    void Fill(string table, (string Name, string Type)[] columns, IEnumerable<object?[]> rows)
    {
        using SqliteCommand create = _connection.CreateCommand();
        create.CommandText = $"create table {table} ({string.Join(", ", columns.Select(c => $"{c.Name} {StoredType(c.Type)}"))})";
        create.ExecuteNonQuery();
        using SqliteCommand insert = _connection.CreateCommand();
        insert.CommandText = $"insert into {table} values ({string.Join(", ", columns.Select((_, i) => "$" + i))})";
        SqliteParameter[] parameters =
            [.. columns.Select((_, i) => insert.Parameters.Add(new SqliteParameter { ParameterName = "$" + i }))];
        foreach (object?[] row in rows)
        {
            for (int i = 0; i < row.Length; i++)
                parameters[i].Value = ClrColumns.ToStored(row[i]);
            insert.ExecuteNonQuery();
        }
    }

    /// <summary>
    /// SQLite gives a column an affinity by its type's name: a decimal stays the text that it is, scale and all, only with TEXT in it.
    /// </summary>
    static string StoredType(string type) => type is "money" or "decimal" ? "decimal_text" : type;

    public List<object?[]> EmployeeRows() => Read("select * from Employees", ClrColumns.ReadRows);

    public DataSet WideDataSet(int rows) => Read($"select * from Wide where ID <= {rows}", r => ClrColumns.ReadDataSet(r, "Table"));

    /// <summary>The orders of the benchmarks, through the database.</summary>
    public Database Orders()
    {
        ILookup<int, OrderLine> lines = Read("select * from Details order by rowid", ClrColumns.ReadRows)
            .ToLookup(r => (int)r[0]!, r => new OrderLine
            {
                OrderID = (int)r[0]!,
                ProductID = (int)r[1]!,
                UnitPrice = (decimal)r[2]!,
                Quantity = (short)r[3]!,
                Discount = (float)(double)r[4]!,
            });
        return new Database
        {
            Orders = [.. Read("select * from Orders order by OrderID", ClrColumns.ReadRows).Select(r => new Order
            {
                OrderID = (int)r[0]!, CustomerID = (string?)r[1], EmployeeID = (int?)r[2], OrderDate = (DateTime?)r[3],
                RequiredDate = (DateTime?)r[4], ShippedDate = (DateTime?)r[5],
                ShipVia = (int?)r[6], Freight = (decimal?)r[7], ShipName = (string?)r[8], ShipAddress = (string?)r[9],
                ShipCity = (string?)r[10], ShipRegion = (string?)r[11],
                ShipPostalCode = (string?)r[12], ShipCountry = (string?)r[13], Lines = [.. lines[(int)r[0]!]],
            })],
        };
    }

    T Read<T>(string query, Func<DbDataReader, T> read)
    {
        using SqliteCommand command = _connection.CreateCommand();
        command.CommandText = query;
        using SqliteDataReader reader = command.ExecuteReader();
        return read(reader);
    }

    public void Dispose() => _connection.Dispose();

    /// <summary>The user's own rows: any SQLite file, or a PostgreSQL address or connection string.</summary>
    public static T Query<T>(string database, string query, Func<DbDataReader, T> read)
    {
        bool isFile = File.Exists(database) || database.EndsWith(".db", StringComparison.OrdinalIgnoreCase)
            || database.StartsWith("Data Source=", StringComparison.OrdinalIgnoreCase);
        using DbConnection connection = !isFile ? new Npgsql.NpgsqlConnection(Converting.Rows.PostgresUrl.ToConnection(database))
            : new SqliteConnection(database.StartsWith("Data Source=", StringComparison.OrdinalIgnoreCase) ? database
                : new SqliteConnectionStringBuilder { DataSource = database, Mode = SqliteOpenMode.ReadOnly, Pooling = false }.ToString());
        try
        {
            connection.Open();
            using DbCommand command = connection.CreateCommand();
            command.CommandText = query;
            using DbDataReader reader = command.ExecuteReader();
            return read(reader);
        }
        catch (DbException e)
        {
            throw new CliException(ExitCode.Usage, $"The database says: {e.Message}", e);
        }
    }
}
