using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>
/// A class of the framework, carried as what .NET's formatters saw of it: the fields or entries of .NET Framework's, whatever this
/// runtime's own fields are. A carrier is an ordinary struct whose fields have the Framework's names and order.
/// </summary>
/// <typeparam name="T">The class.</typeparam>
/// <typeparam name="TFields">Its fields.</typeparam>
internal abstract class FieldsSurrogate<T, [DynamicallyAccessedMembers(Trimming.CarriedFields)] TFields>
    : Surrogate<T, TFields>, IFieldsSurrogate where TFields : struct
{
    /// <inheritdoc/>
    public bool IsEntries { get; } = FieldMembers.AreEntries(typeof(TFields));

    /// <inheritdoc/>
    public virtual ClrName? Name => null;

    /// <summary>The error of a field that holds what the class cannot hold.</summary>
    protected static WireFormatException Wrong(string field, string what) => new($"The field '{field}' of a '{typeof(T)}' {what}.");

    /// <summary>What the field holds, which is not null.</summary>
    protected static TValue Given<TValue>(TValue? value, string field) where TValue : class => value ?? throw Wrong(field, "is null");

    /// <summary>
    /// What the field holds, which is of this very class, as it is wherever the framework wrote it. A class that derives from it is asked
    /// by code of its own, and what that hands on may lead back to it in a payload that somebody made.
    /// </summary>
    protected static TValue Plain<TValue>(object? value, string field) where TValue : class =>
        Given(value, field) is TValue plain && plain.GetType() == typeof(TValue) ? plain
            : throw Wrong(field, $"holds a '{value!.GetType()}'");

    /// <summary>
    /// Refuses a table that fills itself when the graph has been read, and to which a constructor or callback added something before: what
    /// it added would be lost. (The framework's own come apart there, or throw.)
    /// </summary>
    protected static void CheckUnchanged(int count)
    {
        if (count > 0)
            throw new WireFormatException(
                $"A '{typeof(T)}' was added to before it had its entries: add to it in {nameof(IDeserializationCallback)}.OnDeserialization.");
    }

    /// <summary>A number of items, of which there are at most so many.</summary>
    protected static int Count(int count, int most, string field) =>
        (uint)count <= (uint)most ? count : throw Wrong(field, $"is {count}, where there are {most} items");

#pragma warning disable SYSLIB0050, SYSLIB0051 // the types of an older age are what this is about
    /// <summary>What the object says of itself as an ISerializable: by name.</summary>
    protected static SerializationInfo EntriesOf(T value)
    {
        var entries = new SerializationInfo(typeof(T), new FormatterConverter());
        ((ISerializable)value!).GetObjectData(entries, CallbackContext.Current);
        return entries;
    }
#pragma warning restore SYSLIB0050, SYSLIB0051
}

/// <summary>A class whose objects exist before they are made: what is in one may refer to it, and its depth is not the reader's.</summary>
/// <remarks>
/// Reading never sets a private field. The object comes into being without a constructor; when its fields have been read and checked, the
/// ordinary constructor runs on it (<see cref="UnsafeAccessorKind.Method"/>, <c>.ctor</c>) and its content is added.
/// </remarks>
internal abstract class InPlaceSurrogate<T, [DynamicallyAccessedMembers(Trimming.CarriedFields)] TFields> : FieldsSurrogate<T, TFields>
    where T : class
    where TFields : struct
{
    internal sealed override bool IsInPlace => true;

    internal sealed override object Begin()
    {
        object target = base.Begin();
        Start(target);
        return target;
    }

    /// <summary>Runs the constructor on the object, and adds what it holds.</summary>
    internal abstract override void Make(T target, TFields fields);

    public sealed override T FromCarrier(TFields carrier)
    {
        var target = (T)Begin();
        Make(target, carrier);
        return target;
    }
}

/// <summary>What a format asks of a surrogate that carries a type as its fields.</summary>
internal interface IFieldsSurrogate
{
    /// <summary>Whether the carrier's fields are an ISerializable's entries: of no namespace, each with the type that it has.</summary>
    bool IsEntries { get; }

    /// <summary>
    /// Whether values are made of the fields at once: what these hold must be whole then, and so must the value where it is a field.
    /// </summary>
    bool IsWhole => true;

    /// <summary>
    /// Whether code of the program's own runs when a value is begun: callbacks, GetObjectData, a surrogate of BinaryFormatter's.
    /// </summary>
    bool HasEffects => false;

    /// <summary>Whether it is that of a DataSet or DataTable, whose entries may be payloads of their own.</summary>
    bool IsTable => false;

    /// <summary>Whether what an entry has, an array, list or text, is copied: a payload may name one for many values.</summary>
    bool CopiesEntry(string name) => true;

    /// <summary>Whether an entry is passed over: objects of .NET Framework of which nothing is made.</summary>
    bool Passes(string name) => false;

    /// <summary>The Framework's name of the type, where it is not this runtime's.</summary>
    ClrName? Name { get; }
}

/// <summary>
/// Whose fields a carrier has: formats that give fields the namespace of their class need it. By name where the class is not public, or has
/// another name here than in .NET Framework.
/// </summary>
[AttributeUsage(AttributeTargets.Struct | AttributeTargets.Class | AttributeTargets.Enum)]
internal sealed class FieldsOfAttribute : Attribute
{
    public FieldsOfAttribute(Type type, string? library = null) => (Type, Library) = (type, library);

    public FieldsOfAttribute(string name, string? library = null) => (Name, Library) = (name, library);

    /// <summary>Its library in .NET Framework, where that is not what the class itself says; null for mscorlib.</summary>
    public string? Library { get; }

    /// <summary>The class, open where it is generic; null where it is told by name.</summary>
    public Type? Type { get; }

    /// <summary>The full name of the class; null where it is told by its type.</summary>
    public string? Name { get; }
}

/// <summary>What a carrier has are the entries of an ISerializable, in the order in which it adds them.</summary>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class EntriesAttribute : Attribute;

/// <summary>A field that other runtimes call otherwise: mono and .NET Core.</summary>
[AttributeUsage(AttributeTargets.Field)]
internal sealed class FieldAliasAttribute(params string[] names) : Attribute
{
    public string[] Names { get; } = names;
}

/// <summary>
/// A field that holds a cache of no meaning: written as null, passed over when it is read; its declared type is of this CLR namespace.
/// </summary>
[AttributeUsage(AttributeTargets.Field)]
internal sealed class FieldCacheAttribute(string clrNamespace, string? nested = null) : Attribute
{
    public string Namespace { get; } = clrNamespace;

    /// <summary>The class within the carried one that the field is declared as, if it is none that can be named.</summary>
    public string? Nested { get; } = nested;

    /// <summary>What the field is declared as, of which nothing is written or read.</summary>
    public Type? Declared { get; init; }

    /// <summary>Whether it is read all the same: it has a meaning, and null says the usual one.</summary>
    public bool IsRead { get; init; }

    /// <summary>The class that the field is declared as; null if that is what it is declared as here.</summary>
    // What it was declared as is a name in the payload, so it must be there where all else of the collection was trimmed.
    [DynamicDependency(DynamicallyAccessedMemberTypes.NonPublicNestedTypes, typeof(System.Collections.ObjectModel.ObservableCollection<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.NonPublicNestedTypes, typeof(SortedList<,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.NonPublicNestedTypes, typeof(System.Collections.SortedList))]
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The collections that have such classes are named above.")]
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The collections that have such classes are named above.")]
    [UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "A class within one that exists, over what that is over.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Its name alone is asked for, and written.")]
    public Type? DeclaredIn(Type carried)
    {
        if (Declared is not null)
            return Declared;
        Type? open = null;
        // What derives from a collection within it inherits its fields.
        for (var level = carried; Nested is not null && open is null && level is not null; level = level.BaseType)
            open = (level.IsGenericType ? level.GetGenericTypeDefinition() : level).GetNestedType(Nested,
                BindingFlags.NonPublic | BindingFlags.Public);
        return open is { IsGenericTypeDefinition: true } ? open.MakeGenericType(carried.GetGenericArguments()) : open;
    }
}

/// <summary>The field of a base class that is a framework's collection: .NET's formatters put the class's name before it.</summary>
[AttributeUsage(AttributeTargets.Field)]
internal sealed class FieldBaseAttribute(string level) : Attribute
{
    public string Level { get; } = level;

    /// <summary>Whether all fields are that class's, and this one alone is private: its name alone says so.</summary>
    public bool IsNameAlone { get; init; }
}
