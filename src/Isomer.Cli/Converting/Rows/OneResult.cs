using System.Data.Common;

namespace Isomer.Cli.Converting.Rows;

/// <summary>The rows of a query that has one result; of `select 1; select 2` the second would be left out in silence.</summary>
sealed class OneResult(DbDataReader rows) : RowsAround(rows)
{
    public override bool Read() => base.Read() ? true
        : NextResult() ? throw new CliException(ExitCode.Usage,
            "--query has more than one result, whose rows would have no place: give it one select (or join them by union all).")
        : false;
}
