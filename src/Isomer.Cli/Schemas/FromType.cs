using Isomer.Model;

namespace Isomer.Cli.Schemas;

/// <summary>A schema from a type, as the plain convention sees it.</summary>
sealed class FromType
{
    readonly Dictionary<Type, Schema.Struct> _structs = [];

    public static Schema Of(Type type) => new FromType().Visit(Convention.Plain.ModelOf(type));

    Schema Visit(TypeModel model)
    {
        Schema schema = model switch
        {
            ScalarModel s => ScalarOf(s.Scalar),
            OptionalModel o => Visit(o.Value).AsNullable(),
            SurrogateModel s => s.Carrier == model ? new Schema.Any(false) : Visit(s.Carrier),
            EnumModel e => new Schema.Choice(e.Type.Name, [.. e.Named.Select(n => (n.Name, n.Value))]),
            SequenceModel s => new Schema.List(Visit(s.Element)),
            MapModel { Key: ScalarModel or EnumModel } m => new Schema.Map(Visit(m.Value)),
            MapModel m =>
                new Schema.List(
                    new Schema.Struct("Pair") { Members = { new("Key", Visit(m.Key), false), new("Value", Visit(m.Value), false) } }),
            ObjectModel o => Struct(o),
            _ => new Schema.Any(true),
        };
        return model.IsNullable ? schema.AsNullable() : schema;
    }

    Schema.Struct Struct(ObjectModel model)
    {
        if (_structs.TryGetValue(model.Type, out Schema.Struct? known))
            return known;
        string name = model.Type.Name.Split('`')[0];
        var result = new Schema.Struct(_structs.Values.Any(s => s.Name == name) ? Schema.Identifier(model.Type.FullName ?? name) : name);
        _structs.Add(model.Type, result);
        foreach (MemberModel member in model.Members.Where(m => !m.IsExtra))
            result.Members.Add(
                new Schema.Member(member.Name, Visit(member.Model), !member.IsRequired && (member.Omit != default || member.IsOptional)));
        return result;
    }

    static Schema ScalarOf(Scalar scalar) => scalar switch
    {
        Scalar.Boolean => new Schema.Value(ScalarKind.Boolean),
        Scalar.SByte or Scalar.Byte or Scalar.Int16 or Scalar.UInt16 or Scalar.Int32 => new Schema.Value(ScalarKind.Int32),
        Scalar.UInt32 or Scalar.Int64 => new Schema.Value(ScalarKind.Int64),
        Scalar.UInt64 => new Schema.Value(ScalarKind.UInt64),
        Scalar.Int128 or Scalar.UInt128 or Scalar.BigInteger => new Schema.Value(ScalarKind.BigInteger),
        Scalar.Half or Scalar.Single => new Schema.Value(ScalarKind.Single),
        Scalar.Double => new Schema.Value(ScalarKind.Double),
        Scalar.Decimal => new Schema.Value(ScalarKind.Decimal),
        Scalar.Bytes => new Schema.Value(ScalarKind.Bytes),
        Scalar.DateTime or Scalar.DateTimeOffset => new Schema.Value(ScalarKind.DateTime),
        Scalar.DateOnly => new Schema.Value(ScalarKind.Date),
        Scalar.TimeOnly => new Schema.Value(ScalarKind.Time),
        Scalar.TimeSpan => new Schema.Value(ScalarKind.Duration),
        Scalar.Guid => new Schema.Value(ScalarKind.Guid),
        _ => new Schema.Value(ScalarKind.String),
    };
}
