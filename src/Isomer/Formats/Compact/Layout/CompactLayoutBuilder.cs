using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Describes a root model and all that can be reached from it, breadth first, in the order of members and subtypes: the
/// same types give the same table in every process.
/// </summary>
internal sealed class CompactLayoutBuilder
{
    readonly Dictionary<TypeModel, CompactType> _byModel = [];
    readonly Dictionary<TypeModel, CompactType> _aliases = [];
    readonly List<CompactType> _table = [];
    readonly Queue<(CompactType Type, TypeModel Model)> _open = new();

    public static CompactLayout Build(TypeModel root)
    {
        var builder = new CompactLayoutBuilder();
        var type = builder.Describe(root);
        builder.Finish(root);
        return new CompactLayout(type, builder._table);
    }

    /// <summary>Whether the comparer of this collection is written and read.</summary>
    public static bool HasComparer(TypeModel model) =>
        model is SequenceModel { KeepsComparer: true } or MapModel { KeepsComparer: true };

    void Finish(TypeModel root)
    {
        while (_open.TryDequeue(out var next))
        {
            if (_table.Count > CompactLayout.MaxTypes)
                throw new NotSupportedException(
                    $"Type '{root.Type}' reaches more than {CompactLayout.MaxTypes} types; a generic type that contains itself over a larger argument has no end. Carry it as something else by a Surrogate.");
            Fill(next.Type, next.Model);
        }
    }

    CompactType Describe(TypeModel model)
    {
        if (model is ScalarModel { Scalar: var scalar })
            return CompactType.OfScalar[(int)scalar];
        if (_byModel.TryGetValue(model, out var known))
            return known;
        if (model is SurrogateModel surrogate)
        {
            // A null of the type itself needs a marker only where the carrier has no null.
            var carrier = Describe(surrogate.Carrier);
            if (!surrogate.AnnouncesNull)
                return _byModel[model] = carrier;
            return Add(new CompactType(CompactKind.Option) { Item = carrier, Model = model }, model);
        }
        var type = model switch
        {
            EnumModel => new CompactType(CompactKind.Enum),
            OptionalModel { Access.IsNullable: true } => new CompactType(CompactKind.Nullable),
            OptionalModel => new CompactType(CompactKind.Option),
            SequenceModel => new CompactType(CompactKind.Sequence),
            MapModel => new CompactType(CompactKind.Map),
            DynamicModel => new CompactType(CompactKind.Dynamic),
            ObjectModel => new CompactType(CompactKind.Object),
            _ => throw new NotSupportedException($"Compact has no form for {model}."),
        };
        type.Model = model;
        type.Name = Conventions.PlainSubtypes.NameFor(model.Type);
        bool marked = type.Kind is CompactKind.Sequence or CompactKind.Map or CompactKind.Object;
        // A union that is a struct announces its case, but has no identity.
        type.IsReference = marked && (model.IsNullable || model is ObjectModel { Union: not null });
        type.HasIdentity = marked && model.IsNullable;
        _open.Enqueue((type, model));
        return Add(type, model);
    }

    /// <summary>A subtype needs an entry of its own, which dynamic values refer to.</summary>
    CompactType DescribeSubtype(TypeModel model)
    {
        var type = Describe(model);
        if (model is not SurrogateModel || type.Model == model)
            return type;
        return _aliases.TryGetValue(model, out var known) ? known
            : _aliases[model] = Add(
                new CompactType(CompactKind.Alias) { Item = type, Model = model, Name = Conventions.PlainSubtypes.NameFor(model.Type) },
                model, type);
    }

    CompactType Add(CompactType type, TypeModel model, CompactType? described = null)
    {
        type.Index = _table.Count;
        _table.Add(type);
        _byModel[model] = described ?? type;
        return type;
    }

    void Fill(CompactType type, TypeModel model)
    {
        switch (model)
        {
            case EnumModel e:
                type.Scalar = e.Underlying;
                type.Named = e.Named;
                break;
            case OptionalModel o:
                type.Item = Describe(o.Value);
                break;
            case SequenceModel s:
                type.Item = Describe(s.Element);
                type.HasComparer = HasComparer(s);
                break;
            case MapModel m:
                type.Key = Describe(m.Key);
                type.Item = Describe(m.Value);
                type.HasComparer = HasComparer(m);
                break;
            case ObjectModel o:
                var packed = o.Packed.Fields.Select(f => f.Member).ToHashSet();
                type.Members = [.. o.Members.Select((m, i) => new CompactMember(Describe(m.Model))
                {
                    Name = m.Name,
                    Hash = CompactHash.OfName(m.Name),
                    IsOptional = m.IsOptional || !Merging.IsWritten(o, i),
                    IsPacked = packed.Contains(i),
                })];
                break;
        }
        type.Subtypes = [.. model.Subtypes.Select(s => new CompactSubtype(DescribeSubtype(s.Model))
        {
            Number = s.Number,
            Name = s.Name,
            Hash = s.Name is null ? null : CompactHash.OfName(s.Name),
        })];
        type.SetNeedsNames();
    }
}
