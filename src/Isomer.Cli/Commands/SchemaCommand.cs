using System.CommandLine;
using Isomer.Cli.Converting;
using Isomer.Cli.Payloads;
using Isomer.Cli.Schemas;

namespace Isomer.Cli.Commands;

/// <summary>`schema`: what a type or some payloads look like, in a language that others read.</summary>
static class SchemaCommand
{
    static readonly string[] s_languages = ["json-schema", "proto", "xsd", "contract-xsd", "xml-xsd", "csharp"];

    public static Command Create()
    {
        var files = new Argument<string[]>("payloads")
        { Description = "Payloads to infer from, the more the better, and folders of them; - for standard input", Arity = ArgumentArity.ZeroOrMore };
        var language = new Option<string>("--as")
        {
            Description = $"{string.Join(", ", s_languages)} (default json-schema)",
            HelpName = "LANGUAGE",
            DefaultValueFactory = _ => s_languages[0]
        };
        language.AcceptOnlyFromAmong(s_languages);
        var from = CommonOptions.FormatOption("--from", "The format of the payloads, if it should not be found out");
        var type = CommonOptions.Type();
        var assembly = CommonOptions.Assembly();
        var name = new Option<string>("--name")
        {
            Description = "The name of the outermost type, where payloads do not say one (default Root)",
            HelpName = "NAME",
            DefaultValueFactory = _ => "Root"
        };
        var space = new Option<string>("--namespace")
        {
            Description = "The namespace or package of C# and .proto (default Model)",
            HelpName = "NAME",
            DefaultValueFactory = _ => "Model"
        };
        var lines = new Option<bool>("--ndjson")
        { Description = "Payloads are JSON lines, one or more: each is a sample. More than one are known by themselves" };
        var folder = new Option<string>("--out")
        { Description = "Of xsd, contract-xsd and xml-xsd: the folder for a file of each namespace", HelpName = "FOLDER" };
        var closedSet = new Option<bool>("--closed-set")
        { Description = "Of payloads of BinaryFormatter: the types that they name, how often, and the code that lists them" };
        return new Command("schema", "Prints a schema of a type, or of what payloads have in common.")
            { files, language, from, type, assembly, name, space, lines, folder, closedSet, FromProtoCommand.Create() }
            .Runs(r => r.GetValue(closedSet) ? NrbfSchema.ClosedSet(PayloadFiles.Of(r.GetValue(files) ?? []))
                : Run(PayloadFiles.Of(r.GetValue(files) ?? []),
                    r.GetValue(language)!, r.GetValue(from), r.GetValue(type), r.GetValue(assembly),
                    r.GetValue(name)!, r.GetValue(space)!, r.GetValue(lines), r.GetValue(folder)))
            .WithExamples(
                "isomer schema order.json --as csharp --name Order",
                "isomer schema samples/ --as json-schema",
                "isomer schema --type My.Order --assembly My.dll --as proto",
                "isomer schema --type My.Order --assembly My.dll --as contract-xsd --out schemas",
                "isomer schema old/*.bin --as csharp",
                "isomer schema old/*.bin --closed-set");
    }

    static int Run(string[] files, string language, string? from, string? typeName, FileInfo? assembly, string name, string space,
        bool lines, string? folder)
    {
        if (typeName is null == (files.Length == 0))
            throw new CliException(ExitCode.Usage, "Give either payloads or --type.");
        if (folder is not null && !language.EndsWith("xsd", StringComparison.Ordinal))
            throw new CliException(ExitCode.Usage, $"--out is for schemas of XML, which have a file for each namespace: {language} is one text.");
        if (language is "contract-xsd" or "xml-xsd")
        {
            Type described = UserTypes.Find(assembly,
                typeName ?? throw new CliException(ExitCode.Usage, $"{language} needs a --type: the names are those of its attributes."));
            XsdDocuments.Print(language == "xml-xsd" ? Isomer.Xml.SchemasOf(described) : ContractXml.SchemasOf(described), folder);
            return ExitCode.Ok;
        }
        if (typeName is not null && language == "proto")
        {
            Terminal.Write(ProtoOf(UserTypes.Find(assembly, typeName), PackageOf(space)));
            return ExitCode.Ok;
        }
        if (typeName is null && language == "csharp" && !lines && NrbfSchema.TryPrint(files, from))
            return ExitCode.Ok;
        if (typeName is not null)
            return Print(FromType.Of(UserTypes.Find(assembly, typeName)), language, name, space, folder);
        if (lines)
            return Print(Inference.Of(files.SelectMany(f => JsonLines.Read(Payload.Read(f).Bytes)), name), language, name, space, folder);
        (Payload, Sniffed)[] samples = [.. files.Select(f => Read(f, from))];
        // Formats that say more of themselves than names and kinds: it is not to be lost on the way.
        if (language == "xsd" && Array.TrueForAll(samples, s => XmlInference.Takes(s.Item2.Format)))
        {
            XsdDocuments.Print(XmlInference.Of(samples, isAlone: folder is null), folder);
            return ExitCode.Ok;
        }
        if (language is "proto" or "csharp" && Array.TrueForAll(samples, s => s.Item2.Format.Name == Protobuf.Format.Name)
            && ProtobufInference.Print([.. samples.Select(s => s.Item2.Node)], name, PackageOf(space), Terminal.Note) is { } proto)
        {
            Terminal.Write(language == "proto" ? proto : Headed(ProtobufSchema.Parse(proto).ToCSharp(space)));
            return ExitCode.Ok;
        }
        return Print(
            Inference.Of(
                samples.SelectMany(s => s.Item2 is { IsLines: true, Node: NodeArray all } ? (IEnumerable<Node?>)all : [s.Item2.Node]),
                name), language, name, space, folder);
    }

    static int Print(Schema schema, string language, string name, string space, string? folder)
    {
        string text = language switch
        {
            "proto" => ProtoPrinter.Print(schema, PackageOf(space)),
            "xsd" => XsdPrinter.Print(schema, System.Xml.XmlConvert.EncodeLocalName(Schema.Identifier(name))!),
            "csharp" => CSharpPrinter.Print(schema, space),
            _ => JsonSchemaPrinter.Print(schema),
        };
        if (folder is null)
            Terminal.Write(text);
        else
            XsdDocuments.Save(folder, text);
        return ExitCode.Ok;
    }

    /// <summary>With the command that made it: no .proto file was there.</summary>
    static string Headed(string classes) =>
        classes.Replace("`isomer schema from-proto`", "`isomer schema --as csharp`", StringComparison.Ordinal);

    /// <summary>My.Model as my.model.</summary>
    static string PackageOf(string space)
    {
        string package = space.ToLowerInvariant();
        return Printing.Identifiers.IsProto(package, dotted: true)
            ? package
            : throw new CliException(ExitCode.Usage, $"{Printing.Quoting.CSharp(space)} is no package of .proto.");
    }

    /// <summary>
    /// With the numbers of its contract; a type without one has its members numbered as they are declared, and that is told.
    /// </summary>
    static string ProtoOf(Type type, string package)
    {
        if (ProtoOf(type, package, Convention.Protobuf, out _) is { } contract)
            return contract;
        if (ProtoOf(type, package, Convention.Protobuf.WithNumberedMembers(), out NotSupportedException? why) is not { } numbered)
            throw why!;
        Terminal.Note(
            $"{type.Name} has no contract that numbers all of its members: here they are numbered as they are declared. Move one, and the numbers are others; [ProtobufContract] with [ProtobufMember(1)] keeps them.");
        return numbered;
    }

    static string? ProtoOf(Type type, string package, Convention convention, out NotSupportedException? why)
    {
        why = null;
        var options = new ProtobufOptions { Convention = convention };
        // Groups have a form in an edition alone.
        foreach (ProtobufSyntax syntax in (ProtobufSyntax[])[ProtobufSyntax.Proto3, ProtobufSyntax.Edition2023])
        {
            try
            {
                return Protobuf.GetProto([type], syntax, package, options);
            }
            catch (NotSupportedException e)
            {
                why = e;
            }
        }
        return null;
    }

    static (Payload, Sniffed) Read(string file, string? from)
    {
        Payload payload = Payload.Read(file);
        Sniffed sniffed = Sniffer.Sniff(payload, from);
        return sniffed.HasNode
            ? (payload, sniffed)
            : throw new CliException(ExitCode.Usage, $"{file} is {sniffed.Format.Name}, which does not say its names.");
    }
}
