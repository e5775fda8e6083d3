using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// The structs in boxes that are being read. A box that is met within itself is given out before it is whole, as any other object is, and
/// gets its fields when they have been read.
/// </summary>
internal sealed class FormatterBoxes
{
    readonly List<(int Id, TypeModel Model, object? Box)> _open = [];

    /// <summary>Whether any is open.</summary>
    public bool Any => _open.Count > 0;

    /// <summary>Whether the values of a model are structs that are read field by field.</summary>
    public static bool IsOne(TypeModel model) => model is ObjectModel { Type.IsValueType: true };

    public void Open(int id, TypeModel model) => _open.Add((id, model, null));

    /// <summary>The box of this number, if it is open and may stand where this is declared.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = "A struct, of which a value without fields is made.")]
    public object? Find(int id, Type declared)
    {
        for (int i = _open.Count - 1; i >= 0; i--)
        {
            var (open, model, box) = _open[i];
            if (open != id || declared.IsValueType || !declared.IsAssignableFrom(model.Type))
                continue;
            box ??= RuntimeHelpers.GetUninitializedObject(model.Type);
            _open[i] = (open, model, box);
            return box;
        }
        return null;
    }

    /// <summary>The box that was opened last has been read: what was given out of it, or what was read.</summary>
    public object Close(object read)
    {
        object? box = _open[^1].Box;
        _open.RemoveAt(_open.Count - 1);
        if (box is null)
            return read;
        RealObjects.CopyStruct(read, box);
        return box;
    }

    public void Clear() => _open.Clear();
}
