using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Isomer.Tests.Differential;

/// <summary>
/// Carries some types of a case by others. It looks at nothing but the type of what it is given, so that it gives the same whenever it is
/// asked: the originals and ours ask it in other orders, and not as often.
/// </summary>
/// <remarks>
/// No text and no number carries anything, which the original writes and cannot read (docs/contractxml.md), and no type of the case, which
/// may stand there by itself.
/// </remarks>
sealed class DrawnProvider : ISerializationSurrogateProvider
{
    sealed record Way(Type Carrier, FieldInfo? First, FieldInfo? Second);

    static readonly Type[] s_carriers = [typeof(PlainCarrier<,,>), typeof(StructCarrier<,,>), typeof(ReferredCarrier<,,>),
        typeof(FieldsCarrier<,,>), typeof(ListCarrier<,,>)];

    const BindingFlags AnyField = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance;

    readonly Dictionary<Type, Way> _ways;

    DrawnProvider(Dictionary<Type, Way> ways) => _ways = ways;

    /// <summary>What it carries.</summary>
    public IEnumerable<Type> Carried => _ways.Keys;

    /// <summary>What carries it.</summary>
    public IEnumerable<Type> Carriers => _ways.Values.Select(w => w.Carrier);

    public static DrawnProvider Of(IReadOnlyList<Type> types, Choices choices)
    {
        var ways = new Dictionary<Type, Way>();
        foreach (var type in types)
        {
            if (type.IsEnum || type.IsAbstract || type.IsInterface || type.ContainsGenericParameters
                || typeof(IXmlSerializable).IsAssignableFrom(type) || !choices.Once(3))
                continue;
            var open = choices.Of(s_carriers);
            var fields = FieldsOf(type);
            var first = fields.Count == 0 ? null : fields[choices.Below(fields.Count)];
            var second = fields.Count == 0 ? null : fields[choices.Below(fields.Count)];
            var carrier = open.MakeGenericType(type, first?.FieldType ?? typeof(int), second?.FieldType ?? typeof(int));
            ways.Add(type, new(carrier, first, second));
        }
        return new(ways);
    }

    static List<FieldInfo> FieldsOf(Type type)
    {
        var fields = new List<FieldInfo>();
        for (var level = type; level is not null && level.Namespace?.StartsWith("System", StringComparison.Ordinal) != true;
            level = level.BaseType)
            fields.AddRange(
                level.GetFields(AnyField | BindingFlags.DeclaredOnly)
                    .Where(f => f.Name != ByHand.Log && f.FieldType != typeof(ExtensionDataObject)));
        return fields;
    }

    /// <summary>The same over the types of another assembly that have the names of these; a field that one lacks is not carried.</summary>
    public DrawnProvider In(Assembly other) =>
        new(_ways.ToDictionary(w => Objects.Moved(w.Key, other), w => new Way(Objects.Moved(w.Value.Carrier, other),
            Moved(w.Value.First, other), Moved(w.Value.Second, other))));

    static FieldInfo? Moved(FieldInfo? field, Assembly other) =>
        field is not null && Objects.Moved(field.DeclaringType!, other).GetField(field.Name, AnyField) is { } moved
            && moved.FieldType == Objects.Moved(field.FieldType, other)
                ? moved
                : null;

    public Type GetSurrogateType(Type type) => _ways.TryGetValue(type, out var way) ? way.Carrier : type;

    public object GetObjectToSerialize(object obj, Type targetType)
    {
        if (!_ways.TryGetValue(obj.GetType(), out var way))
            return obj;
        object carrier = Activator.CreateInstance(way.Carrier)!;
        if (way.First is not null)
            ((ICarrier)carrier).First = way.First.GetValue(obj);
        if (way.Second is not null)
            ((ICarrier)carrier).Second = way.Second.GetValue(obj);
        return carrier;
    }

    public object GetDeserializedObject(object obj, Type targetType)
    {
        if (obj is not ICarrier carrier)
            return obj;
        var type = obj.GetType().GetGenericArguments()[0];
        var way = _ways[type];
        object made = RuntimeHelpers.GetUninitializedObject(type);
        way.Second?.SetValue(made, carrier.Second);
        way.First?.SetValue(made, carrier.First);
        return made;
    }

    public override string ToString() => string.Join(", ",
        _ways.Select(w => $"{w.Key.Name} by {w.Value.Carrier.Name.Split('`')[0]} of {w.Value.First?.Name}, {w.Value.Second?.Name}"));
}
