namespace Isomer.Tabular;

/// <content>The values of the row at hand.</content>
internal sealed partial class TableReader
{
    ColumnCursor At(int ordinal)
    {
        var cursor = _onRow ? _cursors[ordinal] : throw new InvalidOperationException("There is no row: call Read first.");
        cursor.To(_record);
        return cursor;
    }

    // Of a column without nulls the item is taken by its record, and the cursor stays where it is.
    T Get<T>(int ordinal)
    {
        if (_onRow && _cursors[ordinal] is ColumnCursor<T> { IsOfItems: true, MayBeNull: false } plain)
            return plain.At(_record);
        var cursor = At(ordinal);
        return cursor is ColumnCursor<T> { IsOfItems: true, IsNull: false } typed ? typed.Current : Converted<T>(cursor, ordinal);
    }

    T Converted<T>(ColumnCursor cursor, int ordinal) =>
        cursor.IsNull ? typeof(T) == typeof(object) || typeof(T) == typeof(DBNull) ? (T)(object)DBNull.Value
            : throw new InvalidCastException($"Column '{_columns[ordinal].Name}' is null here: ask IsDBNull first.")
            : cursor.Value is T value ? value
            : ExactNumbers.As<T>(cursor.Value, _columns[ordinal].Name);

    public override T GetFieldValue<T>(int ordinal) =>
        At(ordinal).IsNull && default(T) is null && typeof(T).IsValueType ? default! : Get<T>(ordinal);

    public override object GetValue(int ordinal) => At(ordinal).Value;

    public override bool IsDBNull(int ordinal) => !(_onRow && !_cursors[ordinal].MayBeNull) && At(ordinal).IsNull;

    public override int GetValues(object[] values)
    {
        int count = Math.Min(values.Length, _columns.Length);
        for (int i = 0; i < count; i++)
            values[i] = GetValue(i);
        return count;
    }

    public override bool GetBoolean(int ordinal) => Get<bool>(ordinal);

    public override byte GetByte(int ordinal) => Get<byte>(ordinal);

    public override char GetChar(int ordinal) => Get<char>(ordinal);

    public override DateTime GetDateTime(int ordinal) => Get<DateTime>(ordinal);

    public override decimal GetDecimal(int ordinal) => Get<decimal>(ordinal);

    public override double GetDouble(int ordinal) => Get<double>(ordinal);

    public override float GetFloat(int ordinal) => Get<float>(ordinal);

    public override Guid GetGuid(int ordinal) => Get<Guid>(ordinal);

    public override short GetInt16(int ordinal) => Get<short>(ordinal);

    public override int GetInt32(int ordinal) => Get<int>(ordinal);

    public override long GetInt64(int ordinal) => Get<long>(ordinal);

    // Not by Get, whose code for a class looks up which class it is.
    public override string GetString(int ordinal) =>
        _onRow && _cursors[ordinal] is ColumnCursor<string> { IsOfItems: true } texts && texts.At(_record) is { } text
            ? text
            : Get<string>(ordinal);

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
        Copy(Get<byte[]>(ordinal), dataOffset, buffer, bufferOffset, length);

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
        Copy(At(ordinal) is { IsNull: false, Value: char[] chars } ? chars : Get<string>(ordinal).ToCharArray(), dataOffset, buffer,
            bufferOffset, length);

    static long Copy<T>(T[] from, long offset, T[]? to, int at, int length)
    {
        if (to is null)
            return from.Length;
        long count = Math.Max(0, Math.Min(length, from.Length - offset));
        if (count > 0)
            Array.Copy(from, offset, to, at, count);
        return count;
    }

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => GetValue(GetOrdinal(name));
}
