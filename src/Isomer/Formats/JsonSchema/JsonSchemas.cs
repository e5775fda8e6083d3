using System.Text.Json.Nodes;
using Isomer.Conventions;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer;

public static partial class Json
{
    /// <summary>What is written for the type, as JSON Schema 2020-12.</summary>
    public static string GetSchema<T>(JsonOptions? options = null) => GetSchema(typeof(T), options);

    /// <summary>What is written for the type, as JSON Schema 2020-12.</summary>
    /// <exception cref="NotSupportedException">The options write references, or fastJSON's form, which a schema of the type does not
    /// say.</exception>
    public static string GetSchema(Type type, JsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        options ??= JsonOptions.Default;
        return new PlainSchema(options).Build(ModelOf(type, options));
    }

    /// <summary>
    /// What is written for several types, none of them null, with the definitions of all apart: for a document that has a place for these,
    /// as OpenAPI has.
    /// </summary>
    /// <param name="types">The types; each that they are made of is defined once.</param>
    /// <param name="place">What a reference to a definition begins with: "#/components/schemas/".</param>
    /// <param name="options">What they are written under.</param>
    /// <exception cref="NotSupportedException">A type cannot be written, or the options write references, or fastJSON's form.</exception>
    public static JsonSchemaSet GetSchemas(IReadOnlyCollection<Type> types, string place, JsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(types);
        ArgumentNullException.ThrowIfNull(place);
        options ??= JsonOptions.Default;
        return new PlainSchema(options).Build(
            types.Select(t => ModelOf(t ?? throw new ArgumentException("A type is null.", nameof(types)), options)), place);
    }

    static TypeModel ModelOf(Type type, JsonOptions options)
    {
        if (options.References == References.Preserve || options.FastJsonRules is not null || options.TypeNames != JsonTypeNames.None)
            throw new NotSupportedException(
                $"A schema of '{type}' does not describe what these options write ($id, $ref and $values, or $types and $i). Ask for that of options without References.Preserve, TypeNames and FastJson.");
        var model = options.Convention.ModelOf(type);
        // What cannot be written has no schema; some of it none that ends.
        ModelGraph.Check(model);
        return model;
    }

    sealed class PlainSchema(JsonOptions options) : JsonSchemaBuilder
    {
        // Those of the member whose schema is made, or of its type.
        JsonNumbers _numbers = options.Numbers;

        protected override JsonObject OfMember(ObjectModel owner, MemberModel member)
        {
            var outer = _numbers;
            _numbers = JsonTable.NumbersOf(owner, member) ?? options.Numbers;
            var schema = base.OfMember(owner, member);
            _numbers = outer;
            return schema;
        }

        protected override string TitleOf(TypeModel model) =>
            model.Type.IsGenericType
                ? $"{model.Type.Name.Split('`')[0]}Of{string.Concat(model.Type.GetGenericArguments().Select(a => a.Name))}"
                : model.Type.Name;

        protected override bool IsAlwaysThere(MemberModel member) => member.IsRequired && JsonTable.IsAlwaysWritten(member, options);

        protected override string NameOf(MemberModel member) => JsonTable.NameOf(member, options);

        protected override JsonObject OfEnum(EnumModel model) =>
            // A value without a name is a number all the same.
            model.IsNamed ?? options.EnumsAsNames ? new JsonObject { ["type"] = new JsonArray("string", "integer") } : Type("integer");

        protected override bool IsObject(MapModel map) => JsonMapForm.KeysOf(map) != JsonKeys.Pairs;

        protected override JsonObject OfScalar(Scalar scalar) => scalar switch
        {
            Scalar.DateTime or Scalar.DateTimeOffset when options is { Dates: JsonDates.Iso, DateFormat: null } =>
                scalar == Scalar.DateTimeOffset ? Text("date-time") : Type("string"),
            Scalar.DateTime or Scalar.DateTimeOffset when options.DateFormat is not null || options.Dates == JsonDates.Microsoft =>
                Type("string"),
            Scalar.Bytes => new JsonObject { ["type"] = "string", ["contentEncoding"] = "base64" },
            // In quotes, or by name, as the options have it; what is only accepted so is not written so.
            >= Scalar.SByte and <= Scalar.BigInteger when (_numbers & JsonNumbers.WriteAsString) != 0 =>
                new JsonObject { ["type"] = new JsonArray("number", "string") },
            Scalar.Half or Scalar.Single or Scalar.Double when (_numbers & JsonNumbers.NamedFloats) != 0 =>
                new JsonObject { ["type"] = new JsonArray("number", "string") },
            Scalar.DateTime or Scalar.DateTimeOffset => [],
            _ => OfCommon(scalar),
        };
    }
}

public static partial class ContractJson
{
    /// <summary>What is written for the type, as JSON Schema 2020-12.</summary>
    public static string GetSchema<T>(ContractJsonOptions? options = null) => GetSchema(typeof(T), options);

    /// <summary>What is written for the type, as JSON Schema 2020-12.</summary>
    public static string GetSchema(Type type, ContractJsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        options ??= ContractJsonOptions.Default;
        var model = options.Convention.ModelOf(type);
        ModelGraph.Check(model);
        return new ContractSchema(options).Build(model);
    }

    sealed class ContractSchema(ContractJsonOptions options) : JsonSchemaBuilder
    {
        const string Date = @"^/Date\(-?[0-9]+([+-][0-9]{4})?\)/$";

        protected override string TitleOf(TypeModel model) => ContractInfo.Of(model.Type).Name;

        protected override string NameOf(MemberModel member) => ContractJsonTable.NameOf(member.Name);

        protected override JsonObject OfEnum(EnumModel model) => OfCommon(model.Underlying);

        protected override bool IsObject(MapModel map) => options.UseSimpleDictionaryFormat;

        JsonObject OfDate() => options.DateTimeFormat is null ? new JsonObject { ["type"] = "string", ["pattern"] = Date } : Type("string");

        protected override JsonObject OfScalar(Scalar scalar) => scalar switch
        {
            Scalar.DateTime => OfDate(),
            Scalar.DateTimeOffset => new JsonObject
            {
                ["type"] = "object",
                ["properties"] = new JsonObject { ["DateTime"] = OfDate(), ["OffsetMinutes"] = Whole(-840, 840) },
                ["required"] = new JsonArray("DateTime", "OffsetMinutes"),
            },
            Scalar.TimeSpan => Text("duration"),
            Scalar.Bytes => new JsonObject { ["type"] = "array", ["items"] = OfCommon(Scalar.Byte) },
            _ => OfCommon(scalar),
        };
    }
}
