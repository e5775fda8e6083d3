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
        var settings = (model.Convention as ProtobufConvention)?.Settings ?? ProtobufSettings.Default with { WritesKind = true };
        return model.SetSlot(slot, new ProtobufField(
            model.Type.Name, model, new ProtobufMemberFacts { Number = 1, Level = settings.Level, WritesKind = settings.WritesKind, IsPacked = packed }));
    }

    /// <summary>The codec of a type, for a value of about this many bytes where that is known.</summary>
    public static Codec<ProtobufSink, ProtobufSource, T> CodecOf<T>(ProtobufOptions options, int bytes = 0) =>
        ReferenceEquals(options.Convention, Convention.Protobuf) && Standard<T>.Codec is { } known ? known : Find<T>(options, bytes);

    static Codec<ProtobufSink, ProtobufSource, T> Find<T>(ProtobufOptions options, int bytes)
    {
        CheckEndian();
        var codec = Codecs<ProtobufSink, ProtobufSource>.Of<T>(options.Convention, bytes);
        // One that begins interpreted is not kept: emitted code takes its place.
        if (ReferenceEquals(options.Convention, Convention.Protobuf) && Codecs<ProtobufSink, ProtobufSource>.IsMade(codec.Model))
            Standard<T>.Codec = codec = (Codec<ProtobufSink, ProtobufSource, T>)Codecs<ProtobufSink, ProtobufSource>.Of(codec.Model);
        return codec;
    }

    public static Codec<ProtobufSink, ProtobufSource> CodecOf(Type type, ProtobufOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        CheckEndian();
        return Codecs<ProtobufSink, ProtobufSource>.Of(options.Convention.ModelOf(type));
    }

    static void CheckEndian()
    {
        if (!BitConverter.IsLittleEndian)
            throw new PlatformNotSupportedException("Protobuf copies numbers as they lie in memory, which needs a little-endian machine.");
    }

    /// <summary>The root field of a type whose codec has been found, without a look-up where both are the standard ones.</summary>
    public static ProtobufField Of<T>(Codec<ProtobufSink, ProtobufSource, T> codec, ProtobufOptions options) =>
        ReferenceEquals(codec, Standard<T>.Codec) && !options.PackedRoots ? Standard<T>.Root ??= Of(codec.Model, options) : Of(codec.Model, options);

    static class Standard<T>
    {
        public static Codec<ProtobufSink, ProtobufSource, T>? Codec;
        public static ProtobufField? Root;
    }
}
