using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>
/// int at = -1; try { at = 1; target.B = ...; } catch when (RefusedMembers.Note(e, Model, at)) { throw; }: tells which of several setters
/// threw, at the cost of a store for each that is code.
/// </summary>
internal static class RefusedMember
{
    public static LocalBuilder Begin(Body body)
    {
        var at = body.Local(typeof(int));
        body.Int(-1);
        body.Store(at);
        body.Il.BeginExceptionBlock();
        return at;
    }

    public static void At(Body body, LocalBuilder at, int index)
    {
        body.Int(index);
        body.Store(at);
    }

    public static void End(Body body, ObjectModel model, LocalBuilder at)
    {
        body.Il.BeginExceptFilterBlock();
        body.LoadModel(model);
        body.Load(at);
        body.CallStatic(typeof(RefusedMembers), nameof(RefusedMembers.Note));
        body.Il.BeginCatchBlock(null);
        body.Il.Emit(OpCodes.Pop);
        body.Il.Emit(OpCodes.Rethrow);
        body.Il.EndExceptionBlock();
    }
}
