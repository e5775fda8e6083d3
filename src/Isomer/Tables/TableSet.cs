using System.Text.Json.Serialization;

namespace Isomer.Tabular;

/// <summary>
/// What a DataSet holds, as plain objects that any format carries. Everything that is as usual is null or zero and, where
/// the format can, left out.
/// </summary>
internal sealed class TableSet
{
    /// <summary>The name under which a class of its own is registered as a subtype of DataSet.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Class { get; set; }

    public string Name { get; set; } = "";

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Namespace { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Prefix { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool CaseSensitive { get; set; }

    /// <summary>The name of the culture ("" is the invariant one); null if none was set, which means the reader's.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Locale { get; set; }

    /// <summary>That EnforceConstraints is off.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Unconstrained { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TableProperties? Properties { get; set; }

    public Table?[] Tables { get; set; } = [];

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TableRelation?[]? Relations { get; set; }

    /// <summary>That a new one of its class has what this one has not: nothing but what is told comes back (<see cref="ClassState"/>).</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Exact { get; set; }
}

/// <summary>A table: named, typed columns, the states of its rows, and what constrains them.</summary>
internal sealed class Table
{
    /// <summary>The name under which a class of its own is registered as a subtype of DataTable.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Class { get; set; }

    public string Name { get; set; } = "";

    /// <summary>Null where it is the set's.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Namespace { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Prefix { get; set; }

    /// <summary>Null where it is false and was not set.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? CaseSensitive { get; set; }

    /// <summary>Null where it is the set's.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Locale { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? DisplayExpression { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? MinimumCapacity { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TableProperties? Properties { get; set; }

    public TableColumn?[] Columns { get; set; } = [];

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TableConstraint?[]? Constraints { get; set; }

    /// <summary>
    /// One letter a row: U unchanged, A added, M modified, D deleted; small if the row is being edited. A row has one record in
    /// each column's values (modified: the original, then the current one), and one more if it is being edited.
    /// </summary>
    public string States { get; set; } = "";

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public RowErrors?[]? Errors { get; set; }

    /// <summary>That a new one of its class has what this one has not: nothing but what is told comes back (<see cref="ClassState"/>).</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Exact { get; set; }
}

/// <summary>A column and its values. What is computed by an expression has none.</summary>
internal sealed class TableColumn
{
    public string Name { get; set; } = "";

    /// <summary>A name of the closed set (<see cref="ColumnTypes"/>), never one of the CLR.</summary>
    public string Type { get; set; } = "";

    /// <summary>That null is not allowed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Required { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool ReadOnly { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? MaxLength { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Caption { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TableValues? Default { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public AutoNumber? AutoNumber { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Expression { get; set; }

    /// <summary>The MappingType, where it is not Element.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Mapping { get; set; }

    /// <summary>
    /// The DataSetDateTime of a DateTime column, where it is not UnspecifiedLocal; -1 where a reader had dates in UTC and others in it.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? DateTimeMode { get; set; }

    /// <summary>Null where it is the table's.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Namespace { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Prefix { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TableProperties? Properties { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TableValues? Values { get; set; }

    /// <summary>What is kept of a column that does not number its rows, where it is not as usual.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public AutoNumber? IdleNumber { get; set; }
}

/// <summary>What numbers the rows by itself.</summary>
internal sealed class AutoNumber
{
    public long Seed { get; set; }

    public long Step { get; set; }

    /// <summary>The number that the next new row gets, where it is known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public System.Numerics.BigInteger? Next { get; set; }
}

/// <summary>A unique or a foreign key constraint. Tables and columns are named by their places.</summary>
internal sealed class TableConstraint
{
    public string Name { get; set; } = "";

    public int[] Columns { get; set; } = [];

    /// <summary>That a unique constraint is the primary key.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsPrimaryKey { get; set; }

    /// <summary>Of a foreign key: the parent.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ForeignKey? Parent { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TableProperties? Properties { get; set; }
}

/// <summary>What a foreign key refers to, and its rules by their numbers.</summary>
internal sealed class ForeignKey
{
    public int Table { get; set; }

    public int[] Columns { get; set; } = [];

    public int DeleteRule { get; set; }

    public int UpdateRule { get; set; }

    public int AcceptRejectRule { get; set; }
}

/// <summary>A relation between two tables of a set.</summary>
internal sealed class TableRelation
{
    public string Name { get; set; } = "";

    public int Parent { get; set; }

    public int[] ParentColumns { get; set; } = [];

    public int Child { get; set; }

    public int[] ChildColumns { get; set; } = [];

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Nested { get; set; }

    /// <summary>That it stands for the foreign key of the same columns.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Constrained { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TableProperties? Properties { get; set; }
}

/// <summary>The errors of one row.</summary>
internal sealed class RowErrors
{
    public int Row { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Text { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int[]? Columns { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string[]? Texts { get; set; }
}

/// <summary>Extended properties: keys and values of any types of the closed set.</summary>
internal sealed class TableProperties
{
    public TableValues? Keys { get; set; }

    public TableValues? Values { get; set; }
}
