using System.Reflection;
using Isomer.Wire;

namespace Isomer.Fuzz.Running;

/// <summary>
/// What a thread has lent to a call (<see cref="Lent{TSelf}"/>) and did not get back. Nothing is wrong with the value then, and each later
/// call of that thread is slower and allocates its scratch anew: a sender of malformed documents could bring that about for all others, so
/// it is a promise of its own.
/// </summary>
static class Loans
{
    const BindingFlags Any = BindingFlags.Static | BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;

    static readonly Kept[] s_all = [.. LentClasses().Distinct().Select(t => new Kept(t))];

    /// <summary>The names of what is still lent on this thread, which forgets it.</summary>
    public static string[] Forgotten()
    {
        List<string>? names = null;
        foreach (Kept kept in s_all)
            if (kept.IsLentHere())
                (names ??= []).Add(kept.Name);
        return names is null ? [] : [.. names];
    }

    public static int Count => s_all.Length;

    static IEnumerable<Type> LentClasses()
    {
        foreach (Type type in typeof(Lent<>).Assembly.GetTypes())
        {
            if (!type.ContainsGenericParameters && IsLent(type))
                yield return type;
            // Loan<T> is closed where it is used: by the field that holds it.
            foreach (FieldInfo field in type.GetFields(Any | BindingFlags.DeclaredOnly))
                if (field.FieldType.IsConstructedGenericType && !field.FieldType.ContainsGenericParameters && IsLent(field.FieldType))
                    yield return field.FieldType;
        }
    }

    static bool IsLent(Type type) =>
        type.BaseType is { IsConstructedGenericType: true } parent && parent.GetGenericTypeDefinition() == typeof(Lent<>);

    sealed class Kept(Type type)
    {
        readonly FieldInfo _first = type.BaseType!.GetField("t_first", Any)!;
        readonly FieldInfo _inner = type.BaseType!.GetField("_inner", Any)!;
        readonly FieldInfo _isLent = type.BaseType!.GetField("_isLent", Any)!;

        public string Name { get; } = type.IsGenericType ? $"{type.Name} of {type.GenericTypeArguments[0].Name}" : type.Name;

        public bool IsLentHere()
        {
            for (object? one = _first.GetValue(null); one is not null; one = _inner.GetValue(one))
            {
                if (!(bool)_isLent.GetValue(one)!)
                    continue;
                _first.SetValue(null, null);
                return true;
            }
            return false;
        }
    }
}
