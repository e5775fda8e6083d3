using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>Adds boxed items, or keys and values, to a collection by its <see cref="Build.Add"/>, with the guard of hash tables.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class Adding
{
    /// <summary>What adds to this collection: an item and null, or a key and a value.</summary>
    public static Action<object?, object?> To(Build build, object target)
    {
        var add = build.Add!;
        Action<object?, object?> plain = add.GetParameters().Length == 2
            ? (key, value) => add.Call(target, key, value)
            : (value, _) => add.Call(target, value);
        Action<object?, object>? check = KeyWalk.IsKeyed(target.GetType()) ? KeyWalk.CheckKeyed
            : KeyWalk.IsAsked(build, target.GetType()) ? KeyWalk.Check : null;
        if (check is not null)
        {
            var unasked = plain;
            plain = (key, value) =>
            {
                check(key, target);
                unasked(key, value);
            };
        }
        if (KeyWalk.IsTold(build, target.GetType()))
        {
            var untold = plain;
            bool withValue = KeyWalk.IsToldWithValue(target.GetType());
            plain = (key, value) =>
            {
                KeyWalk.CheckTold(key, withValue ? value : null, target);
                untold(key, value);
            };
        }
        if (!build.IsGuarded)
            return plain;
        var guard = (IKeyGuard)Activator.CreateInstance(typeof(KeyGuard<>).MakeGenericType(add.GetParameters()[0].ParameterType))!;
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
