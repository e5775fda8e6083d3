using System.Collections.Concurrent;

namespace Isomer.Conventions;

/// <summary>
/// What .NET Framework's formatters see of a type of the framework that is not its members: a queue is its <c>_array</c>, <c>_head</c>,
/// <c>_size</c> and <c>_tail</c>, a dictionary the entries <c>Version, Comparer, HashSize, KeyValuePairs</c>. Names and order are the Framework's,
/// whatever this runtime's own fields are; the object is made by its public constructors of what was checked, never by setting fields.
/// </summary>
/// <param name="Type">The type; of a stand-in ours.</param>
/// <param name="Fields">In the order in which they are written.</param>
/// <param name="IsEntries">They are ISerializable's entries: of no namespace, each with its type.</param>
/// <param name="Begin">An empty object, to which what is in it may refer while it is read, of the fields that come before; null where it can only be made at the end.</param>
/// <param name="Take">The values of the fields, or <see cref="Absent"/>.</param>
/// <param name="Make">The object of what was read, which is the empty one if there was one.</param>
internal sealed record FieldForm(
    Type Type, FormField[] Fields, bool IsEntries, Func<FormValues, object>? Begin, Func<object, object?[]> Take, Func<object?, FormValues, object> Make)
{
    /// <summary>The value of an entry that is not written.</summary>
    public static readonly object Absent = new();

    /// <summary>The field before which the empty object is made: the one that has the content.</summary>
    public int BeginsAt { get; init; }

    /// <summary>The Framework's name, where it is not this runtime's: the type stands in for one that is not public, or has moved and does not say from where.</summary>
    public ClrName? Name { get; init; }

    /// <summary>Whether the type is ours, in place of one that is not public.</summary>
    public bool IsStandIn => Type.Assembly == typeof(FieldForm).Assembly;

    /// <summary>Whether any collection may hold it: a comparer, whose name says all.</summary>
    public bool IsComparer { get; init; }
}

/// <summary>A field or an entry.</summary>
/// <param name="Name">As .NET Framework has it.</param>
/// <param name="Type">As it is declared there.</param>
internal sealed record FormField(string Name, Type Type)
{
    /// <summary>The name that .NET Core, and so mono, has for it.</summary>
    public string? Alias { get; init; }

    /// <summary>Whether it may be missing.</summary>
    public bool IsOptional { get; init; }

    /// <summary>A cache of no meaning: written as null, skipped when it is read; its declared type is of this CLR namespace.</summary>
    public string? CacheOf { get; init; }
}

/// <summary>The name of a type that this runtime has not got, or not in public.</summary>
internal sealed record ClrName(string Name, Type[] Arguments, string? Assembly = null)
{
    /// <summary>Without assembly: mscorlib's.</summary>
    public const string System = "System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

    /// <summary>The CLR namespace.</summary>
    public string Namespace => Name[..Name.LastIndexOf('.')];
}

/// <summary>The values of a form's fields as they were read: of their declared types, but otherwise whatever the input says.</summary>
internal readonly struct FormValues(FieldForm form, object?[] values)
{
    public object? this[int index] => ReferenceEquals(values[index], FieldForm.Absent) ? null : values[index];

    public T[] Array<T>(int index) => this[index] as T[] ?? throw Wrong(index, "is null");

    /// <summary>The entry, or nothing if it is missing: empty collections have none.</summary>
    public T[] ArrayOrNone<T>(int index) => this[index] as T[] ?? [];

    /// <summary>A number of items, of which there are at most so many.</summary>
    public int Count(int index, int most)
    {
        int count = (int)this[index]!;
        return (uint)count <= (uint)most ? count : throw Wrong(index, $"is {count}, where there are {most} items");
    }

    public WireFormatException Wrong(int index, string what) => new($"The field '{form.Fields[index].Name}' of a '{form.Type}' {what}.");
}

/// <summary>Finds the form of a type.</summary>
internal static class FieldForms
{
    static readonly ConcurrentDictionary<Type, FieldForm?> Known = new();
    static readonly System.Runtime.CompilerServices.ConditionalWeakTable<Type, Tuple<FieldForm?>> Collectible = [];

    /// <summary>Null for a type that is its members.</summary>
    public static FieldForm? Of(Type type)
    {
        if (type.IsCollectible)
            return Collectible.GetValue(type, static t => Tuple.Create(Create(t))).Item1;
        return Known.TryGetValue(type, out var form) ? form : Known.GetOrAdd(type, Create(type));
    }

    static FieldForm? Create(Type type)
    {
        if (type.IsArray || type.IsGenericTypeDefinition || type.IsPointer)
            return null;
        // Stand-ins are asked by type, the framework's by name: naming its types here would load their assemblies.
        if (type.Namespace != typeof(FieldForms).Namespace && type.Namespace?.StartsWith("System", StringComparison.Ordinal) != true)
            return null;
        string? maker = FieldFormNames.MakerOf(type.IsGenericType ? type.GetGenericTypeDefinition().FullName! : type.FullName!);
        if (maker is null)
            return null;
        foreach (var room in new[] { typeof(SequenceForms), typeof(MapForms), typeof(ComparerForms) })
            if (room.GetMethod(maker) is { } method)
                return (FieldForm)(type.IsGenericType ? method.MakeGenericMethod(type.GetGenericArguments()) : method).Invoke(null, null)!;
        return null;
    }

    /// <summary>Whether a collection may stand where an interface is declared without being a known type: its items are the interface's.</summary>
    public static bool IsImplied(Type type, Type declared)
    {
        if (!declared.IsInterface || !declared.IsAssignableFrom(type) || ContractInfo.Of(declared).Kind is not (ContractKind.Collection or ContractKind.Map))
            return false;
        Type[] items = declared.GetGenericArguments();
        return items.Length > 0 && (type.IsArray ? type.GetElementType() == items[0] : Of(type) is not null && type.GetGenericArguments().AsSpan().SequenceEqual(items));
    }

    /// <summary>The collection of this generic name that may stand where an interface is declared; null if none may.</summary>
    public static Type? ImpliedBy(Type declared, string name)
    {
        if (!declared.IsInterface || !declared.IsGenericType)
            return null;
        Type[] items = declared.GetGenericArguments();
        var type = name.EndsWith("[]", StringComparison.Ordinal) ? items[0].MakeArrayType() : FieldFormNames.OpenOf(name, items.Length)?.MakeGenericType(items);
        return type is not null && IsImplied(type, declared) ? type : null;
    }
}
