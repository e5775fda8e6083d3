using System.Collections;
using System.ComponentModel;
using System.Reflection;

namespace Isomer.Cli.Lab.Scenarios;

/// <summary>Whether a value leads back to itself through public properties, fields and items.</summary>
static class Cycles
{
    const int MaxDepth = 500;

    public static bool IsIn(object value) =>
        Find(value, new HashSet<object>(ReferenceEqualityComparer.Instance), new HashSet<object>(ReferenceEqualityComparer.Instance));

    static bool Find(object? value, HashSet<object> open, HashSet<object> done)
    {
        if (value is null or string or Type or MarshalByValueComponent)
            return value is MarshalByValueComponent; // DataSet and DataTable name each other
        Type type = value.GetType();
        if (type.IsPrimitive || type.IsEnum || type.Namespace == "System" && type.IsValueType || done.Contains(value))
            return false;
        if (!type.IsValueType && !open.Add(value) || open.Count > MaxDepth)
            return true;
        bool found = value is IDictionary map ? map.Values.Cast<object?>().Any(v => Find(v, open, done))
            : value is IEnumerable items ? items.Cast<object?>().Any(v => Find(v, open, done))
            : Members(type).Any(m => Find(m is PropertyInfo p ? p.GetValue(value) : ((FieldInfo)m).GetValue(value), open, done));
        if (!type.IsValueType)
        {
            open.Remove(value);
            done.Add(value);
        }
        return found;
    }

    static IEnumerable<MemberInfo> Members(Type type) => type.GetMembers(BindingFlags.Public | BindingFlags.Instance)
        .Where(m => m is FieldInfo || m is PropertyInfo { CanRead: true } p && p.GetIndexParameters().Length == 0);
}
