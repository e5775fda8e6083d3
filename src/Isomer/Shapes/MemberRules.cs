using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>What emitted code asks a program's function.</summary>
internal static class MemberRules
{
    /// <summary>Whether the member with this index is written; see <see cref="MemberRule.WrittenWhen"/>.</summary>
    public static bool IsWritten(TypeModel model, int index, object owner, object? value) =>
        ((ObjectModel)model).Members[index].WrittenWhen!(owner, value);

    /// <summary>
    /// Refuses what the member with this index holds, which reading could not give back (<see cref="Merging.IsLost"/>). Null comes back, no
    /// array too, and so does a collection without items where its owner makes one.
    /// </summary>
    public static void RefuseLost(TypeModel model, int index, object? value)
    {
        if (value is null || Absence.IsNoArray(value) || (value is System.Collections.IEnumerable items && !items.Cast<object?>().Any()))
            return;
        var member = ((ObjectModel)model).Members[index];
        throw new NotSupportedException($"A '{model.Type}' cannot be written: what its member '{member.Member.Name}' holds could not be read, for {Merging.WhyUnmakeable(member.Model)}. Or leave the member out with [Skip].");
    }
}
