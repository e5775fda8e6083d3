using System.Collections;
using System.Diagnostics.CodeAnalysis;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>Adds boxed items, or keys and values, to a collection by its <see cref="Build.Add"/>, with the guard of hash tables.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class Adding
{
    /// <summary>What adds to a table of any class.</summary>
    public static Action<object?, object?> To(IDictionary target)
    {
        var guard = Gathering.GuardOf(target);
        return (key, value) => Gathering.PutEntry(target, guard, key!, value);
    }

    /// <summary>What adds to this collection: an item and null, or a key and a value.</summary>
    public static Action<object?, object?> To(Build build, object target)
    {
        var add = build.Add!;
        Action<object?, object?> plain = add.GetParameters().Length == 2
            ? (key, value) => add.Call(target, key, value)
            : (item, _) => add.Call(target, item);
        if (UntypedAdding.IsUntyped(add))
        {
            var takesAny = plain;
            plain = (key, value) =>
            {
                if (add.DeclaringType == typeof(IList))
                    UntypedAdding.CheckFits(key, (IList)target);
                else
                    UntypedAdding.CheckFits(key, value, (IDictionary)target);
                takesAny(key, value);
            };
        }
        if (KeyedItems.BaseOf(target.GetType()) is not null && GuardedAdding.Of(target, refuses: true) is { } keyed)
            return (item, _) =>
            {
                keyed.Ask(item, null);
                plain(item, null);
                keyed.Count(item);
            };
        if (KeyWalk.CheckOf(build, target.GetType()) is { } check)
        {
            var adds = plain;
            plain = (key, value) =>
            {
                check(key, value, target);
                adds(key, value);
            };
        }
        if (!build.IsGuarded)
            return plain;
        var guard = new KeyGuard(add.GetParameters()[0].ParameterType, target);
        var count = build.Capacity is null ? null : target.GetType().GetProperty("Count")!.GetMethod;
        int items = 0;
        return (key, value) =>
        {
            plain(key, value);
            if (++items >= HashGuard.Start)
                guard.Check(key, count is null ? items : (int)count.Call(target)!, (int)(build.Capacity?.Call(target) ?? 0));
        };
    }
}
