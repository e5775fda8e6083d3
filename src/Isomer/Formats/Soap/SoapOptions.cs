using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Formats;

namespace Isomer;

/// <summary>How <c>Soap</c> writes and reads. Immutable; derive variants by <c>with</c>.</summary>
public sealed record SoapOptions
{
    static readonly ConditionalWeakTable<SoapOptions, NamedTypes> Found = [];
    static readonly ConditionalWeakTable<SoapOptions, NrbfOptions> Within = [];
    static readonly ConditionalWeakTable<SoapOptions, SoapNaming> Named = [];

    /// <summary>The options that apply where a call names none.</summary>
    public static SoapOptions Default { get; } = new();

    /// <summary>How CLR types are seen.</summary>
    public FieldsConvention Convention { get; init; } = Isomer.Convention.Fields;

    /// <summary>
    /// The types that an envelope may name beside the declared one and what it declares: of objects that stand where object, an interface
    /// or a base is declared. The framework's collections of known types, and its types that only hold data, need not be among them.
    /// </summary>
    public ImmutableArray<Type> KnownTypes { get; init; } = [];

    /// <summary>Known are also the types that an assembly names by <see cref="KnownTypesAttribute"/>.</summary>
    public SoapOptions WithKnownTypesOf(Assembly assembly)
    {
        ArgumentNullException.ThrowIfNull(assembly);
        return this with { KnownTypes = [.. KnownTypes, .. KnownTypesAttribute.Of(assembly)] };
    }

    /// <summary>Types, libraries and members that have another name in envelopes than here.</summary>
    public ImmutableArray<FormatterRename> Renames { get; init; } = [];

    /// <summary>
    /// How the names of assemblies are written: FormatterAssemblyStyle. Reading takes both, for types are found by their own names.
    /// </summary>
    public SoapAssemblyStyle AssemblyStyle { get; init; } = SoapAssemblyStyle.Full;

    /// <summary>What is written of types beside the values, as FormatterTypeStyle has it.</summary>
    public SoapTypeStyle TypeStyle { get; init; } = SoapTypeStyle.TypesWhenNeeded;

    /// <summary>
    /// Whether objects of generic types are written. SoapFormatter refuses them, and nothing but this reads them: their names stand in the
    /// envelope as reflection has them. Nullables are none.
    /// </summary>
    public bool WritesGenerics { get; init; }

    /// <summary>What is written of a date's kind.</summary>
    public SoapDateStyle DateStyle { get; init; } = SoapDateStyle.Framework;

    /// <summary>What untrusted input may cost. Depth is none of it: objects that refer to objects are read one after the other.</summary>
    public Limits Limits { get; init; } = Limits.Default;

    /// <summary>Kept beside the options, which are equal whether they have been used or not.</summary>
    internal NamedTypes Types => Found.GetValue(this, static o => new NamedTypes(o.Convention, o.KnownTypes,
        [.. o.Renames.Where(static r => r is { Type: not null, Member: null }).Select(static r => (r.Name, r.Type!)), .. SoapFault.Names],
        o.Renames.Select(static r => r.WhenRead).OfType<Func<string, string?>>()));

    /// <summary>How the payloads of BinaryFormatter are read and written that stand within an envelope: with the same types.</summary>
    internal NrbfOptions Nested =>
        Within.GetValue(this,
            static o => new NrbfOptions { Convention = o.Convention, KnownTypes = o.KnownTypes, Renames = o.Renames, Limits = o.Limits });

    internal SoapNaming Names => Named.GetValue(this, static o => new SoapNaming(o));
}

/// <summary>How much of an assembly's name is written: FormatterAssemblyStyle.</summary>
public enum SoapAssemblyStyle
{
    /// <summary>The simple name alone: <c>Shop</c>.</summary>
    Simple = 0,

    /// <summary>
    /// The display name: <c>Shop, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null</c>. What SoapFormatter does if nothing is said.
    /// </summary>
    Full = 1,
}

/// <summary>What an envelope says of types beside its values: FormatterTypeStyle. Reading takes every style.</summary>
[Flags]
public enum SoapTypeStyle
{
    /// <summary>Only where the declared type does not say what the value is. What SoapFormatter does if nothing is said.</summary>
    TypesWhenNeeded = 0,

    /// <summary>Each value in its place says what it is.</summary>
    TypesAlways = 1,

    /// <summary>
    /// Strings have no numbers and say that they are <c>xsd:string</c>: one that is there several times is written as often.
    /// </summary>
    XsdString = 2,
}

/// <summary>What an envelope says of a date's kind.</summary>
public enum SoapDateStyle
{
    /// <summary>
    /// As .NET Framework writes it: local dates and those of no kind with the offset of this machine, with which they come back as local
    /// ones. UTC is <c>Z</c>, where .NET Framework writes the machine's offset behind it, which is another time.
    /// </summary>
    Framework = 0,

    /// <summary>A date of no kind has no offset. .NET Framework and mono read it as one of no kind.</summary>
    KeepsKind = 1,
}
