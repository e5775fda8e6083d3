using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Whether what was read into the fields of one of the framework's classes, which data contracts carry as they lie, is a state that such an
/// object can have. Any other is refused where it is read: the object would fail where it is used or written, and nothing there would tell
/// which document it came from.
/// </summary>
internal static class FrameworkStates
{
    const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>What is called with each object of the type that was read; null for a type whose fields may hold anything.</summary>
    public static MethodInfo? CheckOf(Type type) => LevelOf(type) is null ? null : ((Action<object>)Check).Method;

    /// <summary>
    /// What is called with each object that is to be written of a class whose state is data and shown by no member. The original writes an
    /// empty element and so loses the state. Null of such a class loses nothing, so the class itself is not refused; nor are classes whose
    /// state is the running program's (locks, contexts), which people have as members and never read.
    /// </summary>
    public static MethodInfo? RefusalOf(Type type)
    {
        for (var level = type; level is not null && level != typeof(object); level = level.BaseType)
            if (NameOf(level) is "System.Lazy`1" or "System.Collections.Generic.PriorityQueue`2" or "System.Random"
                or "System.Diagnostics.Stopwatch" or "System.Buffers.ArrayBufferWriter`1")
                return ((Action<object>)Refuse).Method;
        return null;
    }

    /// <summary>Refuses to write an object whose state no member shows.</summary>
    public static void Refuse(object value) => throw new NotSupportedException(WouldBeLost(value.GetType()));

    /// <summary>The error for a type, or a value of a type, of which nothing would be written.</summary>
    public static string WouldBeLost(Type type) =>
        $"'{type}' has no member that a data contract shows: its value would be lost. Register a Surrogate for it, or accept that with {nameof(DataContractConvention)}.{nameof(DataContractConvention.WithLosses)}().";

    /// <summary>
    /// The class itself, or the base, whose fields are looked at. By name: naming the classes here would load their assemblies.
    /// </summary>
    static Type? LevelOf(Type type)
    {
        for (var level = type; level is not null && level != typeof(object); level = level.BaseType)
            if (NameOf(level) is "System.ArraySegment`1" or "System.Collections.Generic.Queue`1" or "System.Collections.Queue"
                or "System.Collections.Generic.Stack`1" or "System.Collections.Stack" or "System.Numerics.BigInteger"
                or "System.Collections.ObjectModel.ReadOnlyCollection`1" or "System.Collections.ObjectModel.ReadOnlyDictionary`2")
                return level;
        return null;
    }

    static string? NameOf(Type type) => (type.IsGenericType ? type.GetGenericTypeDefinition() : type).FullName;

    /// <summary>Refuses a state that no object of the class can have.</summary>
    public static void Check(object value)
    {
        var fields = new Fields(value, LevelOf(value.GetType())!);
        switch (NameOf(fields.Level))
        {
            case "System.ArraySegment`1":
                int length = fields.Items("_array")?.Length ?? 0, offset = fields.Count("_offset", length);
                fields.Count("_count", length - offset);
                break;
            case "System.Collections.Generic.Queue`1" or "System.Collections.Queue":
                CheckQueue(fields);
                break;
            case "System.Numerics.BigInteger":
                CheckNumber(fields);
                break;
            case "System.Collections.ObjectModel.ReadOnlyCollection`1":
                CheckWrapper(fields, value, "list");
                break;
            case "System.Collections.ObjectModel.ReadOnlyDictionary`2":
                CheckWrapper(fields, value, "m_dictionary");
                break;
            default:
                fields.Count("_size", fields.Given("_array").Length);
                break;
        }
    }

    /// <summary>The items go on at the start of the array behind its end; the next is put where the last ends.</summary>
    static void CheckQueue(Fields fields)
    {
        int length = fields.Given("_array").Length, size = fields.Count("_size", length);
        int head = fields.Count("_head", Math.Max(0, length - 1)), tail = fields.Count("_tail", Math.Max(0, length - 1));
        if (length > 0 && ((long)head + size) % length != tail)
            throw fields.Wrong("_tail", $"is {tail}, where the items end at {((long)head + size) % length}");
        // In hundredths; the class takes 1 to 10 of its callers.
        if (fields.Level == typeof(Queue) && fields.Number("_growFactor") is var factor and not (>= 100 and <= 1000))
            throw fields.Wrong("_growFactor", $"is {factor}, which is not from 100 to 1000");
    }

    /// <summary>A view of itself, directly or by others, has a count that never ends.</summary>
    static void CheckWrapper(Fields fields, object value, string field)
    {
        string? name = NameOf(fields.Level);
        if (Wrappers.IsEndless(value, fields.Held(field),
            next => LevelOf(next.GetType()) is { } level && NameOf(level) == name ? new Fields(next, level).Held(field) : null))
            throw fields.Wrong(field, Wrappers.Endless);
    }

    /// <summary>
    /// A number of 32 bits is its sign; of any other the sign is 1 or -1, and the bits are its size without zeros in front.
    /// </summary>
    static void CheckNumber(Fields fields)
    {
        int sign = fields.Number("_sign");
        if (fields.Items("_bits") is not uint[] bits)
        {
            if (sign == int.MinValue)
                throw fields.Wrong("_sign", $"is {sign}, where there are no bits");
            return;
        }
        if (sign is not (1 or -1))
            throw fields.Wrong("_sign", $"is {sign}, where there are bits");
        if (bits.Length == 0 || bits[^1] == 0 || (bits.Length == 1 && bits[0] < 0x8000_0000))
            throw fields.Wrong("_bits", "have zeros in front, or are no more than the sign holds");
    }

    /// <summary>The fields of a value at one level of its class.</summary>
    readonly struct Fields(object value, Type level)
    {
        public Type Level => level;

        public object? Held(string name) => Value(name);

        public Array? Items(string name) => (Array?)Value(name);

        public Array Given(string name) => Items(name) ?? throw Wrong(name, "is null");

        public int Number(string name) => (int)Value(name)!;

        /// <summary>A number of items, of which there are at most so many.</summary>
        public int Count(string name, int most) =>
            Number(name) is var count && (uint)count <= (uint)most ? count : throw Wrong(name, $"is {count}, where {most} is the most");

        public WireFormatException Wrong(string name, string what) =>
            new($"The field '{name}' of a '{level}' {what}. No object of that class writes this: put right what changed the document.");

        [UnconditionalSuppressMessage("Trimming", "IL2080", Justification = Trimming.OfModel)]
        [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = Trimming.OfModel)]
        object? Value(string name) => level.GetField(name, Own)!.GetValue(value);
    }
}
