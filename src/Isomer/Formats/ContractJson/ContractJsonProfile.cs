using System.Collections.Immutable;
using System.Runtime.Serialization;
using Isomer.Conventions;

namespace Isomer.Formats;

/// <summary>Options in the form that writer and reader use.</summary>
internal sealed class ContractJsonProfile
{
    public ContractJsonProfile(ContractJsonOptions options)
    {
        if (options.RootName != "root")
            throw new ArgumentException($"A JSON contract has no other root name than 'root'; '{options.RootName}' was given.");
        Options = options;
        // As names, keys are text: how a type is seen depends on it, and so is another convention's business.
        Convention = options.UseSimpleDictionaryFormat ? options.Convention.Named : options.Convention;
        // With those that they name themselves.
        KnownTypes = [
            .. options.Convention.KnownTypes.Concat(options.KnownTypes).SelectMany(t => ContractInfo.Of(t).KnownTypes.Prepend(t))
                .Distinct()];
        MaxDepth = Math.Max(options.Limits.MaxDepth, 1);
        MaxItems = Math.Max(options.Limits.MaxItems, 1);
        MaxStringLength = options.Limits.MaxStringLength;
        MaxGraph = options.MaxItemsInObjectGraph;
        Emits = options.EmitTypeInformation;
        IsSimple = options.UseSimpleDictionaryFormat;
        Dates = options.DateTimeFormat;
    }

    public ContractJsonOptions Options { get; }

    public DataContractConvention Convention { get; }

    /// <summary>For values that write themselves as XML, which is a string here.</summary>
    public ContractXmlOptions Xml =>
        field ??= new ContractXmlOptions { Convention = Options.Convention, KnownTypes = Options.KnownTypes, Limits = Options.Limits };

    // Held by the type, which may be unloaded.
    readonly System.Runtime.CompilerServices.ConditionalWeakTable<Type, ContractXmlOptions> _xmlKnowing = [];

    /// <summary>The options for values that write themselves as XML, where a type is known of what stands around.</summary>
    public ContractXmlOptions XmlKnowing(Type type) => _xmlKnowing.GetValue(type, t => Xml with { KnownTypes = [.. Xml.KnownTypes, t] });

    /// <summary>The types that are known everywhere: the convention's and the options'.</summary>
    public ImmutableArray<Type> KnownTypes { get; }

    public int MaxDepth { get; }

    public int MaxItems { get; }

    public int MaxStringLength { get; }

    public int MaxGraph { get; }

    public EmitTypeInformation Emits { get; }

    public bool IsSimple { get; }

    public DateTimeFormat? Dates { get; }
}
