using System.Text;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Enums as their ToString has them, "Female" or "A, B", whatever attributes say; kept in quotes for each value that came.
/// </summary>
internal sealed class FastJsonEnums
{
    // Beyond this many values they are made anew: flags have very many.
    const int MostKept = 1024;

    static readonly int Slot = ModelSlot.Next();

    // Replaced by a copy with one more: no locks to read, and none of ConcurrentDictionary's code to be compiled for it at the
    // first enum. Of two that are added at once one is lost, and added the next time.
    Dictionary<long, byte[]> _texts = [];

    public static byte[] TextOf(EnumModel model, long value)
    {
        var known = (FastJsonEnums?)model.GetSlot(Slot) ?? model.SetSlot(Slot, new FastJsonEnums());
        var texts = Volatile.Read(ref known._texts);
        if (texts.TryGetValue(value, out byte[]? text))
            return text;
        text = Encoding.UTF8.GetBytes($"\"{ValueOf(model, value)}\"");
        if (texts.Count < MostKept)
            Volatile.Write(ref known._texts, new Dictionary<long, byte[]>(texts) { [value] = text });
        return text;
    }

    /// <summary>A name of the CLR, which may be another than the one that an attribute gives.</summary>
    public static bool TryParse(EnumModel model, string text, out long value)
    {
        if (JsonEnums.TryParse(model, text, out value))
            return true;
        if (!System.Enum.TryParse(model.Type, text, ignoreCase: true, out object? known))
            return false;
        value = model.Underlying == Scalar.UInt64 ? (long)Convert.ToUInt64(known, null) : Convert.ToInt64(known, null);
        return true;
    }

    static object ValueOf(EnumModel model, long value) =>
        model.Underlying == Scalar.UInt64 ? System.Enum.ToObject(model.Type, (ulong)value) : System.Enum.ToObject(model.Type, value);
}
