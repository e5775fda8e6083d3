using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Formats;

namespace Isomer;

/// <summary>How <c>Nrbf</c> writes and reads. Immutable; derive variants by <c>with</c>.</summary>
public sealed record NrbfOptions
{
    static readonly ConditionalWeakTable<NrbfOptions, NamedTypes> Found = [];
    static readonly ConditionalWeakTable<NrbfOptions, FormatterNames> Named = [];

    /// <summary>The options that apply where a call names none.</summary>
    public static NrbfOptions Default { get; } = new();

    /// <summary>How CLR types are seen.</summary>
    public FieldsConvention Convention { get; init; } = Isomer.Convention.Fields;

    /// <summary>
    /// The types that a payload may name beside the declared one and what it declares: of objects that stand where object, an interface or
    /// a base is declared. The framework's collections of known types, and its types that only hold data, need not be among them.
    /// </summary>
    public ImmutableArray<Type> KnownTypes { get; init; } = [];

    /// <summary>Known are also the types that an assembly names by <see cref="KnownTypesAttribute"/>.</summary>
    /// <example><code>
    /// [assembly: KnownTypes(typeof(Order), typeof(Customer))]
    /// var options = NrbfOptions.Default.WithKnownTypesOf(typeof(Order).Assembly);
    /// </code></example>
    public NrbfOptions WithKnownTypesOf(Assembly assembly)
    {
        ArgumentNullException.ThrowIfNull(assembly);
        return this with { KnownTypes = [.. KnownTypes, .. KnownTypesAttribute.Of(assembly)] };
    }

    /// <summary>Types, libraries and members that have another name in payloads than here.</summary>
    public ImmutableArray<FormatterRename> Renames { get; init; } = [];

    /// <summary>
    /// What is written of types beside the values, as FormatterTypeStyle has it. (FormatterAssemblyStyle changes no byte: see
    /// <see cref="FieldsConvention.WithAllFieldsRequired"/>.)
    /// </summary>
    public NrbfTypeStyle TypeStyle { get; init; } = NrbfTypeStyle.TypesAlways;

    /// <summary>What untrusted input may cost. Depth is none of it: objects that refer to objects are read one after the other.</summary>
    public Limits Limits { get; init; } = Limits.Default;

    /// <summary>Kept beside the options, which are equal whether they have been used or not.</summary>
    internal NamedTypes Types =>
        Found.GetValue(this,
            static o =>
                new NamedTypes(o.Convention, o.KnownTypes,
                    o.Renames.Where(static r => r is { Type: not null, Member: null }).Select(static r => (r.Name, r.Type!)),
                    o.Renames.Select(static r => r.WhenRead).OfType<Func<string, string?>>()));

    internal FormatterNames Names =>
        Renames.IsEmpty ? FormatterNames.Default : Named.GetValue(this, static o => new FormatterNames(o.Renames));
}
