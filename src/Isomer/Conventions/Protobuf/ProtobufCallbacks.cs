using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// The methods to run around writing and reading: [ProtoBeforeSerialization] and its like; where a type has none of a kind, its
/// [OnSerializing] and its like of the framework's. Those of every level run, base first.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ProtobufCallbacks
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    public static Callbacks Of(Type type, ProtobufContract contract)
    {
        if (contract.Callbacks is { } registered)
            return registered;
        var standard = CallbackMethods.Of(type);
        var callbacks = new Callbacks(
            Find(type, "BeforeSerialization", standard.Writing),
            Find(type, "AfterSerialization", standard.Written),
            Find(type, "BeforeDeserialization", standard.Reading),
            Find(type, "AfterDeserialization", standard.Read));
        return callbacks.Writing.IsEmpty && callbacks.Written.IsEmpty && callbacks.Reading.IsEmpty && callbacks.Read.IsEmpty
            ? Callbacks.None
            : callbacks;
    }

    static ImmutableArray<MethodInfo> Find(Type type, string name, ImmutableArray<MethodInfo> standard)
    {
        var found = new List<MethodInfo>();
        bool isMarked = false;
        for (var t = type; t is not null && t != typeof(object) && t != typeof(ValueType); t = t.BaseType)
        {
            var own = t.GetMethods(Own).Where(m => ProtobufMarks.Bears(m, name)).Select(Check).ToArray();
            if (own.Length > 1)
                throw new NotSupportedException(
                    $"Type '{t}' has more than one method marked [Proto{name}]: '{own[0].Name}' and '{own[1].Name}'. Mark one.");
            isMarked |= own.Length > 0;
            if (own.Length == 0)
                own = [.. standard.Where(m => m.DeclaringType == t)];
            // An override that is marked as well runs once, in the place of what it overrides.
            found.RemoveAll(m => m.IsVirtual && own.Any(b => b.GetBaseDefinition() == m.GetBaseDefinition()));
            found.InsertRange(0, own);
        }
        return isMarked ? [.. found] : standard;
    }

    internal static MethodInfo Check(MethodInfo method) =>
        method.GetParameters() is [] || method.GetParameters() is [{ ParameterType: var p }] && p == typeof(StreamingContext)
            ? method
            : throw new NotSupportedException(
                $"The callback '{method.DeclaringType}.{method.Name}' must take nothing or one StreamingContext.");
}
