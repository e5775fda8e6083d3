using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Numerics;
using Npgsql;
using NpgsqlTypes;

namespace Isomer.Cli.Converting.Rows;

/// <summary>
/// Rows of PostgreSQL. A value that .NET has no form for is refused with its row, column and a way out, where the driver throws what it
/// met, or gives another value: a timestamp beyond the year 9999 comes as one of 1998 from it.
/// </summary>
sealed class ServerRows(NpgsqlDataReader rows) : RowsAround(rows)
{
    static readonly DateTime s_epoch = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Unspecified);

    // Microseconds from 2000, as the server has them.
    static readonly long s_first = (DateTime.MinValue - s_epoch).Ticks / 10, s_last = (DateTime.MaxValue - s_epoch).Ticks / 10;

    static readonly int s_firstDay = (DateTime.MinValue - s_epoch).Days, s_lastDay = (DateTime.MaxValue - s_epoch).Days;

    readonly string[] _kinds = [.. Enumerable.Range(0, rows.FieldCount).Select(rows.GetDataTypeName)];

    readonly bool[] _areMoments = [.. Enumerable.Range(0, rows.FieldCount).Select(i =>
        rows.GetDataTypeName(i) is var kind && kind.StartsWith("timestamp", StringComparison.Ordinal) && !kind.EndsWith(']'))];

    // The driver gives a moment of the year 1 for a time with its offset.
    readonly bool[] _areZoned = [.. Enumerable.Range(0, rows.FieldCount).Select(i =>
        rows.GetDataTypeName(i).StartsWith("time with time zone", StringComparison.Ordinal))];

    readonly bool[] _areDays = [.. Enumerable.Range(0, rows.FieldCount).Select(i => rows.GetDataTypeName(i) == "date")];

    long _row = -1;

    public override bool Read()
    {
        _row++;
        return base.Read();
    }

    public override object GetValue(int ordinal)
    {
        try
        {
            if (_areMoments[ordinal] && !rows.IsDBNull(ordinal) && rows.GetFieldValue<long>(ordinal) is var moment
                && (moment < s_first || moment > s_last))
                throw Beyond(ordinal, isInfinite: moment is long.MinValue or long.MaxValue);
            if (_areDays[ordinal] && !rows.IsDBNull(ordinal) && rows.GetFieldValue<int>(ordinal) is var day
                && (day < s_firstDay || day > s_lastDay))
                throw Beyond(ordinal, isInfinite: day is int.MinValue or int.MaxValue);
            if (_areZoned[ordinal] && !rows.IsDBNull(ordinal))
                throw Refusal(ordinal, "rows have no form for a time with its offset and no day");
            if (_kinds[ordinal].StartsWith("inet", StringComparison.Ordinal) && !rows.IsDBNull(ordinal)
                && Array.Find(Addresses(ordinal), static a => a is { } of && of.Netmask != Bits(of)) is { } part)
                throw Refusal(ordinal, $"rows have no form for an address with its network ({part.Address}/{part.Netmask})");
            object value = Value(ordinal);
            return value is PhysicalAddress address ? string.Join(':', address.GetAddressBytes().Select(static b => $"{b:x2}"))
                : IsKnown(value.GetType()) ? value
                : throw Refusal(ordinal, $"rows have no form for a {value.GetType().Name}");
        }
        catch (Exception e) when (e is InvalidCastException or OverflowException or ArgumentOutOfRangeException or NullReferenceException
            or NotSupportedException or FormatException)
        {
            throw Refusal(ordinal, $"the driver cannot read it ({e.Message.ReplaceLineEndings(" ").TrimEnd('.')})", e);
        }
    }

    /// <summary>A whole number that is beyond a decimal is one without a bound.</summary>
    object Value(int ordinal)
    {
        try
        {
            return base.GetValue(ordinal);
        }
        catch (OverflowException) when (_kinds[ordinal].StartsWith("numeric", StringComparison.Ordinal) && !_kinds[ordinal].EndsWith(']'))
        {
            return rows.GetFieldValue<BigInteger>(ordinal);
        }
    }

    /// <summary>As the driver gives them, addresses are without their networks.</summary>
    NpgsqlInet?[] Addresses(int ordinal) =>
        _kinds[ordinal] == "inet" ? [rows.GetFieldValue<NpgsqlInet>(ordinal)] : rows.GetFieldValue<NpgsqlInet?[]>(ordinal);

    static int Bits(NpgsqlInet address) => address.Address.AddressFamily == AddressFamily.InterNetwork ? 32 : 128;

    /// <summary>Whether a value says all that it is by its public members: words of a text search do not say where they stand.</summary>
    static bool IsKnown(Type type) => !type.Name.StartsWith("NpgsqlTs", StringComparison.Ordinal)
        && (type.Namespace != "System.Net.NetworkInformation" || !type.IsArray);

    CliException Beyond(int ordinal, bool isInfinite) =>
        Refusal(ordinal, isInfinite ? "it is infinite" : "it is beyond the years that .NET has");

    CliException Refusal(int ordinal, string why, Exception? cause = null) =>
        new(ExitCode.Usage,
            $"Row {_row}, column '{GetName(ordinal)}' ({_kinds[ordinal]}): {why}. Leave the column out by --query, or make a text of it there (\"{GetName(ordinal)}\"::text).",
            cause);
}
