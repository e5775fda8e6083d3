using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// Arrays that are made before their items, so that these may refer to them: where references are kept the document tells their size.
/// </summary>
internal ref partial struct ContractXmlSource<TEmit, TScan>
{
    /// <summary>
    /// The size that an array with an identity tells; -1 where it tells none, or one that a document of this length cannot be believed:
    /// the array is made at its end then, and its items cannot refer to it.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    int ToldSize(SequenceModel array)
    {
        const int Some = 1 << 20, PerByte = 16;
        int told = _scan.FindAttribute(ContractXmlState.Serialization, "Size"u8);
        if (told < 0 || !int.TryParse(XmlChars.Trim(_scan.AttributeValue(told)), out int size) || size < 0 || size > _profile.MaxItems)
            return -1;
        int each = array.ItemType.IsValueType ? RuntimeHelpers.SizeOf(array.ItemType.TypeHandle) : IntPtr.Size;
        if (_state.Told + ((long)size * each) > Some + ((long)_scan.Length * PerByte))
            return -1;
        _state.Told += (long)size * each;
        _isEarly = true;
        return size;
    }

    void Announce(int identity, object array)
    {
        _isEarly = false;
        _top.Object = array;
        (_state.Early ??= [])[identity] = _referred;
    }

    /// <summary>
    /// An array that was announced has another size than it told, and so is another object. What referred to something within it may have
    /// referred to the first one.
    /// </summary>
    readonly void Replace(int identity, string id)
    {
        if (!_state.Early!.Remove(identity, out int referred))
            return;
        if (referred != _referred)
            throw _scan.Error($"The array with the identity '{id}' has not as many items as its Size tells, and references within it.");
        _state.Known!.Remove(id);
    }

    /// <summary>Whether this is an array that was made before its items, which are being read.</summary>
    readonly bool IsBeingRead(object value)
    {
        for (int i = 0; i < _depth; i++)
            if (ReferenceEquals(_state.Frames[i].Object, value))
                return value is Array;
        return false;
    }
}
