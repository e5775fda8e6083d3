using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Constructors that do not keep what they are given: of <c>Percent(decimal value) => _value = value / 100</c> with <c>Value => _value</c>
/// a hundredth came back. Formats that lose nothing give the member what was read, when the constructor has run.
/// </summary>
/// <remarks>
/// Not where the constructor brings values into their form (trims, clamps, puts something in place of null): what it would leave as it
/// then is, is what such a type has, and a value in another form came from elsewhere. So a member that only its own type sets is restored
/// where the constructor, called with what it made, makes another value again, or does so of one of some samples
/// (<see cref="ConstructorForm"/>): a division ends at zero, which it leaves as it is.
/// </remarks>
internal static class Restoring
{
    static readonly ConditionalWeakTable<ObjectModel, StrongBox<Made>> s_ofDefaults = [];

    /// <summary>What the constructor of a struct makes where every argument is at its default.</summary>
    enum Made
    {
        /// <summary>What the members of <c>default</c> tell, too.</summary>
        Default,

        /// <summary>It throws.</summary>
        Nothing,

        /// <summary>Another value.</summary>
        Another,
    }

    /// <summary>
    /// Whether a member is another value than was read: of equal numbers also the sign of zero and the scale, of dates the kind and the
    /// offset, of addresses the text.
    /// </summary>
    public static bool Differs<T>(T read, T held)
    {
        if (typeof(T) == typeof(double))
            return BitConverter.DoubleToInt64Bits((double)(object)read!) != BitConverter.DoubleToInt64Bits((double)(object)held!);
        if (typeof(T) == typeof(DateTime))
            return DiffersIn((DateTime)(object)read!, (DateTime)(object)held!);
        if (typeof(T) == typeof(decimal))
            return DiffersIn((decimal)(object)read!, (decimal)(object)held!);
        if (typeof(T).IsPrimitive || typeof(T).IsEnum || typeof(T) == typeof(string))
            return !EqualityComparer<T>.Default.Equals(read, held);
        return DiffersBoxed(read, held);
    }

    static bool DiffersIn(DateTime read, DateTime held) => read != held || read.Kind != held.Kind;

    static bool DiffersIn(decimal read, decimal held) =>
        read != held || read.Scale != held.Scale || decimal.IsNegative(read) != decimal.IsNegative(held);

    /// <inheritdoc cref="Differs"/>
    public static bool DiffersBoxed(object? read, object? held) => (read, held) switch
    {
        (double x, double y) => Differs(x, y),
        (float x, float y) => BitConverter.SingleToInt32Bits(x) != BitConverter.SingleToInt32Bits(y),
        (Half x, Half y) => BitConverter.HalfToInt16Bits(x) != BitConverter.HalfToInt16Bits(y),
        (decimal x, decimal y) => DiffersIn(x, y),
        (DateTime x, DateTime y) => DiffersIn(x, y),
        (DateTimeOffset x, DateTimeOffset y) => !x.EqualsExact(y),
        (Uri x, Uri y) => x.OriginalString != y.OriginalString,
        _ => !Equals(read, held),
    };

    /// <summary>The object with the values that were read; of a struct the box.</summary>
    /// <param name="declared">Its model.</param>
    /// <param name="target">What the constructor made.</param>
    /// <param name="arguments">What it was given.</param>
    /// <param name="present">Which of these were read, and are no defaults.</param>
    public static object Restore(TypeModel declared, object target, object?[] arguments, bool[] present)
    {
        var model = (ObjectModel)declared;
        for (int i = 0; i < arguments.Length; i++)
        {
            if (!present[i] || model.Construction.Arguments[i].MemberIndex is var index && index < 0)
                continue;
            var member = model.Members[index];
            if (!member.IsRestored || !DiffersBoxed(arguments[i], member.Get(target)))
                continue;
            if (member is not { CanSet: true, IsSetHidden: false })
            {
                object? held = member.Get(target);
                bool makesAnother = ConstructorForm.TryMake(model, i, arguments, held, out object? again) && DiffersBoxed(held, again);
                if (!makesAnother && ConstructorForm.Holds(model, i, arguments))
                    continue;
            }
            try
            {
                if (member.CanSet)
                    member.Set(target, arguments[i]);
                else
                    SetField(member, target, arguments[i]);
            }
            catch (Exception e) when (RefusedMembers.Note(e, model, index))
            {
                throw;
            }
        }
        return target;
    }

    /// <summary>Where no code is at hand the field was found by its name, and the getter may make something else of it.</summary>
    static void SetField(MemberModel member, object target, object? value)
    {
        object? before = member.HandedOut!.GetValue(target);
        member.HandedOut.SetValue(target, value);
        if (DiffersBoxed(value, member.Get(target)))
            member.HandedOut.SetValue(target, before);
    }

    /// <summary>
    /// Whether these are what <c>default</c> of a struct has, and its constructor will not make that of them: it refuses null, or zero, or
    /// puts something in their place.
    /// </summary>
    /// <param name="declared">Its model.</param>
    /// <param name="arguments">What the constructor would be given.</param>
    /// <param name="allRead">Whether all of them were read (<see cref="MayBeDefault"/>).</param>
    public static bool IsDefault(TypeModel declared, object?[] arguments, bool allRead)
    {
        var model = (ObjectModel)declared;
        for (int i = 0; i < arguments.Length; i++)
            if (arguments[i] is { } value && !value.Equals(DefaultOf(model.Construction.Arguments[i].Type)))
                return false;
        return MayBeDefault(model, allRead);
    }

    /// <summary>
    /// Whether members at their defaults stand for <c>default</c> of a struct. Where its constructor puts something in their place, only
    /// if all were read: what it made itself tells what it put there, and a text that leaves a member out leaves it to the constructor.
    /// It is called once to know.
    /// </summary>
    public static bool MayBeDefault(TypeModel declared, bool allRead) =>
        s_ofDefaults.GetValue((ObjectModel)declared, static m => new(OfDefaults(m))).Value switch
        {
            Made.Nothing => true,
            Made.Another => allRead,
            _ => false,
        };

    static Made OfDefaults(ObjectModel model)
    {
        var arguments = model.Construction.Arguments;
        object made;
        try
        {
            made = model.Construction.Method!.Call(null, [.. arguments.Select(a => DefaultOf(a.Type))])!;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return Made.Nothing;
        }
        object none = DefaultOf(model.Type)!;
        var result = Made.Default;
        foreach (var argument in arguments)
        {
            if (argument.MemberIndex < 0 || model.Members[argument.MemberIndex] is not { CanGet: true } member)
                continue;
            try
            {
                object? told = member.Get(none);
                // It would not have been written as these.
                if (DiffersBoxed(told, DefaultOf(argument.Type)))
                    return Made.Default;
                if (DiffersBoxed(told, member.Get(made)))
                    result = Made.Another;
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                return Made.Default;
            }
        }
        return result;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2067", Justification = "A struct needs no constructor.")]
    static object? DefaultOf(Type type) =>
        type.IsValueType && Nullable.GetUnderlyingType(type) is null ? RuntimeHelpers.GetUninitializedObject(type) : null;

    /// <summary>Whether the default of a struct is looked for: its constructor may not make it.</summary>
    public static bool MayRefuseDefault(ObjectModel model) =>
        model.Type.IsValueType && model.Convention.LosesNothing && !model.Construction.OnlyStores
            && model.Construction.Arguments.Any(static a => a.MemberIndex >= 0);
}
