using Isomer.Conventions;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// A root whose type the caller's resolver names: of whatever type that is, for the resolver is the caller's own word. Only for
/// calls that give back object, as the serializers of the framework do.
/// </summary>
internal sealed class ContractXmlResolvedRoot<TEmit, TScan>(Codec<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>> declared)
    : Codec<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>(declared.Model)
    where TEmit : struct, IContractEmitter<TEmit>, allows ref struct
    where TScan : struct, IXmlScanner<TScan>, allows ref struct
{
    /// <summary>The codec of a root's type; where there is a resolver, this one before it.</summary>
    public static Codec<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>> Of(ContractXmlProfile profile, Type type)
    {
        var codec = ReplacedRoot<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Of(profile.Convention.ModelOf(type));
        return profile.Options.Resolver is null ? codec : new ContractXmlResolvedRoot<TEmit, TScan>(codec);
    }

    public override object? ReadObject(ref ContractXmlSource<TEmit, TScan> source) =>
        source.NamesOther(Model)
            ? source.Dynamic(Model.Convention.ModelOf(typeof(object)))
            : declared.ReadObject(ref source);

    public override void WriteObject(ref ContractXmlSink<TEmit, TScan> sink, object? value) => declared.WriteObject(ref sink, value);

    public override void WriteExactObject(ref ContractXmlSink<TEmit, TScan> sink, object value) =>
        declared.WriteExactObject(ref sink, value);

    public override object ReadExactObject(ref ContractXmlSource<TEmit, TScan> source) => declared.ReadExactObject(ref source);

    public override object FillObject(ref ContractXmlSource<TEmit, TScan> source, object target) =>
        declared.FillObject(ref source, target);
}
