using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using Isomer.Calls;
using Isomer.Formats;

namespace Isomer;

/// <summary>
/// How ContractJson reads and writes. Immutable: make variants with <c>with</c>, and keep them. The defaults are
/// DataContractJsonSerializer's, but for the limits.
/// </summary>
public sealed record ContractJsonOptions
{
    Derived<ContractJsonProfile> _profile;

    /// <summary>The options that apply where a call names none.</summary>
    public static ContractJsonOptions Default { get; } = new();

    /// <summary>How CLR types are seen. Surrogates and read-only types are options of the convention: make it once and keep it.</summary>
    public DataContractConvention Convention { get; init; } = Isomer.Convention.DataContract;

    /// <summary>
    /// Types that may stand wherever a base of theirs, an interface or object is declared, beside those of the convention.
    /// </summary>
    public IEnumerable<Type> KnownTypes { get; init => field = [.. value ?? []]; } = [];

    /// <summary>Where <c>__type</c> is written.</summary>
    public EmitTypeInformation EmitTypeInformation { get; init; }

    /// <summary>Whether dictionaries are objects, <c>{"a":1}</c>, rather than arrays of <c>{"Key":"a","Value":1}</c>.</summary>
    public bool UseSimpleDictionaryFormat { get; init; }

    /// <summary>The form of dates, in place of <c>\/Date(ms)\/</c>.</summary>
    public DateTimeFormat? DateTimeFormat { get; init; }

    /// <summary>What untrusted input may cost.</summary>
    public Limits Limits { get; init; } = Limits.Default;

    /// <summary>The most objects, members and items of one value, counted as the original counts them.</summary>
    public int MaxItemsInObjectGraph { get; init; } = int.MaxValue;

    /// <summary>
    /// The name of the root, for readers and writers of XML that <see cref="ContractJsonSerializer"/> is given; JSON has no other than
    /// "root".
    /// </summary>
    public string RootName { get; init; } = "root";

    /// <summary>Whether the data of unknown members is dropped where the type would keep it.</summary>
    public bool IgnoreExtensionDataObject { get; init; }

    /// <summary>
    /// Whether content is dropped where the original drops it: members of an object in an <c>object</c> member that does not
    /// name its type. By default that is an error.
    /// </summary>
    public bool AllowsLosses { get; init; }

    /// <summary>Whether what is accepted beyond RFC 8259 is refused: see docs/contractjson.md.</summary>
    public bool IsStrict { get; init; }

    /// <summary>The options that mean what these settings mean to the original.</summary>
    public static ContractJsonOptions Of(DataContractJsonSerializerSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        return new ContractJsonOptions
        {
            Convention = settings.SerializeReadOnlyTypes
                ? Isomer.Convention.DataContract.WithReadOnlyTypes()
                : Isomer.Convention.DataContract,
            KnownTypes = settings.KnownTypes ?? [],
            EmitTypeInformation = settings.EmitTypeInformation,
            UseSimpleDictionaryFormat = settings.UseSimpleDictionaryFormat,
            DateTimeFormat = settings.DateTimeFormat,
            MaxItemsInObjectGraph = settings.MaxItemsInObjectGraph,
            IgnoreExtensionDataObject = settings.IgnoreExtensionDataObject,
            RootName = settings.RootName ?? "root",
        };
    }

    /// <summary>
    /// Whether a key that is __type is written so that it does not name a type: the JSON goes on as XML, where an element can be called so.
    /// </summary>
    internal bool EscapesTypeKey { get; init; }

    internal ContractJsonProfile Profile => _profile.Get(this, static o => new ContractJsonProfile(o));
}
