using System;
using System.Collections.Generic;
using System.Data;
using System.Globalization;
using System.Linq;

namespace IsomerMono
{
    /// <summary>Sets that mono writes and the tests make again.</summary>
    public static class Sets
    {
        /// <summary>Tables with a relation that nests, keys, a computed column, defaults, errors, rows of every state, and cases of their own.</summary>
        public static DataSet Related(SerializationFormat form)
        {
            var set = new DataSet("Shop") { RemotingFormat = form, CaseSensitive = true };
            var customers = set.Tables.Add("Customers");
            customers.Columns.Add("Id", typeof(int));
            customers.Columns.Add("Name", typeof(string)).Caption = "who";
            customers.PrimaryKey = new[] { customers.Columns[0] };
            var orders = set.Tables.Add("Orders");
            orders.Columns.Add("Id", typeof(int)).AutoIncrement = true;
            orders.Columns.Add("Customer", typeof(int));
            orders.Columns.Add("Price", typeof(decimal)).DefaultValue = 1.5m;
            // A date that is the same in every time zone.
            orders.Columns.Add("Day", typeof(DateTime)).DateTimeMode = DataSetDateTime.Unspecified;
            orders.Columns.Add("Twice", typeof(decimal), "Price * 2");
            set.Relations.Add("of", customers.Columns[0], orders.Columns[1]).Nested = true;
            orders.Constraints.Add(new UniqueConstraint("u", new[] { orders.Columns[0], orders.Columns[1] }));
            var notes = set.Tables.Add("Notes");
            notes.CaseSensitive = false;
            notes.Columns.Add("Text", typeof(string));
            set.ExtendedProperties["x"] = "y";
            customers.Rows.Add(1, "Ann");
            customers.Rows.Add(2, "Bob");
            customers.Rows.Add(3, "Cid");
            for (int i = 0; i < 4; i++)
                orders.Rows.Add(i, 1 + (i % 3), 2.5m * i, new DateTime(2020, 1, 1 + i));
            notes.Rows.Add("a");
            set.AcceptChanges();
            customers.Rows[0]["Name"] = "Anna";
            orders.Rows[3].Delete();
            orders.Rows.Add(9, 2, DBNull.Value, DBNull.Value);
            orders.Rows[1].RowError = "bad";
            orders.Rows[1].SetColumnError(2, "worse");
            return set;
        }

        /// <summary>All that such a set shows, in lines.</summary>
        public static string Describe(DataSet set)
        {
            var lines = new List<string> { set.DataSetName + " " + set.CaseSensitive + " " + set.EnforceConstraints + " x=" + set.ExtendedProperties["x"] };
            foreach (DataTable table in set.Tables)
            {
                lines.Add(table.TableName + " " + table.CaseSensitive + " key " + string.Join(",", table.PrimaryKey.Select(c => c.ColumnName)));
                foreach (DataColumn column in table.Columns)
                    lines.Add("  " + string.Join(" ", column.ColumnName, column.DataType.Name, column.Caption, column.AllowDBNull, column.AutoIncrement, column.Expression, Text(column.DefaultValue), column.DateTimeMode));
                // The order in which mono keeps them is another.
                foreach (Constraint constraint in table.Constraints.Cast<Constraint>().OrderBy(c => c.ConstraintName))
                    lines.Add("  " + constraint.ConstraintName + " " + constraint.GetType().Name);
                foreach (DataRow row in table.Rows)
                    foreach (var version in new[] { DataRowVersion.Original, DataRowVersion.Current })
                        if (row.HasVersion(version))
                            lines.Add("  " + row.RowState + " " + version + " " + string.Join(" ", table.Columns.Cast<DataColumn>().Select(c => Text(row[c, version])))
                                + " " + row.RowError + " " + string.Join(",", row.GetColumnsInError().Select(c => c.ColumnName + "=" + row.GetColumnError(c))));
            }
            foreach (DataRelation relation in set.Relations)
                lines.Add(relation.RelationName + " " + relation.ParentTable.TableName + " " + relation.ChildTable.TableName + " " + relation.Nested + " " + (relation.ChildKeyConstraint != null));
            return string.Join("\n", lines);
        }

        static string Text(object value)
        {
            // A decimal of .NET Framework's documents has lost the zeros at its end.
            if (value is decimal)
                return ((decimal)value).ToString("0.####", CultureInfo.InvariantCulture);
            return value is DateTime ? ((DateTime)value).ToString("s", CultureInfo.InvariantCulture) : Convert.ToString(value, CultureInfo.InvariantCulture);
        }
    }
}
