using System.CommandLine;

namespace Isomer.Cli.Commands;

/// <summary>`schema from-proto`: the C# classes of .proto files.</summary>
static class FromProtoCommand
{
    static readonly string[] s_attributes = ["isomer", "protobuf-net"];

    public static Command Create()
    {
        var files = new Argument<string[]>("files")
        { Description = ".proto files: proto2, proto3 or editions; what they import is read too", Arity = ArgumentArity.OneOrMore };
        var folders = new Option<string[]>("--include", "-I")
        {
            Description = "A folder in which imports are looked for, beside the files' own; google/protobuf is known",
            HelpName = "FOLDER"
        };
        var space = new Option<string?>("--namespace")
        { Description = "The namespace, by default that of csharp_namespace or of the package", HelpName = "NAME" };
        var attributes = new Option<string>("--attributes")
        {
            Description = "Whose attributes the classes bear: isomer (default) or protobuf-net",
            HelpName = "PACKAGE",
            DefaultValueFactory = _ => s_attributes[0]
        };
        attributes.AcceptOnlyFromAmong(s_attributes);
        return new Command("from-proto", "Prints the C# classes of .proto files.") { files, folders, space, attributes }
            .Runs(r =>
                Run(r.GetValue(files) ?? [], r.GetValue(folders) ?? [], r.GetValue(space), r.GetValue(attributes) == s_attributes[1]))
            .WithExamples(
                "isomer schema from-proto order.proto > Order.cs",
                "isomer schema from-proto api/*.proto -I api -I third_party --namespace My.Api");
    }

    static int Run(string[] files, string[] folders, string? space, bool protobufNet)
    {
        foreach (string file in files)
            if (!File.Exists(file))
                throw new CliException(ExitCode.Usage, $"There is no file {file}.");
        Terminal.Write(ProtobufSchema.Load(files, folders).ToCSharp(space, protobufNet));
        return ExitCode.Ok;
    }
}
