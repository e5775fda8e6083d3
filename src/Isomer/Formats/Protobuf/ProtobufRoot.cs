using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// What stands at the root: the fields of a message; anything else as field 1 of one. And the codec of a type, found in a
/// static field for the standard convention.
/// </summary>
internal static class ProtobufRoot
{
    static readonly int Slot = ModelSlot.Next();
    static readonly int PackedSlot = ModelSlot.Next();

    public static ProtobufField Of(TypeModel model, ProtobufOptions options) => options.PackedRoots
        ? (ProtobufField?)model.GetSlot(PackedSlot) ?? Create(model, PackedSlot, true)
        : (ProtobufField?)model.GetSlot(Slot) ?? Create(model, Slot, false);

    static ProtobufField Create(TypeModel model, int slot, bool packed)
    {
        // It is another's as soon as there is a value.
        if (model is DynamicModel)
            return Of(model.Convention.ModelOf(typeof(byte[])),
                packed ? ProtobufOptions.Default with { PackedRoots = true } : ProtobufOptions.Default);
        var settings = (model.Convention as ProtobufConvention)?.Settings ?? ProtobufSettings.Default with { WritesKind = true };
        return model.SetSlot(slot, new ProtobufField(
            model.Type.Name, model,
            new ProtobufMemberFacts
            {
                Number = 1,
                Level = settings.Level,
                CommonLevel = settings.Level,
                WritesKind = settings.WritesKind,
                WritesZeros = !settings.OmitsZeros,
                IsPacked = packed,
                IsGoogle = settings.IsGoogle
            })
        {
            // Below a root that stays there may be a type that goes only where one was registered in code: a plugin's derived type.
            IsCollectible = model.IsCollectible
                || (!settings.Rules.IsEmpty && ModelGraph.Reach(model, static _ => false).Exists(m => m.IsCollectible)),
        });
    }

    /// <summary>
    /// The codec and the root field of a type, for a value of about this many bytes where that is known. For the standard
    /// convention both are found by one look at a static field. (Kept by the thread beside its scratch memory, to spare that look in code
    /// that types share, they were no quicker found: smallest message 19.2 ns against 19.1, read 31.2 and 31.4, 2026-11-23.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Codec<ProtobufSink, ProtobufSource, T> CodecOf<T>(ProtobufOptions options, out ProtobufField root, int bytes = 0) =>
        CodecOf(Standard<T>.Entry, options, out root, bytes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Codec<ProtobufSink, ProtobufSource, T> CodecOf<T>(Entry<T>? known, ProtobufOptions options, out ProtobufField root,
        int bytes = 0)
    {
        if (known is null || !ReferenceEquals(options.Convention, Convention.Protobuf) || options.PackedRoots)
            return Find<T>(options, out root, bytes);
        root = known.Root;
        return known.Codec;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Codec<ProtobufSink, ProtobufSource, T> Find<T>(ProtobufOptions options, out ProtobufField root, int bytes)
    {
        CheckEndian();
        if (typeof(T) == typeof(object))
        {
            var dynamic = ProtobufObjectCodec.Of(options.Convention.ModelOf(typeof(object)));
            root = Of(dynamic.Model, options);
            return (Codec<ProtobufSink, ProtobufSource, T>)(object)dynamic;
        }
        var codec = Codecs<ProtobufSink, ProtobufSource>.Of<T>(options.Convention, bytes);
        root = Of(codec.Model, options);
        // One that begins interpreted is not kept: emitted code takes its place.
        if (ReferenceEquals(options.Convention, Convention.Protobuf) && Codecs<ProtobufSink, ProtobufSource>.IsMade(codec.Model))
        {
            codec = (Codec<ProtobufSink, ProtobufSource, T>)Codecs<ProtobufSink, ProtobufSource>.Of(codec.Model);
            if (!options.PackedRoots)
                Standard<T>.Entry = new Entry<T>(codec, root);
        }
        return codec;
    }

    public static Codec<ProtobufSink, ProtobufSource> CodecOf(Type type, ProtobufOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        CheckEndian();
        var model = options.Convention.ModelOf(type);
        return type == typeof(object) ? ProtobufObjectCodec.Of(model) : Codecs<ProtobufSink, ProtobufSource>.Of(model);
    }

    /// <summary>The root field of a type, of whose DataFormat a caller has said something.</summary>
    public static ProtobufField Of(TypeModel model, ProtobufOptions options, ProtobufFormat format)
    {
        var root = Of(model, options);
        return format == ProtobufFormat.Default ? root : new ProtobufField(root.Name, model, root.Facts with
        {
            Format = format,
            Level = format == ProtobufFormat.WellKnown && root.Facts.Level < ProtobufLevel.Level240
                ? ProtobufLevel.Level240
                : root.Facts.Level,
        })
        { IsCollectible = root.IsCollectible };
    }

    static void CheckEndian()
    {
        if (!BitConverter.IsLittleEndian)
            throw new PlatformNotSupportedException("Protobuf copies numbers as they lie in memory, which needs a little-endian machine.");
    }

    public sealed class Entry<T>(Codec<ProtobufSink, ProtobufSource, T> codec, ProtobufField root)
    {
        public readonly Codec<ProtobufSink, ProtobufSource, T> Codec = codec;
        public readonly ProtobufField Root = root;
    }

    /// <summary>What is kept of a type, if it is yet: see <see cref="Codecs{TSink, TSource}.Standard{T}"/>.</summary>
    public static class Standard<T>
    {
        public static Entry<T>? Entry;
    }
}
