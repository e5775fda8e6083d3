namespace Isomer.Tabular;

/// <summary>What is known of a column in one batch. Without a least or greatest value anything may be.</summary>
internal readonly record struct ColumnBounds(object? Least, object? Greatest, int Nulls, int Rows);
