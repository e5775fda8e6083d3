using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json.Serialization;

namespace Isomer.Model;

/// <summary>A named value of an enum; its 64 bits, where they are unsigned.</summary>
/// <param name="Name">The name, as it is declared.</param>
/// <param name="Value">The value.</param>
public sealed record EnumName(string Name, long Value);

/// <summary>An enum: its underlying scalar and its named values in declared order.</summary>
public sealed class EnumModel : TypeModel
{
    readonly Dictionary<long, string> _names = [];
    readonly Dictionary<string, long> _values = new(StringComparer.Ordinal);
    readonly Dictionary<string, long> _valuesIgnoringCase = new(StringComparer.OrdinalIgnoreCase);

    // Whether the names are those of the fields, which a policy may change, but for the ones that attributes give.
    readonly bool _isOfFields;

    internal EnumModel(Convention convention, Type type) : this(convention, type, NamesOf(type), NamesInAnyCase(type)) =>
        (IsNamed, _isOfFields) = (IsByName(type.GetCustomAttribute<JsonConverterAttribute>(false)?.ConverterType), true);

    /// <summary>An enum whose names the convention has chosen.</summary>
    internal EnumModel(Convention convention, Type type, ImmutableArray<EnumName> named) : this(convention, type, named, named)
    {
    }

    EnumModel(Convention convention, Type type, ImmutableArray<EnumName> named, IEnumerable<EnumName> inAnyCase, bool isOfFields = false)
        : base(convention, type)
    {
        _isOfFields = isOfFields;
        Underlying = Scalars.Of(Enum.GetUnderlyingType(type));
        IsFlags = type.IsDefined(typeof(FlagsAttribute), false);
        Named = named;
        foreach (var (name, value) in named)
        {
            _names.TryAdd(value, name);
            _values.TryAdd(name, value);
        }
        foreach (var (name, value) in inAnyCase)
            _valuesIgnoringCase.TryAdd(name, value);
    }

    /// <summary>
    /// What a member of this type is whose attribute asks for names, [JsonConverter(typeof(JsonStringEnumConverter))], or for numbers: the
    /// enum, or a nullable of it; null for any other type or converter.
    /// </summary>
    internal static TypeModel? OfMember(Convention convention, Type type, Type? converter) =>
        IsByName(converter) is not { } byName ? null
        : (Nullable.GetUnderlyingType(type) ?? type) is { IsEnum: true } of
            ? OfMember(convention, type,
                new EnumModel(convention, of, NamesOf(of), NamesInAnyCase(of), isOfFields: true) { IsNamed = byName })
        : null;

    /// <summary>Whether the converter is System.Text.Json's for names, or its for numbers; null for any other.</summary>
    internal static bool? IsByName(Type? converter) => converter is null ? null
        : converter == typeof(JsonStringEnumConverter) ? true
        : !converter.IsGenericType ? null
        : converter.GetGenericTypeDefinition() == typeof(JsonStringEnumConverter<>) ? true
        : converter.GetGenericTypeDefinition() == typeof(JsonNumberEnumConverter<>) ? false
        : null;

    /// <summary>What a member is whose own model of an enum this is: the enum, or a nullable of it.</summary>
    internal static TypeModel OfMember(Convention convention, Type type, EnumModel named) =>
        type.IsEnum ? named : new OptionalModel(convention, type, named.Type, new OptionalAccess(IsNullable: true)) { Value = named };

    /// <summary>An enum that is written by name, under names that something else than its own attributes gives.</summary>
    internal static EnumModel WithNames(Convention convention, Type type, Func<FieldInfo, string> nameOf, bool takesNumbers) =>
        new(convention, type, NamesOf(type, nameOf), NamesInAnyCase(type), isOfFields: true)
        { IsNamed = true, TakesNumbers = takesNumbers };

    /// <summary>
    /// This enum as keys of maps have it where keys are renamed: the policy for keys stands in place of one for values, and names that
    /// attributes give stay.
    /// </summary>
    internal EnumModel ForKeys(Func<string, string> rename) => _isOfFields
        ? new(Convention, Type, NamesOf(Type, field => GivenNameOf(field) ?? rename(field.Name)), [])
        : new(Convention, Type, [.. Named.Select(n => n with { Name = rename(n.Name) })], []);

    static string NameOf(FieldInfo field) => GivenNameOf(field) ?? field.Name;

    static string? GivenNameOf(FieldInfo field) =>
        field.GetCustomAttribute<JsonStringEnumMemberNameAttribute>()?.Name ?? field.GetCustomAttribute<MemberAttribute>()?.Name;

    static ImmutableArray<EnumName> NamesOf(Type type) => NamesOf(type, NameOf);

    /// <summary>
    /// The names that are taken in any case: those of the fields, also where a policy names them otherwise; not those that
    /// System.Text.Json's attribute gives, which are taken as they are, as there.
    /// </summary>
    static IEnumerable<EnumName> NamesInAnyCase(Type type) =>
        NamesOf(type,
            static field =>
                field.IsDefined(typeof(JsonStringEnumMemberNameAttribute), false)
                    ? ""
                    : field.GetCustomAttribute<MemberAttribute>()?.Name ?? field.Name).Where(static n => n.Name.Length > 0);

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The trimmer keeps the fields of an enum that it keeps.")]
    static ImmutableArray<EnumName> NamesOf(Type type, Func<FieldInfo, string> nameOf)
    {
        var named = ImmutableArray.CreateBuilder<EnumName>();
        foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Static))
        {
            object raw = field.GetRawConstantValue()!;
            long value = raw is ulong big ? unchecked((long)big) : Convert.ToInt64(raw, null);
            named.Add(new EnumName(nameOf(field), value));
        }
        return named.ToImmutable();
    }

    /// <summary>The scalar that holds the values.</summary>
    public Scalar Underlying { get; }

    /// <summary>Whether the type itself, or the member that it stands in, asks for names in text formats.</summary>
    public bool PrefersNames => IsNamed == true;

    /// <summary>Whether it asks for names (true) or for numbers (false), whatever the options say; null if it does not say.</summary>
    internal bool? IsNamed { get; private init; }

    /// <summary>Whether a text format that has it by name takes numbers too.</summary>
    internal bool TakesNumbers { get; private init; } = true;

    /// <summary>Whether values are flags, which combine.</summary>
    public bool IsFlags { get; }

    /// <summary>The names and values, in declared order.</summary>
    public ImmutableArray<EnumName> Named { get; }

    /// <summary>The first declared name of exactly this value.</summary>
    public string? NameOf(long value) => _names.GetValueOrDefault(value);

    /// <summary>Whether the name is one of the enum's; ordinal first, then in any case if asked.</summary>
    public bool TryParse(string name, bool ignoreCase, out long value) =>
        _values.TryGetValue(name, out value) || (ignoreCase && _valuesIgnoringCase.TryGetValue(name, out value));
}
