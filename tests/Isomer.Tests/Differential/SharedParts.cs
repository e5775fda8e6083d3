using System.Collections;
using System.Reflection;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>
/// Puts objects of a value into further places of the value: what two members hold then is one object, and an array, a list or an object
/// may hold itself, directly or by what is in it.
/// </summary>
static class SharedParts
{
    sealed record Place(Type Type, Action<object> Set);

    public static void Tie(object value, Choices choices, bool takesCollections = true)
    {
        var (parts, places) = (new List<object>(), new List<Place>());
        Gather(value, parts, places, new HashSet<object>(ReferenceEqualityComparer.Instance));
        for (int i = choices.Few(2); i >= 0 && places.Count > 0; i--)
        {
            var place = places[choices.Below(places.Count)];
            var fitting = parts.FindAll(p => place.Type.IsInstanceOfType(p) && (takesCollections || p is not IEnumerable));
            if (fitting.Count > 0)
                place.Set(fitting[choices.Below(fitting.Count)]);
        }
    }

    static void Gather(object? value, List<object> parts, List<Place> places, HashSet<object> seen)
    {
        // A segment of no array cannot be gone through.
        if (value is null or string or Type or Delegate or XmlNode or XObject or ArraySegment<int>
            || value.GetType() is { IsPrimitive: true } or { IsEnum: true })
            return;
        var type = value.GetType();
        if (!type.IsValueType)
        {
            if (!seen.Add(value))
                return;
            parts.Add(value);
        }
        if (value is IDictionary { IsReadOnly: false } map)
        {
            var held = type.GetInterfaces().FirstOrDefault(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IDictionary<,>));
            foreach (object key in map.Keys.Cast<object>().ToList())
            {
                Gather(map[key], parts, places, seen);
                if (held?.GetGenericArguments()[1] is { IsValueType: false } taken && taken != typeof(string))
                    places.Add(new Place(taken, v => map[key] = v));
            }
        }
        else if (value is IList { IsReadOnly: false } list)
        {
            var held = type.GetElementType() ?? type.GetInterfaces()
                .FirstOrDefault(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IList<>))?.GetGenericArguments()[0];
            for (int i = 0; i < list.Count; i++)
            {
                int at = i;
                Gather(list[i], parts, places, seen);
                if (held is { IsValueType: false } && held != typeof(string))
                    places.Add(new Place(held, v => list[at] = v));
            }
        }
        else if (value is IEnumerable items)
        {
            foreach (object? item in items)
                Gather(item, parts, places, seen);
        }
        // What a record holds is a part of its hash code, which would not end in a record that holds itself; a struct here is a copy.
        bool takes = !type.IsValueType && type.GetMethod("<Clone>$") is null;
        for (var level = type; level is not null && level.Namespace?.StartsWith("System", StringComparison.Ordinal) != true;
            level = level.BaseType)
            foreach (var field in level.GetFields(
                BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))
            {
                Gather(field.GetValue(value), parts, places, seen);
                if (takes && !field.FieldType.IsValueType && field.FieldType != typeof(string))
                    places.Add(new Place(field.FieldType, v => field.SetValue(value, v)));
            }
    }
}
