using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Wire.Xml;

/// <summary>Elements with one attribute whose beginning is known: cells that say their type.</summary>
internal ref partial struct XmlScanner
{
    const int LongestValue = 24;

    /// <summary>
    /// Opens an element without prefix if what stands here begins with <paramref name="start"/>, such as
    /// <c>&lt;a xsi:type="xsd:</c>, goes on with a short name, and ends in <c>"&gt;</c>. The name is the rest of the value;
    /// attributes are not listed. What the prefixes stand for is the caller's business.
    /// </summary>
    public bool TryStartTyped(ReadOnlySpan<byte> start, int nameLength, out ReadOnlySpan<byte> rest)
    {
        rest = default;
        if (_isEmpty || Left < start.Length + LongestValue
            || !MemoryMarshal.CreateReadOnlySpan(ref Here, start.Length).SequenceEqual(start))
            return false;
        var value = MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref Here, start.Length), LongestValue);
        int length = value.IndexOf((byte)'"');
        if (length <= 0 || length + 1 >= LongestValue || value[length + 1] != (byte)'>')
            return false;
        for (int i = 0; i < length; i++)
            if (!XmlChars.IsName(value[i]))
                return false;
        ref var element = ref Push();
        element.NameStart = _position + 1;
        element.NameLength = nameLength;
        element.PrefixLength = 0;
        element.Namespace = XmlNamespaces.Undeclared;
        element.Outside = _bindings;
        _attributes = 0;
        _position += start.Length + length + 2;
        rest = value[..length];
        return true;
    }
}
