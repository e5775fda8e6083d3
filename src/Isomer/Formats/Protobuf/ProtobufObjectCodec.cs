using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// A root that is declared as object is written as what it is: <c>Protobuf.Serialize(stream, (object)order)</c>. Within a message nothing
/// on the wire would say what it was, and so it is with reading: there the type has to be named.
/// </summary>
internal sealed class ProtobufObjectCodec(TypeModel model) : Codec<ProtobufSink, ProtobufSource, object>(model)
{
    static readonly int Slot = ModelSlot.Next();

    public static ProtobufObjectCodec Of(TypeModel model) =>
        (ProtobufObjectCodec?)model.GetSlot(Slot) ?? model.SetSlot(Slot, new ProtobufObjectCodec(model));

    public override void Write(ref ProtobufSink sink, object value) => WriteObject(ref sink, value);

    public override void WriteObject(ref ProtobufSink sink, object? value)
    {
        if (value is null)
            return;
        if (value.GetType() == typeof(object))
            throw NotReadable("written");
        var exact = Codecs<ProtobufSink, ProtobufSource>.Of(Model.Convention.ModelOf(value.GetType()));
        sink.BeginAs(exact.Model);
        exact.WriteObject(ref sink, value);
    }

    public override void WriteExactObject(ref ProtobufSink sink, object value) => WriteObject(ref sink, value);

    public override object Read(ref ProtobufSource source) => throw NotReadable("read");

    public override object? ReadObject(ref ProtobufSource source) => throw NotReadable("read");

    public override object ReadExactObject(ref ProtobufSource source) => throw NotReadable("read");

    public override object FillObject(ref ProtobufSource source, object target) => throw NotReadable("read");

    public override void Fill(ref ProtobufSource source, ref object target) => throw NotReadable("read");

    static NotSupportedException NotReadable(string what) =>
        new($"A '{typeof(object)}' cannot be {what}: nothing in the bytes of protobuf says what it is. Name the type, as in Protobuf.Deserialize(bytes, type).");
}
