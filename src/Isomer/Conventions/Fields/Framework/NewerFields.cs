using System.Text;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that this runtime's have

/// <summary>
/// Values of the framework that are newer than its formatters and so not marked [Serializable]: what
/// <see cref="FieldsConvention.WithUnmarkedTypes"/> takes of the framework, by this runtime's fields. Its code trusts the fields of its types
/// (a Memory takes any object for an array, a Rune is an index into a table, an ImmutableList that is its own left half has no end), and
/// nothing looks at what an input puts there. So a type is here if any bits are a value of it, or if it is made by its constructor, which
/// checks; any other unmarked type of the framework is refused.
/// </summary>
internal static class NewerFields
{
    /// <summary>Whether any bits are a value of it.</summary>
    public static bool AreAnyBits(Type type) => type == typeof(Half) || type == typeof(Int128) || type == typeof(UInt128)
        || type == typeof(System.Runtime.InteropServices.NFloat) || type == typeof(Index) || type == typeof(Range)
        || (type.IsValueType && type.Namespace == "System.Numerics" && Model.Trimming.IsOfFramework(type));

    /// <summary>The surrogate of one whose constructor checks; null for any other.</summary>
    public static Surrogate? Find(Type type) => type == typeof(DateOnly) ? new DateOnlySurrogate()
        : type == typeof(TimeOnly) ? new TimeOnlySurrogate()
        : type == typeof(Rune) ? new RuneSurrogate() : null;
}

[FieldsOf(typeof(DateOnly))]
struct DateOnlyFields
{
    public uint _dayNumber;
}

sealed class DateOnlySurrogate : FieldsSurrogate<DateOnly, DateOnlyFields>
{
    public override DateOnlyFields ToCarrier(DateOnly value) => new() { _dayNumber = (uint)value.DayNumber };

    public override DateOnly FromCarrier(DateOnlyFields carrier) =>
        carrier._dayNumber <= (uint)DateOnly.MaxValue.DayNumber ? DateOnly.FromDayNumber((int)carrier._dayNumber)
            : throw Wrong(nameof(carrier._dayNumber), $"is {carrier._dayNumber}, which is no day");
}

[FieldsOf(typeof(TimeOnly))]
struct TimeOnlyFields
{
    public ulong _ticks;
}

sealed class TimeOnlySurrogate : FieldsSurrogate<TimeOnly, TimeOnlyFields>
{
    public override TimeOnlyFields ToCarrier(TimeOnly value) => new() { _ticks = (ulong)value.Ticks };

    public override TimeOnly FromCarrier(TimeOnlyFields carrier) =>
        carrier._ticks <= (ulong)TimeOnly.MaxValue.Ticks ? new((long)carrier._ticks)
            : throw Wrong(nameof(carrier._ticks), $"is {carrier._ticks}, which is no time of a day");
}

[FieldsOf(typeof(Rune))]
struct RuneFields
{
    public uint _value;
}

sealed class RuneSurrogate : FieldsSurrogate<Rune, RuneFields>
{
    public override RuneFields ToCarrier(Rune value) => new() { _value = (uint)value.Value };

    public override Rune FromCarrier(RuneFields carrier) => Rune.TryCreate(carrier._value, out var rune) ? rune
        : throw Wrong(nameof(carrier._value), $"is {carrier._value}, which is no character");
}
