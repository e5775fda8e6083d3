using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Calls;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Custom;

/// <summary>
/// How the two ends of a format of one's own begin and end; and one value through them, its payload pinned, for the input may be held by a
/// class.
/// </summary>
internal abstract class CustomEnds<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    public abstract void Begin(ref TSink sink, FormatOutput output, TypeModel root);

    public abstract void Finish(ref TSink sink, FormatOutput output);

    public virtual void Release(ref TSink sink)
    {
    }

    public abstract void Begin(ref TSource source, FormatInput input, TypeModel root);

    public abstract void Finish(ref TSource source, FormatInput input);

    public virtual void Release(ref TSource source, FormatInput? input)
    {
    }

    public byte[]? Write<TOptions, T>(CustomFormat<TOptions> format, OutputTarget target, T value) where TOptions : class =>
        WriteDriver<CustomCall<TOptions, TSink, TSource>, TSink, TSource>.Write(new(format, this), target, value);

    public byte[]? Write<TOptions>(CustomFormat<TOptions> format, OutputTarget target, object? value, Type type) where TOptions : class =>
        WriteDriver<CustomCall<TOptions, TSink, TSource>, TSink, TSource>.Write(new(format, this), target, value, type);

    public unsafe T Read<TOptions, T>(CustomFormat<TOptions> format, ReadOnlySpan<byte> payload) where TOptions : class
    {
        fixed (byte* pinned = payload)
            return ReadDriver<CustomCall<TOptions, TSink, TSource>, TSink, TSource>.Read<T>(new(format, this), payload);
    }

    public unsafe object? Read<TOptions>(CustomFormat<TOptions> format, ReadOnlySpan<byte> payload, Type type) where TOptions : class
    {
        fixed (byte* pinned = payload)
            return ReadDriver<CustomCall<TOptions, TSink, TSource>, TSink, TSource>.Read(new(format, this), payload, type);
    }

    public unsafe T Fill<TOptions, T>(CustomFormat<TOptions> format, ReadOnlySpan<byte> payload, T target) where TOptions : class
    {
        fixed (byte* pinned = payload)
            return FillDriver<CustomCall<TOptions, TSink, TSource>, TSink, TSource>.Fill(new(format, this), payload, target);
    }
}

/// <summary>
/// One value through a format of one's own, for the driver that all formats have. The payload must be pinned, for the input may be held by
/// a class.
/// </summary>
internal struct CustomCall<TOptions, TSink, TSource>(CustomFormat<TOptions> format, CustomEnds<TSink, TSource> ends)
    : IWriteCall<TSink, TSource>, IFillCall<TSink, TSource>
    where TOptions : class
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    FormatOutput? _output;
    FormatInput? _input;
    int _position;

    public readonly Codec<TSink, TSource, T> Find<T>(int bytes) => Codecs<TSink, TSource>.Of<T>(format.Sees, bytes);

    public readonly Codec<TSink, TSource> Find(Type type) => Codecs<TSink, TSource>.Of(format.Sees.ModelOf(type));

    public readonly (TypeModel Root, TypeModel Held) FindToFill(Type declared, Type own)
    {
        var model = format.Sees.ModelOf(declared);
        return (model, model);
    }

    public void Begin<T>(ref TSink sink, OutputTarget target, TypeModel root, T value)
    {
        _output = new FormatOutput(target, format.Allows, format.WritesBack);
        ends.Begin(ref sink, _output, root);
    }

    public readonly byte[]? Finish(ref TSink sink, OutputTarget target)
    {
        ends.Finish(ref sink, _output!);
        return _output!.Finish(target);
    }

    public readonly void Release(ref TSink sink)
    {
        ends.Release(ref sink);
        _output?.End();
    }

    public unsafe void Begin(ref TSource source, ReadOnlySpan<byte> payload, TypeModel root)
    {
        _input = new FormatInput((byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(payload)), payload.Length, format.Allows);
        ends.Begin(ref source, _input, root);
    }

    public readonly void Finish(ref TSource source) => ends.Finish(ref source, _input!);

    public void Release(ref TSource source)
    {
        ends.Release(ref source, _input);
        if (_input is null)
            return;
        _position = _input.Position;
        _input.Close();
    }

    public readonly bool IsInput(Exception e) => InputErrors.IsInput(e);

    public readonly WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref TSource source)
    {
        var error = e as WireFormatException ?? new WireFormatException($"A value was refused: {e.Message}", e);
        if (error.Format is not null)
            return error;
        error.Format = format.Name;
        if (error.Offset < 0)
            error.Offset = _position;
        error.Path = _input?.Path(error.Missing);
        if (format.IsText)
            (error.Line, error.Column) = TextErrors.LineOf(payload[..(int)Math.Min(error.Offset, payload.Length)]);
        return error;
    }
}

/// <summary>What the facade of all formats asks of one: what stands for the options is the format itself.</summary>
internal readonly struct CustomCalls<TOptions> : ICalls<CustomFormat<TOptions>>
    where TOptions : class
{
    public static CustomFormat<TOptions> Default => throw new InvalidOperationException("A format of one's own is always given.");

    public static bool PassesMark => false;

    public static byte[]? Write<T>(OutputTarget target, T value, CustomFormat<TOptions> format) => format.Write(target, value);

    public static byte[]? Write(OutputTarget target, object? value, Type type, CustomFormat<TOptions> format) =>
        format.Write(target, value, type);

    public static T Read<T>(ReadOnlySpan<byte> payload, CustomFormat<TOptions> format) => format.Read<T>(payload);

    public static object? Read(ReadOnlySpan<byte> payload, Type type, CustomFormat<TOptions> format) => format.Read(payload, type);

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, CustomFormat<TOptions> format) => format.FillCore(target, payload);
}
