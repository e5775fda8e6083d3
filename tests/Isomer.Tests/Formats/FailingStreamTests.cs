using System.Security.Cryptography;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>What a stream throws, and not its bytes, is nobody's error but the stream's: it passes, of whatever type it is.</summary>
public class FailingStreamTests
{
    [ProtobufContract]
    public class Item { [ProtobufMember(1)] public int Id { get; set; } [ProtobufMember(2)] public string? Text { get; set; } }

    public static TheoryData<Type> Errors => [
        typeof(ObjectDisposedException), typeof(TimeoutException), typeof(InvalidDataException), typeof(CryptographicException),
        typeof(IOException)];

    [Theory, MemberData(nameof(Errors))]
    public void Passes(Type error)
    {
        var item = new Item { Id = 1, Text = new string('x', 50_000) };
        foreach (var (write, read) in new (Func<byte[]>, Func<Stream, object?>)[]
        {
            (() => Json.Serialize(item), s => Json.Deserialize<Item>(s)),
            (() => Protobuf.Serialize(item), s => Protobuf.Deserialize<Item>(s)),
            (() => Compact.Serialize(item), s => Compact.Deserialize<Item>(s)),
            (() => Xml.Serialize(item), s => Xml.Deserialize<Item>(s)),
            (() => ContractXml.Serialize(item), s => ContractXml.Deserialize<Item>(s)),
            (() => ContractJson.Serialize(item), s => ContractJson.Deserialize<Item>(s)),
        })
        {
            byte[] payload = write();
            foreach (int at in new[] { 0, 1, 100, payload.Length - 1 })
                Assert.IsType(error, Record.Exception(() => read(new Failing(payload, at, error))));
        }
    }

    sealed class Failing(byte[] bytes, int at, Type error) : MemoryStream(bytes)
    {
        public override int Read(Span<byte> buffer)
        {
            byte[] some = new byte[buffer.Length];
            int count = Read(some, 0, some.Length);
            some.AsSpan(0, count).CopyTo(buffer);
            return count;
        }

        public override int Read(byte[] buffer, int offset, int count) => Position < at
            ? base.Read(buffer, offset, (int)Math.Min(count, at - Position))
            : throw (Exception)Activator.CreateInstance(error, "the stream's own")!;
    }
}
