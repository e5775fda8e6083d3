using System.Runtime.Serialization;
using Isomer.Conventions;

namespace Isomer;

/// <summary>For code that asks for an IFormatter; and what a contract's author should know.</summary>
public static partial class Protobuf
{
    /// <summary>
    /// What the contract of a type, and of all that it is made of, allows and hardly means: a member that the constructor sets to
    /// something else than zero, a [DefaultValue] that the constructor does not give. Empty where all comes back as it was.
    /// </summary>
    /// <example>
    /// <code>
    /// Assert.Empty(Protobuf.GetWarnings&lt;Order&gt;());       // in a test of your own
    /// </code>
    /// </example>
    public static IReadOnlyList<string> GetWarnings<T>(ProtobufOptions? options = null) => ProtobufWarnings.Of((options ?? ProtobufOptions.Default).Convention.ModelOf(typeof(T)));

#pragma warning disable SYSLIB0011, SYSLIB0050 // the interface is obsolete; what asks for it is not gone
    /// <summary>
    /// An IFormatter that writes and reads values of one type: the bytes of <see cref="Serialize{T}(Stream, T, ProtobufOptions?)"/>, with
    /// no name of a type in them. Reading takes the stream to its end.
    /// </summary>
    public static IFormatter CreateFormatter<T>(ProtobufOptions? options = null) => new Formatter<T>(options);

    sealed class Formatter<T>(ProtobufOptions? options) : IFormatter
    {
        public SerializationBinder? Binder { get; set; }

        public StreamingContext Context { get; set; }

        public ISurrogateSelector? SurrogateSelector { get; set; }

        public void Serialize(Stream serializationStream, object graph)
        {
            if (graph is not T)
                throw new ArgumentException($"This formatter writes values of '{typeof(T)}', which a '{graph?.GetType().ToString() ?? "null"}' is not.", nameof(graph));
            Protobuf.Serialize(serializationStream, graph, typeof(T), options);
        }

        public object Deserialize(Stream serializationStream) => Protobuf.Deserialize(serializationStream, typeof(T), options)!;
    }
#pragma warning restore SYSLIB0011, SYSLIB0050
}
