using System.Data;
using System.Numerics;

namespace Isomer.Tabular;

/// <summary>
/// What numbers the rows of a column by itself: seed, step and the next number. A column that does not count keeps all three, and goes on
/// with them once it counts again.
/// </summary>
internal static class ColumnNumbers
{
    /// <summary>Of a column that counts.</summary>
    public static AutoNumber? Counting(DataColumn column) => column.AutoIncrement ? Take(column) : null;

    /// <summary>Of a column that does not count, where they are not as usual.</summary>
    public static AutoNumber? Idle(DataColumn column) => !column.AutoIncrement && AreKept(column) ? Take(column) : null;

    /// <summary>
    /// What a payload says of a column, which counts or does not; of one that does not nothing where its numbers are as usual.
    /// </summary>
    public static (AutoNumber? Counting, AutoNumber? Idle) Of(bool counts, AutoNumber? told) =>
        counts ? (told, null) : (null, told is null or { Seed: 0, Step: 1, Next: null or { IsZero: true } } ? null : told);

    /// <summary>Whether a column has other numbers than a new one.</summary>
    public static bool AreKept(DataColumn column) =>
        column.AutoIncrementSeed != 0 || column.AutoIncrementStep != 1 || NextOf(column) is { IsZero: false };

    static AutoNumber Take(DataColumn column) =>
        new() { Seed = column.AutoIncrementSeed, Step = column.AutoIncrementStep, Next = NextOf(column) };

    static BigInteger? NextOf(DataColumn column) => HiddenState.NextNumber(column) switch
    {
        long next => next,
        BigInteger next => next,
        _ => null,
    };

    /// <summary>Seed and step, and the next number of a column that its class has made, which the framework would keep.</summary>
    public static void Put(DataColumn column, AutoNumber told)
    {
        Reset(column);
        column.AutoIncrementSeed = told.Seed;
        column.AutoIncrementStep = told.Step;
    }

    /// <summary>
    /// As in a new column. The framework takes no next number that is the seed, and moves the one it has to a new seed only where the seed
    /// stands behind it.
    /// </summary>
    public static void Reset(DataColumn column)
    {
        if (!AreKept(column))
            return;
        (column.AutoIncrementStep, column.AutoIncrementSeed) = (1, 1);
        PutNext(column, 0);
        column.AutoIncrementSeed = 0;
    }

    /// <summary>The last of all: a value that is put into a column that counts moves its next number on.</summary>
    public static void Finish(DataColumn column, TableColumn part)
    {
        if (part.AutoNumber?.Next is not null)
            column.AutoIncrement = true;
        if ((part.AutoNumber ?? part.IdleNumber)?.Next is { } next)
            PutNext(column, next);
    }

    /// <summary>
    /// The framework takes none that is beyond an Int64, but of a BigInteger, and none of a type of System.Data.SqlTypes, which it counts
    /// in an Int64 all the same.
    /// </summary>
    static void PutNext(DataColumn column, BigInteger next) =>
        HiddenState.SetNextNumber(column, column.DataType == typeof(BigInteger) ? next : (object)(long)next);

    /// <summary>With another type than an integer the framework would make it an Int32 column in silence, one of a class too.</summary>
    public static void Check(TableColumn part, ColumnType type)
    {
        if (type.Type != typeof(int) && type.Type != typeof(long) && type.Type != typeof(short) && type.Type != typeof(decimal)
            && type.Type != typeof(BigInteger) && type.Name is not ("SqlInt32" or "SqlInt64" or "SqlInt16" or "SqlDecimal"))
            throw new WireFormatException($"Column '{part.Name}' is of type {part.Type}, which cannot number its rows.");
    }
}
