using System.Collections;
using System.Globalization;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Isomer.Tests.Differential;
using Isomer.Tests.Everything;
using Xunit;
using Everyone = Isomer.Tests.Everything.Everything;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// Edited bytes, through Google's generated code and through the classes that from-proto prints of the same .proto: both read the same
/// message with the same unknown fields, or both refuse.
/// </summary>
public class ProtobufAgainstGoogle(ITestOutputHelper output)
{
    [Fact]
    public void Edited_bytes_are_read_as_Google_reads_them()
    {
        var type = CompiledProto.Type("Everything");
        int seconds = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_SECONDS"), CultureInfo.InvariantCulture,
            out int s) ? s : 0;
        int seed = seconds > 0 ? Environment.TickCount & 0xFFFFFF : 1;
        if (int.TryParse(Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_SEED"), CultureInfo.InvariantCulture, out int given))
            seed = given;
        output.WriteLine($"seed {seed}");
        var watch = System.Diagnostics.Stopwatch.StartNew();
        var found = new List<string>();
        int cases = 0, refused = 0, times = 0, holes = 0;
        for (; seconds > 0 ? watch.Elapsed.TotalSeconds < seconds : cases < 6000; cases++, seed++)
        {
            var choices = new Choices(seed);
            byte[] bytes = RandomMessages.BytesOf(new RandomMessages(choices.Below(10_000), wholeTicks: true).Next());
            if (!choices.Once(10))
                bytes = ProtobufEdits.Edit(bytes, choices);
            Everyone? theirs = null;
            try
            {
                theirs = Everyone.Parser.ParseFrom(bytes);
            }
            catch (Exception e) when (e is InvalidProtocolBufferException or InvalidOperationException or IndexOutOfRangeException)
            {
                // The last: Google's C# steps over the end of an array within a varint.
                refused++;
            }
            Everyone? ours = null;
            string? problem = null;
            try
            {
                ours = Everyone.Parser.ParseFrom(Protobuf.Serialize(Protobuf.Deserialize(bytes, type), type));
            }
            catch (WireFormatException e)
            {
                problem = e.ToString();
            }
            // What a DateTime, a TimeSpan or a string of this process cannot hold.
            if (problem is not null && theirs is not null
                && (problem.Contains("A time is out of range", StringComparison.Ordinal)
                    || problem.Contains("nanoseconds", StringComparison.Ordinal)
                    || problem.Contains("DateTime can be", StringComparison.Ordinal)))
            {
                times++;
                continue;
            }
            // Google's C# reads beyond the end of a wrapper, passes over what has no wire type in the entries of maps, and takes tags of
            // more than five bytes and 32 bits.
            if (problem is not null && theirs is not null && !WireRules.IsWhole(bytes, Everyone.Descriptor))
            {
                holes++;
                continue;
            }
            if (theirs is not null)
                CutTimes(theirs);
            if (theirs is null != ours is null)
                found.Add(
                    $"seed {seed}: {(theirs is null ? "only ours reads" : "only ours refuses: " + problem!.Split('\n')[0])}\n{Convert.ToHexString(bytes)}");
            else if (theirs is not null && Text(theirs) != Text(ours!) && WireRules.HasZeroInWrapper(bytes, Everyone.Descriptor))
                // Google's C# passes over an explicit zero in a later piece of a wrapper.
                holes++;
            else if (theirs is not null && Text(theirs) != Text(ours!))
                found.Add($"seed {seed}: not the same\nbytes  {Convert.ToHexString(bytes)}\ntheirs {Text(theirs)}\nours   {Text(ours!)}");
            if (found.Count == 5)
                break;
        }
        output.WriteLine(
            $"{cases} cases, {refused} refused by both, {times} with a time that a DateTime cannot hold, {holes} malformed and read by Google's C# all the same");
        Assert.True(found.Count == 0, string.Join("\n\n", found));
    }

    /// <summary>There is no place for them in a DateTime.</summary>
    static void DropUnknown(IMessage message) =>
        message.GetType()
            .GetField("_unknownFields", System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!.SetValue(
                message, null);

    /// <summary>A DateTime has ticks of 100 ns; what is below is cut (docs/protobuf.md).</summary>
    static void CutTimes(IMessage message)
    {
        switch (message)
        {
            case Timestamp timestamp:
                timestamp.Nanos -= timestamp.Nanos % 100;
                // What has other than a fraction of a second there comes back as the same time with one.
                long seconds = Math.DivRem(timestamp.Nanos, 1_000_000_000, out int nanos) - (nanos < 0 ? 1 : 0);
                (timestamp.Seconds, timestamp.Nanos) = (timestamp.Seconds + seconds, nanos < 0 ? nanos + 1_000_000_000 : nanos);
                DropUnknown(timestamp);
                return;
            case Duration duration:
                duration.Nanos -= duration.Nanos % 100;
                // Of one sign.
                var total = ((Int128)duration.Seconds * 1_000_000_000) + duration.Nanos;
                (duration.Seconds, duration.Nanos) = ((long)(total / 1_000_000_000), (int)(total % 1_000_000_000));
                DropUnknown(duration);
                return;
        }
        foreach (var field in message.Descriptor.Fields.InDeclarationOrder())
            switch (field.Accessor.GetValue(message))
            {
                case IMessage inner:
                    CutTimes(inner);
                    break;
                case IDictionary map:
                    foreach (object? value in map.Values)
                        if (value is IMessage inMap)
                            CutTimes(inMap);
                    break;
                case IList list:
                    foreach (object? item in list)
                        if (item is IMessage inList)
                            CutTimes(inList);
                    break;
            }
    }

    /// <summary>docs/protobuf.md says so: the last piece of a wrapper counts, also where it says zero, as in Google's C++.</summary>
    [Fact]
    public void A_wrapper_in_pieces_of_which_the_last_says_zero()
    {
        byte[] bytes = Convert.FromHexString("AA01020805AA01020800");
        Assert.True(WireRules.HasZeroInWrapper(bytes, Everyone.Descriptor));
        Assert.False(WireRules.HasZeroInWrapper(bytes.AsSpan(0, 5), Everyone.Descriptor));
        Assert.Equal("AA01020805", Text(Everyone.Parser.ParseFrom(bytes)));
        var type = CompiledProto.Type("Everything");
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new ProtobufOptions { Convention = Convention.Protobuf.WithTier(tier) };
            Assert.Equal("AA0100", Convert.ToHexString(Protobuf.Serialize(Protobuf.Deserialize(bytes, type, options), type, options)));
        }
    }

    /// <summary>What the run above found: unknown fields in several pieces of one message, and in an Any, are kept.</summary>
    [Theory]
    [InlineData("8A01021807"), InlineData("8A01020801"), InlineData("8A01050D6042A20D"), InlineData("8A010218078A01050A01611808"),
        InlineData("8A01070A01611807120162"), InlineData("8A010218078A01008A01050A01611808"), InlineData("8A010218078A01008A0100")]
    [InlineData("0A022A00"), InlineData("0A042A002A01"), InlineData("0A022A000A042A020807"), InlineData("0A0208050A022A000A042A020807"),
        InlineData("0A02080512000A022A000A042A0208071201FF")]
    public void Unknown_fields_in_pieces(string hex)
    {
        byte[] bytes = Convert.FromHexString(hex);
        string? theirs = null, ours = null;
        try
        {
            theirs = Text(Everyone.Parser.ParseFrom(bytes));
        }
        catch (InvalidProtocolBufferException)
        {
        }
        var type = CompiledProto.Type("Everything");
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new ProtobufOptions { Convention = Convention.Protobuf.WithTier(tier) };
            try
            {
                ours = Text(Everyone.Parser.ParseFrom(Protobuf.Serialize(Protobuf.Deserialize(bytes, type, options), type, options)));
            }
            catch (WireFormatException)
            {
                ours = null;
            }
            Assert.Equal(theirs, ours);
        }
    }

    /// <summary>By its bytes: NaN and unknown fields are compared too.</summary>
    static string Text(Everyone message) => Convert.ToHexString(message.ToByteArray());
}
