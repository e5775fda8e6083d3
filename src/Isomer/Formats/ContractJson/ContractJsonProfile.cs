using System.Collections.Immutable;
using System.Runtime.Serialization;

namespace Isomer;

/// <summary>Options in the form that writer and reader use.</summary>
internal sealed class ContractJsonProfile
{
    public ContractJsonProfile(ContractJsonOptions options)
    {
        if (options.RootName != "root")
            throw new ArgumentException($"A JSON contract has no other root name than 'root'; '{options.RootName}' was given.");
        Options = options;
        Convention = options.Convention;
        KnownTypes = [.. options.Convention.KnownTypes, .. options.KnownTypes];
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
