using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable SYSLIB0050, SYSLIB0051 // the types of an older age are what this is about

/// <summary>
/// Time zones, their rules and what these begin and end with, by the entries that they name themselves. Each is made by the framework's own
/// constructor for entries, and asked at once whether it can be what they say, which it otherwise is where the graph is complete, and as a
/// struct not at all: a month that is none would be found when the first time is converted.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class ZoneSurrogate<T> : Surrogate<T, SerializationInfo>, IFieldsSurrogate
{
    static readonly StreamingContext Context = new(StreamingContextStates.All);

    readonly ConstructorInfo _constructor = SelfSerializing.OfEntries(typeof(T));

    public bool IsEntries => true;

    public ClrName? Name => null;

    internal override bool TakesNull => !typeof(T).IsValueType;

    public override SerializationInfo ToCarrier(T value)
    {
        var entries = new SerializationInfo(typeof(T), new FormatterConverter());
        ((ISerializable)value!).GetObjectData(entries, Context);
        return entries;
    }

    public override T FromCarrier(SerializationInfo carrier)
    {
        if (carrier.ObjectType != typeof(T))
            throw new WireFormatException($"A '{carrier.ObjectType}' stands where a '{typeof(T)}' is expected.");
        object made = _constructor.Call(null, carrier, Context)!;
        // A rule without transitions has two that were never set, which as such would be refused.
        if (!made.Equals(default(T)))
            ((IDeserializationCallback)made).OnDeserialization(null);
        return (T)made;
    }
}

/// <summary>
/// Dates of a zone's rules: times of that zone, whatever offset an envelope puts behind them, for SoapFormatter puts the machine's behind
/// every date. (It does not read these itself: a rule takes no date of a kind.)
/// </summary>
static class ZoneDates
{
    public static bool AreOf(Type type) => type == typeof(TimeZoneInfo.TransitionTime) || type == typeof(TimeZoneInfo.AdjustmentRule);
}
