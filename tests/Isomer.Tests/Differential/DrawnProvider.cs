using System.Collections;
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
/// No text and no number carries anything, which the original writes and cannot read (docs/contractxml.md). A type of the case that carries
/// may stand somewhere by itself: it becomes what it carries where that is declared, and is itself carried by nothing.
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
        var carrying = new HashSet<Type>();
        foreach (var type in types)
        {
            if (!MayBeCarried(type) || carrying.Contains(type) || !choices.Once(3))
                continue;
            int kind = choices.Below(s_carriers.Length + 3);
            var fields = FieldsOf(type);
            var first = fields.Count == 0 ? null : fields[choices.Below(fields.Count)];
            var second = fields.Count == 0 ? null : fields[choices.Below(fields.Count)];
            Type Made(Type open) => open.MakeGenericType(type, first?.FieldType ?? typeof(int), second?.FieldType ?? typeof(int));
            var own = types.Where(t => t != type && MayBeCarried(t) && !typeof(IEnumerable).IsAssignableFrom(t) && !ways.ContainsKey(t))
                .ToList();
            var carrier = (kind - s_carriers.Length) switch
            {
                < 0 => Made(s_carriers[kind]),
                0 => Made(typeof(PlainCarrier<,,>)).MakeArrayType(),
                1 when own.Count > 0 => own[choices.Below(own.Count)],
                _ => typeof(Words<>.Word).MakeGenericType(type)
            };
            carrying.Add(carrier);
            ways.Add(type, new(carrier, first, second));
        }
        return new(ways);
    }

    static bool MayBeCarried(Type type) =>
        !type.IsEnum && !type.IsAbstract && !type.IsInterface && !type.ContainsGenericParameters
            && !typeof(IXmlSerializable).IsAssignableFrom(type);

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
        if (way.Carrier.IsEnum)
            return Enum.ToObject(way.Carrier, way.First?.GetValue(obj) is null ? 0 : 1);
        if (way.Carrier.IsArray)
        {
            var array = Array.CreateInstance(way.Carrier.GetElementType()!, 1);
            array.SetValue(Filled(way.Carrier.GetElementType()!, way, obj), 0);
            return array;
        }
        return typeof(ICarrier).IsAssignableFrom(way.Carrier)
            ? Filled(way.Carrier, way, obj)
            : RuntimeHelpers.GetUninitializedObject(way.Carrier);
    }

    static object Filled(Type type, Way way, object of)
    {
        var carrier = (ICarrier)Activator.CreateInstance(type)!;
        if (way.First is not null)
            carrier.First = way.First.GetValue(of);
        if (way.Second is not null)
            carrier.Second = way.Second.GetValue(of);
        return carrier;
    }

    public object GetDeserializedObject(object obj, Type targetType)
    {
        var (type, way) = _ways.FirstOrDefault(w => w.Value.Carrier == obj.GetType());
        // One of the case's own may be there for itself.
        if (way is null || (IsOfCase(way.Carrier) && !_ways.ContainsKey(targetType)))
            return obj;
        if (IsOfCase(way.Carrier))
            (type, way) = (targetType, _ways[targetType]);
        if (way.Carrier != obj.GetType())
            return obj;
        object made = RuntimeHelpers.GetUninitializedObject(type);
        // An edited document may leave the array empty.
        if ((obj as Array is { Length: > 0 } array ? array.GetValue(0) : obj) is ICarrier carrier)
        {
            way.Second?.SetValue(made, carrier.Second);
            way.First?.SetValue(made, carrier.First);
        }
        return made;

        static bool IsOfCase(Type carrier) =>
            !carrier.IsArray && !carrier.IsEnum && !typeof(ICarrier).IsAssignableFrom(carrier);
    }

    public override string ToString() => string.Join(", ",
        _ways.Select(w => $"{w.Key.Name} by {w.Value.Carrier.Name.Split('`')[0]} of {w.Value.First?.Name}, {w.Value.Second?.Name}"));
}
