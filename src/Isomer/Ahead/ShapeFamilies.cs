using System.ComponentModel;

namespace Isomer;

/// <summary>The conventions that shapes can be made for before a program runs: each as formats have it by default.</summary>
[Flags]
public enum ShapeFamilies
{
    /// <summary><see cref="Convention.Plain"/>: Json.</summary>
    Plain = 1,
    /// <summary>The plain convention as formats see it that give back all that they took: Compact.</summary>
    Lossless = 2,
    /// <summary><see cref="Convention.DataContract"/>: ContractXml, ContractJson.</summary>
    DataContract = 4,
    /// <summary><see cref="Convention.XmlAttributes"/>: Xml.</summary>
    XmlAttributes = 8,
    /// <summary><see cref="Convention.Protobuf"/>: Protobuf.</summary>
    Protobuf = 16,
    /// <summary><see cref="Convention.FastJson"/>: Json with <see cref="JsonOptions.FastJson"/>.</summary>
    FastJson = 32,
    /// <summary><see cref="Convention.Fields"/>: Nrbf, Soap.</summary>
    Fields = 64,
    /// <summary>
    /// All of these that the type has a shape under: what the facades write by. Those that follow are asked for one by one.
    /// </summary>
    All = Plain | Lossless | DataContract | XmlAttributes | Protobuf | FastJson | Fields,
    /// <summary>Json with <see cref="JsonOptions.Graph"/>.</summary>
    Graph = 128,
    /// <summary><see cref="Isomer.DeepCopy"/>.</summary>
    DeepCopy = 256,
    /// <summary><see cref="Xml.Format"/>, the handle, which carries more than <see cref="Xml"/>.</summary>
    XmlHandle = 512,
    /// <summary><see cref="Protobuf.Format"/>, the handle, which numbers members that have no numbers.</summary>
    ProtobufHandle = 1024,
}

/// <summary>
/// Asks the tool (<c>isomer shapes</c>) to make the shapes of a type, and of all that it is made of, before the program runs: on the type
/// itself, or on an assembly
/// for a type of another.
/// </summary>
/// <example><code>
/// [IsomerShape(Families = ShapeFamilies.Plain | ShapeFamilies.Protobuf)]
/// public class Order { public int Id { get; set; } }
///
/// [assembly: IsomerShape(typeof(List&lt;Order&gt;))]
/// </code></example>
[AttributeUsage(
    AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface | AttributeTargets.Enum | AttributeTargets.Assembly,
    AllowMultiple = true, Inherited = false)]
public sealed class IsomerShapeAttribute : Attribute
{
    /// <summary>The type that bears it.</summary>
    public IsomerShapeAttribute()
    {
    }

    /// <summary>Another type, also a closed generic one or an array.</summary>
    public IsomerShapeAttribute(Type type) => Type = type;

    /// <summary>The type; null for the one that bears the attribute.</summary>
    public Type? Type { get; }

    /// <summary>
    /// A static property whose value is a convention of your own (surrogates, subtypes, settings), under which the shapes are made in place
    /// of those of <see cref="Families"/>; of a plain one those that Json sees, Compact, or both, as these say. Its value must always be
    /// the same object.
    /// </summary>
    /// <example><code>
    /// static class Shop
    /// {
    ///     public static PlainConvention Convention { get; } = Isomer.Convention.Plain.WithSurrogate(new MoneySurrogate());
    /// }
    ///
    /// [IsomerShape(ConventionOf = typeof(Shop), Convention = nameof(Shop.Convention))]
    /// public class Order { public Money Price { get; set; } }
    /// </code></example>
    public string? Convention { get; init; }

    /// <summary>The class that has the property <see cref="Convention"/>; the type itself if nothing is said.</summary>
    public Type? ConventionOf { get; init; }

    /// <summary>Under which conventions; what Json and Compact see if nothing else is said.</summary>
    public ShapeFamilies Families { get; init; } = ShapeFamilies.Plain | ShapeFamilies.Lossless;

    /// <summary>
    /// Whether a call hands the type over, for which the package's generator says this: a type that can have no shape is warned of then,
    /// and no error. Without families a handler of an endpoint returns it, which counts where Isomer answers for handlers.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool OfCall { get; init; }
}
