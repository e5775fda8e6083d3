namespace Isomer;

/// <summary>How DataSets and DataTables stand in JSON.</summary>
public enum TableForm
{
    /// <summary>Everything that they hold: types, keys, constraints, relations, row states with original values, errors.</summary>
    Full,

    /// <summary>
    /// What people expect of JSON, and Json.NET writes: a table is an array of one object for each row, a set is an object of such
    /// arrays. Only the current values are there; reading infers the columns and their types (docs/tables.md).
    /// </summary>
    Rows,
}
