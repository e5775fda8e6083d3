using System.Diagnostics.CodeAnalysis;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Custom;

/// <summary>
/// What a format computes once for each type and keeps with its model: the table of its members (<see cref="MemberTable"/>), or anything
/// else. One static field for each kind of thing; found in a few nanoseconds.
/// </summary>
/// <example>
/// <code>
/// static readonly PerModel&lt;NameTable&gt; s_tables = new(model => new NameTable(model));
/// public override MemberTable BeginObject(TypeModel model) => s_tables.Of(model);
/// </code>
/// </example>
/// <param name="make">Makes it. May be called twice for one model; one result is kept.</param>
public sealed class PerModel<T>(Func<TypeModel, T> make)
    where T : class
{
    readonly int _slot = ModelSlot.Next();

    /// <summary>That of this model.</summary>
    public T Of(TypeModel model)
    {
        ArgumentNullException.ThrowIfNull(model);
        return (T?)model.GetSlot(_slot) ?? model.SetSlot(_slot, make(model));
    }
}

/// <summary>
/// Values within values, for struct sinks and sources: what is behind <see cref="ISink.Dynamic"/>. Writers and readers that are classes
/// have the same as <see cref="FormatWriter{TTraits}.Value(TypeModel, object?)"/> and its neighbours.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static class Values<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    /// <summary>Writes a value as one of the model's type: null, subtypes and references included.</summary>
    public static void Write(ref TSink sink, TypeModel model, object? value) =>
        Codecs<TSink, TSource>.Of(model).WriteObject(ref sink, value);

    /// <summary>Writes a value of exactly the model's type, which has been announced.</summary>
    public static void WriteExact(ref TSink sink, TypeModel model, object value) =>
        Codecs<TSink, TSource>.Of(model).WriteExactObject(ref sink, value);

    /// <summary>Reads a value of the model's type.</summary>
    public static object? Read(ref TSource source, TypeModel model) => Codecs<TSink, TSource>.Of(model).ReadObject(ref source);

    /// <summary>Reads a value of exactly the model's type, whose announcement has been read.</summary>
    public static object ReadExact(ref TSource source, TypeModel model) => Codecs<TSink, TSource>.Of(model).ReadExactObject(ref source);
}
