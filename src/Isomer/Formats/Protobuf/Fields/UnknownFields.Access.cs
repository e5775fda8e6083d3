using System.Diagnostics.CodeAnalysis;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer;

/// <summary>Single fields among the unknown ones, as values: what protobuf-net's Extensible does.</summary>
public sealed partial class UnknownFields
{
    /// <summary>Adds a field with a value. What is a message stands as one; null adds nothing.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public void Append<T>(int number, T value, ProtobufOptions? options = null) => Append(number, value, ProtobufFormat.Default, options);

    /// <summary>Adds a field with a value, in the form that a member with this DataFormat would have. Null adds nothing.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public void Append<T>(int number, T value, ProtobufFormat format, ProtobufOptions? options = null)
    {
        CheckNumber(number);
        options ??= ProtobufOptions.Default;
        if (value is null)
            return;
        // The value at the root is field 1, or a message's own fields.
        var root = ProtobufRoot.Of(options.Convention.ModelOf(typeof(T)), options, format);
        byte[] payload = WriteDriver<ProtobufCall, ProtobufSink, ProtobufSource>.Write(new(options, given: root), default, value)!;
        var bytes = new List<byte>(_bytes);
        Span<byte> head = stackalloc byte[16];
        if (root.Kind == ProtobufKind.Message)
        {
            bool group = root.IsGroup || options.Groups;
            int at = ProtobufVarint.Put(ref head[0], ((ulong)number << 3) | (group ? 3u : 2u));
            bytes.AddRange(head[..(group ? at : at + ProtobufVarint.Put(ref head[at], (ulong)payload.Length))]);
            bytes.AddRange(payload);
            if (group)
                bytes.AddRange(head[..ProtobufVarint.Put(ref head[0], ((ulong)number << 3) | 4)]);
        }
        else
        {
            foreach (var (start, end, wire) in FieldsOf(payload, 1, options))
            {
                bytes.AddRange(head[..ProtobufVarint.Put(ref head[0], ((ulong)number << 3) | (uint)wire)]);
                bytes.AddRange(payload.AsSpan(start, end - start));
                if (wire == 3)
                    bytes.AddRange(head[..ProtobufVarint.Put(ref head[0], ((ulong)number << 3) | 4)]);
            }
        }
        _bytes = [.. bytes];
    }

    /// <summary>The value of a field, the last if there are several; the default if there is none.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public T? Get<T>(int number, ProtobufOptions? options = null) => Get<T>(number, ProtobufFormat.Default, options);

    /// <summary>The value of a field that has the form of a member with this DataFormat; the default if there is none.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public T? Get<T>(int number, ProtobufFormat format, ProtobufOptions? options = null) =>
        TryGet<T>(number, out var value, format, options) ? value : default;

    /// <summary>The value of a field, the last if there are several.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public bool TryGet<T>(int number, out T? value, ProtobufOptions? options = null) =>
        TryGet(number, out value, ProtobufFormat.Default, options);

    /// <summary>The value of a field that has the form of a member with this DataFormat, the last if there are several.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public bool TryGet<T>(int number, out T? value, ProtobufFormat format, ProtobufOptions? options = null)
    {
        var all = GetAll<T>(number, format, options).ToList();
        value = all.Count > 0 ? all[^1] : default;
        return all.Count > 0;
    }

    /// <summary>The values of all fields of this number.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public IEnumerable<T> GetAll<T>(int number, ProtobufOptions? options = null) => GetAll<T>(number, ProtobufFormat.Default, options);

    /// <summary>The values of all fields of this number, which have the form of a member with this DataFormat.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public IEnumerable<T> GetAll<T>(int number, ProtobufFormat format, ProtobufOptions? options = null)
    {
        CheckNumber(number);
        options ??= ProtobufOptions.Default;
        var root = ProtobufRoot.Of(options.Convention.ModelOf(typeof(T)), options, format);
        bool message = root.Kind == ProtobufKind.Message;
        var result = new List<T>();
        foreach (var (start, end, wire) in FieldsOf(_bytes, number, options))
            result.Add(
                ReadDriver<ProtobufCall, ProtobufSink, ProtobufSource>.Read<T>(new(options, given: root),
                    message ? Content(start, end, wire) : AsRoot(start, end, wire)));
        return result;
    }

    static void CheckNumber(int number)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(number, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(number, Conventions.ProtobufMembers.MaxNumber);
    }

    byte[] Content(int start, int end, int wire)
    {
        if (wire == 2)
            while (_bytes[start++] >= 0x80)
            {
            }
        return _bytes[start..end];
    }

    byte[] AsRoot(int start, int end, int wire) => [(byte)(8 | wire), .. _bytes[start..end], .. wire == 3 ? (byte[])[12] : []];

    /// <summary>Where the values of a field stand (of a group without its end tag), and their wire types.</summary>
    static List<(int Start, int End, int Wire)> FieldsOf(byte[] bytes, int number, ProtobufOptions options)
    {
        var found = new List<(int, int, int)>();
        var root = ProtobufRoot.Of(options.Convention.ModelOf(typeof(byte[])), options);
        var source = default(ProtobufSource);
        source.Begin(bytes, options, root);
        try
        {
            source.Find(number, found);
            return found;
        }
        finally
        {
            source.Release();
        }
    }
}
