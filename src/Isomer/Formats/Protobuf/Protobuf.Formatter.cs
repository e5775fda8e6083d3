// IFormatter is obsolete for what others do behind it:
// here the type is given, and nothing is loaded because bytes name it.
#pragma warning disable SYSLIB0011, SYSLIB0050
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer;

public static partial class Protobuf
{
    /// <summary>
    /// For code that works with any <see cref="IFormatter"/>: one that writes and reads values of one declared type. A message says
    /// nothing of its type, so a binder and a surrogate selector have no say; they are kept as they are set.
    /// </summary>
    public static IFormatter CreateFormatter(Type type, ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        options ??= ProtobufOptions.Default;
        Formats.ProtobufRoot.CodecOf(type, options);
        return new Adapter(type, options);
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class Adapter(Type type, ProtobufOptions options) : IFormatter
    {
        public SerializationBinder? Binder { get; set; }

        public StreamingContext Context { get; set; }

        public ISurrogateSelector? SurrogateSelector { get; set; }

        public object Deserialize(Stream serializationStream) =>
            Protobuf.Deserialize(serializationStream, type, options)
                ?? throw new WireFormatException($"The input holds no '{type}'.") { Format = FormatName, Offset = 0 };

        public void Serialize(Stream serializationStream, object graph) => Protobuf.Serialize(serializationStream, graph, type, options);
    }
}
