using Isomer.Formats;

namespace Isomer;

public static partial class Protobuf
{
    /// <summary>
    /// The .proto file of a type and of all that it is made of; protoc compiles it, and what it generates reads our bytes.
    /// </summary>
    public static string GetProto<T>(ProtobufSyntax syntax = ProtobufSyntax.Proto3, string? package = null,
        ProtobufOptions? options = null) =>
        GetProto([typeof(T)], syntax, package, options);

    /// <summary>The .proto file of several types.</summary>
    public static string GetProto(IEnumerable<Type> types, ProtobufSyntax syntax = ProtobufSyntax.Proto3, string? package = null,
        ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(types);
        if (package is not null && !Printing.Identifiers.IsProto(package, dotted: true))
            throw new ArgumentException($"{Printing.Quoting.CSharp(package)} is no package of .proto.", nameof(package));
        options ??= ProtobufOptions.Default;
        var builder = new ProtoBuilder(syntax, options, package);
        foreach (var type in types)
            builder.Add(options.Convention.ModelOf(type));
        return ProtoPrinter.Print(builder.Build());
    }
}
