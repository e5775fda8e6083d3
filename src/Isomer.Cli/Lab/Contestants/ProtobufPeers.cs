using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using Google.Protobuf;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Scenarios;
using Isomer.Measuring;

#pragma warning disable SYSLIB0011, SYSLIB0050, SYSLIB0051 // BinaryFormatter and what it needs: only on its own data
namespace Isomer.Cli.Lab.Contestants;

/// <summary>
/// Google.Protobuf on its generated classes: the data is converted before the clock starts, and a read is ParseFrom alone.
/// </summary>
sealed class GoogleProtobufPeer : LabPeer
{
    public override string Name => "Google.Protobuf";

    public override string Version => VersionOf(typeof(IMessage));

    public override string Options => "generated classes";

    static readonly Type[] s_types = [typeof(Test1), typeof(Test2), typeof(Test3), typeof(Database), typeof(Link), typeof(Older),
        typeof(Newer), typeof(Texts), typeof(Crowd)];

    public override string? WhyNot(LabCase @case) => s_types.Contains(@case.Type) ? null
        : @case.Type == typeof(Owner)
            ? "messages have no subtypes"
            : "works on classes generated from a .proto only, and there are none for this type";

    public override (string Language, string Text)? SchemaOf<T>() => typeof(T) == typeof(Newer)
        ? ("descriptor", Messages.ProbeNewer.Descriptor.ToProto().ToString()) : null;

    public override PeerCalls For<T>(LabCase<T> @case) => (object)@case.Value switch
    {
        Test1 v => On(new Messages.Test1 { A = v.A }, m => new Test1 { A = m.A }),
        Test2 v => On(new Messages.Test2 { B = v.B }, m => new Test2 { B = m.B }),
        Test3 v => On(new Messages.Test3 { C = new Messages.Test1 { A = v.C!.A } }, m => new Test3 { C = new Test1 { A = m.C.A } }),
        Database v => On(OrdersOnWire.To(v), OrdersOnWire.From),
        Link v => On(ProbeMessages.To(v), ProbeMessages.From),
        Older v => On(ProbeMessages.To(v), ProbeMessages.From),
        Newer v => On(ProbeMessages.To(v), ProbeMessages.From),
        Texts v => On(ProbeMessages.To(v), ProbeMessages.From),
        Crowd v => On(ProbeMessages.To(v), ProbeMessages.From),
        _ => throw new NotSupportedException(),
    };

    static PeerCalls On<M>(M message, Func<M, object> back) where M : IMessage<M>, new()
    {
        var parser = new MessageParser<M>(() => new M());
        return new PeerCalls(() => message.ToByteArray(), bytes => parser.ParseFrom(bytes))
        {
            WriteTo = o => message.WriteTo(o),
            WriteStream = s => message.WriteTo(s),
            ReadSequence = s => parser.ParseFrom(s),
            ReadStream = s => parser.ParseFrom(s),
            Back = read => back((M)read),
        };
    }
}

/// <summary>Who writes a bridge.</summary>
enum BridgeForm { BinaryFormatter, XmlSerializer, Nrbf }

/// <summary>
/// Article 003's bridges: BinaryFormatter (or our Nrbf, with the same bytes) by way of ISerializable, or XmlSerializer by way of
/// IXmlSerializable, around the bytes of protocol buffers.
/// </summary>
sealed class BridgePeer(BridgeForm form) : LabPeer
{
    public override string Name => form switch
    {
        BridgeForm.XmlSerializer => "XmlSerializer around protobuf",
        BridgeForm.Nrbf => "Isomer Nrbf around protobuf",
        _ => "BinaryFormatter around protobuf",
    };

    public override string Version =>
        VersionOf(
            form switch
            {
                BridgeForm.XmlSerializer => typeof(XmlSerializer),
                BridgeForm.Nrbf => typeof(Format),
                _ => typeof(BinaryFormatter)
            });

    public override string Options =>
        (form == BridgeForm.XmlSerializer ? "IXmlSerializable, base64, " : "ISerializable, byte[], ") + "Isomer Protobuf inside";

    public override bool IsOurs => form == BridgeForm.Nrbf;

    /// <summary>
    /// Large payloads and small ones, as the article's remoting examples: for the small ones what is around them is most of it.
    /// </summary>
    public override bool TakesPart(LabCase @case) => @case.Type == typeof(Database)
        || (form != BridgeForm.XmlSerializer
            && (@case.Type == typeof(Test1) || @case.Type == typeof(Test2) || @case.Type == typeof(Test3)));

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        if (form == BridgeForm.Nrbf)
        {
            var bridged = new BinaryBridge<T> { Value = @case.Value };
            return PeerCalls.OfStreams(s => Nrbf.Serialize(s, bridged),
                s => Nrbf.Deserialize<BinaryBridge<T>>(s)!) with
            { Back = read => ((BinaryBridge<T>)read).Value! };
        }
        if (form == BridgeForm.BinaryFormatter)
            return BinaryFormatterPeer.Of(
                new BinaryBridge<T> { Value = @case.Value }) with
            { Back = read => ((BinaryBridge<T>)read).Value! };
        var value = (Database)(object)@case.Value;
        var serializer = new XmlSerializer(typeof(ProtobufXmlBridge));
        var bridge = new ProtobufXmlBridge { Value = value };
        return PeerCalls.OfStreams(s => serializer.Serialize(s, bridge),
            s => serializer.Deserialize(s)!) with
        { Back = read => ((ProtobufXmlBridge)read).Value! };
    }

    public static byte[] Write(Database value) => Protobuf.Serialize(value);

    public static Database Read(byte[] bytes) => Protobuf.Deserialize<Database>(bytes);

    [Serializable]
    sealed class BinaryBridge<T> : ISerializable
    {
        public T? Value { get; init; }

        public BinaryBridge()
        {
        }

        BinaryBridge(SerializationInfo info, StreamingContext context) =>
            Value = Protobuf.Deserialize<T>((byte[])info.GetValue("p", typeof(byte[]))!);

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("p", Protobuf.Serialize(Value));
    }
}

/// <summary>The orders as base64 in an element. Public because XmlSerializer asks for that.</summary>
public sealed class ProtobufXmlBridge : IXmlSerializable
{
    public Database? Value { get; set; }

    public XmlSchema? GetSchema() => null;

    public void ReadXml(XmlReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        Value = BridgePeer.Read(Convert.FromBase64String(reader.ReadElementContentAsString()));
    }

    public void WriteXml(XmlWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        byte[] bytes = BridgePeer.Write(Value!);
        writer.WriteBase64(bytes, 0, bytes.Length);
    }
}
