using System.Buffers;
using Google.Protobuf;
using Isomer.Bench.Data;

namespace Isomer.Bench.Peers;

/// <summary>
/// Google.Protobuf on its own generated classes: the object graph is converted before the clock starts, and a read
/// is ParseFrom alone. Verify converts back and compares, so that the same data is known to have travelled.
/// </summary>
public sealed class GoogleProtobuf : Peer
{
    public const string Id = "Google.Protobuf";

    public override string Name => Id;

    public override string Version => VersionOf(typeof(IMessage));

    /// <summary>Everything but the wide object, whose types protocol buffers does not have.</summary>
    public override Contestant? For<T>(Case<T> @case) => @case.Value switch
    {
        Database v => On(@case, OrdersOnWire.To(v), OrdersOnWire.From),
        Tiny v => On(@case, new Wire.Tiny { A = v.A }, m => new Tiny { A = m.A }),
        Tree v => On(@case, To(v), From),
        List<string> v => On(@case, new Wire.Strings { Items = { v } }, m => m.Items.ToList()),
        double[] v => On(@case, new Wire.Doubles { Items = { v } }, m => m.Items.ToArray()),
        int[] v => On(@case, new Wire.Ints { Items = { v } }, m => m.Items.ToArray()),
        Dictionary<string, int> v => On(@case, new Wire.Counts { Items = { v } }, m => m.Items.ToDictionary()),
        _ => null,
    };

    Contestant On<T, M>(Case<T> @case, M message, Func<M, object> back) where T : class where M : IMessage<M>, new()
    {
        var parser = new MessageParser<M>(() => new M());
        var kept = new ArrayBufferWriter<byte>();
        return new(Name, Version, () => message.ToByteArray(), bytes => parser.ParseFrom(bytes), read => @case.Verify(back((M)read)))
        {
            WriteKept = () =>
            {
                kept.ResetWrittenCount();
                message.WriteTo(kept);
            },
        };
    }

    static Wire.Tree To(Tree from) => new() { Name = from.Name, Children = { from.Children.Select(To) } };

    static Tree From(Wire.Tree from) => new() { Name = from.Name, Children = [.. from.Children.Select(From)] };
}
