namespace Isomer.Formats;

/// <summary>
/// Which types the objects of payloads are of, and how many there are of each: by passing over the records, without a record or value being
/// made. One after the other in the same memory, so that a folder of a gigabyte takes what its largest file takes.
/// </summary>
internal sealed class NrbfTypeCounts
{
    readonly NrbfIndex _index = new();
    readonly Dictionary<(string Type, string Assembly), int> _counts = [];

    /// <summary>The types of one payload. What is given is good until the next is asked for.</summary>
    public IReadOnlyDictionary<(string Type, string Assembly), int> Of(ReadOnlySpan<byte> payload, NrbfOptions options)
    {
        _counts.Clear();
        try
        {
            _index.Count(payload, options);
            foreach (var info in _index.Classes)
                if (!IsPrimitive(info))
                {
                    var key = (info.Name, info.Library == 0 ? "mscorlib" : _index.LibraryOf(info.Library) ?? "mscorlib");
                    _counts[key] = _counts.GetValueOrDefault(key) + info.Objects;
                }
            return _counts;
        }
        catch (WireFormatException e)
        {
            e.Format ??= Nrbf.FormatName;
            throw;
        }
        finally
        {
            _index.Clear();
        }
    }

    /// <summary>Whether objects of the class are values: a number that is an object, a date.</summary>
    static bool IsPrimitive(NrbfClassInfo info) =>
        info.Library == 0
            && (info.Members is ["m_value"]
                || info.Name is "System.Decimal" or "System.DateTime" or "System.TimeSpan" or "System.IntPtr" or "System.UIntPtr");
}
