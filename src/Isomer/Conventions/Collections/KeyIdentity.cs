using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Whether objects of a class are told apart by what they are and not by what is in them: no GetHashCode of its own. Asked once for a
/// class.
/// </summary>
internal static class KeyIdentity
{
    static readonly ConditionalWeakTable<Type, StrongBox<bool>> s_answers = [];

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = Trimming.OfModel)]
    public static bool IsOf(object key) =>
        s_answers.GetValue(key.GetType(),
            type => new(!type.IsValueType && type.GetMethod(nameof(GetHashCode), [])!.DeclaringType == typeof(object))).Value;
}
