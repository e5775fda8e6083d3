using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>What a SurrogateSelector chooses surrogates by.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed record SurrogateChoice(ISurrogateSelector Selector, StreamingContext Context)
{
    /// <summary>The surrogate of a type; null if the selector, and those that are chained to it, have none.</summary>
    public Surrogate? Find(Type type)
    {
        if (type.IsPrimitive || type.IsArray || type.IsInterface || type.IsAbstract || type.IsGenericTypeDefinition || type.IsPointer
            || type == typeof(string) || type == typeof(object)
            || type == typeof(SerializationInfo) || type == typeof(FieldValues) || Nullable.GetUnderlyingType(type) is not null
            || FieldMembers.IsCarrier(type))
            return null;
        return Selector.GetSurrogate(type, Context, out var chosenBy) is { } surrogate
            ? (Surrogate)Activator.CreateInstance(typeof(SelectedSurrogate<>).MakeGenericType(type), surrogate, chosenBy ?? Selector,
                Context)! : null;
    }
}

/// <summary>The mark of a surrogate that a selector chose.</summary>
internal interface IChosenSurrogate;

/// <summary>
/// A type whose entries an ISerializationSurrogate writes and takes, as BinaryFormatter asks it. A class comes into being first, so its
/// entries may refer to it.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class SelectedSurrogate<T>(ISerializationSurrogate surrogate, ISurrogateSelector selector, StreamingContext context)
    : Surrogate<T, SerializationInfo>, IFieldsSurrogate, IChosenSurrogate
{
    readonly Callbacks _callbacks = CallbackMethods.OfFields(typeof(T));

    public bool IsEntries => true;

    // What it does with what it is given before that is whole is its own business.
    public bool IsWhole => false;

    public bool HasEffects => true;

    public bool CopiesEntry(string name) => false;

    public ClrName? Name => null;

    internal override bool IsInPlace => !typeof(T).IsValueType;

    // A boxed copy would be called back, not the value.
    internal override bool TakesNull => !typeof(T).IsValueType;

    internal override ImmutableArray<MethodInfo> CalledBack => _callbacks.Read;

    public override SerializationInfo ToCarrier(T value)
    {
        WrittenGraph.Begun(_callbacks, value!);
        var entries = new SerializationInfo(typeof(T), new FormatterConverter());
        using (WrittenGraph.Leave(out _))
            surrogate.GetObjectData(value!, entries, context);
        WrittenGraph.Written(_callbacks.Written, value!);
        return entries;
    }

    public override T FromCarrier(SerializationInfo carrier)
    {
        if (carrier.ObjectType != typeof(T))
            throw new WireFormatException($"A '{carrier.ObjectType}' stands where a '{typeof(T)}' is expected.");
        object target = Begin();
        target = Set(target, carrier);
        foreach (var callback in _callbacks.Read)
            callback.CallBack(target);
        return (T)target;
    }

    internal override void Make(T target, SerializationInfo carrier)
    {
        if (!ReferenceEquals(Set(target!, carrier), target))
            throw new NotSupportedException(
                $"The surrogate of '{typeof(T)}' gives another object than the one that it is to fill, which others may refer to already. Have it fill that one, and give it or null.");
    }

    object Set(object target, SerializationInfo carrier)
    {
        foreach (var callback in _callbacks.Reading)
            callback.CallBack(target);
        return surrogate.SetObjectData(target, carrier, context, selector) switch
        {
            null => target,
            T made => made,
            var other => throw new NotSupportedException($"The surrogate of '{typeof(T)}' gives a '{other.GetType()}'."),
        };
    }
}
