using System.Collections.Immutable;
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

    internal EnumModel(Convention convention, Type type) : this(convention, type, NamesOf(type)) =>
        IsNamed = IsByName(type.GetCustomAttribute<JsonConverterAttribute>(false)?.ConverterType);

    /// <summary>An enum whose names the convention has chosen.</summary>
    internal EnumModel(Convention convention, Type type, ImmutableArray<EnumName> named) : base(convention, type)
    {
        Underlying = Scalars.Of(Enum.GetUnderlyingType(type));
        IsFlags = type.IsDefined(typeof(FlagsAttribute), false);
        Named = named;
        foreach (var (name, value) in named)
        {
            _names.TryAdd(value, name);
            _values.TryAdd(name, value);
            _valuesIgnoringCase.TryAdd(name, value);
        }
    }

    /// <summary>
    /// What a member of this type is whose attribute asks for names, [JsonConverter(typeof(JsonStringEnumConverter))], or for numbers: the
    /// enum, or a nullable of it; null for any other type or converter.
    /// </summary>
    internal static TypeModel? OfMember(Convention convention, Type type, Type? converter) =>
        IsByName(converter) is not { } byName ? null
        : type.IsEnum ? new EnumModel(convention, type, NamesOf(type)) { IsNamed = byName }
        : Nullable.GetUnderlyingType(type) is { } inside && OfMember(convention, inside, converter) is { } named
            ? new OptionalModel(convention, type, inside, new OptionalAccess(IsNullable: true)) { Value = named }
        : null;

    /// <summary>Whether the converter is System.Text.Json's for names, or its for numbers; null for any other.</summary>
    internal static bool? IsByName(Type? converter) => converter is null ? null
        : converter == typeof(JsonStringEnumConverter) ? true
        : !converter.IsGenericType ? null
        : converter.GetGenericTypeDefinition() == typeof(JsonStringEnumConverter<>) ? true
        : converter.GetGenericTypeDefinition() == typeof(JsonNumberEnumConverter<>) ? false
        : null;

    static ImmutableArray<EnumName> NamesOf(Type type)
    {
        var named = ImmutableArray.CreateBuilder<EnumName>();
        foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Static))
        {
            object raw = field.GetRawConstantValue()!;
            long value = raw is ulong big ? unchecked((long)big) : Convert.ToInt64(raw, null);
            string name = field.GetCustomAttribute<JsonStringEnumMemberNameAttribute>()?.Name
                ?? field.GetCustomAttribute<MemberAttribute>()?.Name ?? field.Name;
            named.Add(new EnumName(name, value));
        }
        return named.ToImmutable();
    }

    /// <summary>The scalar that holds the values.</summary>
    public Scalar Underlying { get; }

    /// <summary>Whether the type itself, or the member that it stands in, asks for names in text formats.</summary>
    public bool PrefersNames => IsNamed == true;

    /// <summary>Whether it asks for names (true) or for numbers (false), whatever the options say; null if it does not say.</summary>
    internal bool? IsNamed { get; private init; }

    /// <summary>Whether values combine.</summary>
    public bool IsFlags { get; }

    /// <summary>The names and values, in declared order.</summary>
    public ImmutableArray<EnumName> Named { get; }

    /// <summary>The first declared name of exactly this value.</summary>
    public string? NameOf(long value) => _names.GetValueOrDefault(value);

    /// <summary>Whether the name is one of the enum's; ordinal first, then in any case if asked.</summary>
    public bool TryParse(string name, bool ignoreCase, out long value) =>
        _values.TryGetValue(name, out value) || (ignoreCase && _valuesIgnoringCase.TryGetValue(name, out value));
}
