using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>What emitted code asks a program's function.</summary>
internal static class MemberRules
{
    /// <summary>Whether the member with this index is written; see <see cref="MemberRule.WrittenWhen"/>.</summary>
    public static bool IsWritten(TypeModel model, int index, object owner, object? value) =>
        ((ObjectModel)model).Members[index].WrittenWhen!(owner, value);
}
