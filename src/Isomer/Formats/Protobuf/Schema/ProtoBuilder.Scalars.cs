using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>What scalars and enums are in a .proto file.</summary>
internal sealed partial class ProtoBuilder
{
    static bool IsMessage(ProtobufField field) => field.Core is ScalarModel { Scalar: var scalar } && scalar switch
    {
        Scalar.DateTime or Scalar.TimeSpan => field.Encoding != ProtobufEncoding.Fixed,
        Scalar.DateTimeOffset => true,
        Scalar.Decimal or Scalar.Guid => field.Encoding == ProtobufEncoding.Bcl,
        _ => false,
    };

    (ProtoType Type, string? Name) ScalarOf(ScalarModel model, ProtobufEncoding encoding) => model.Scalar switch
    {
        Scalar.Boolean => (ProtoType.Bool, null),
        Scalar.SByte or Scalar.Int16 or Scalar.Int32 =>
            (encoding switch
            {
                ProtobufEncoding.ZigZag => ProtoType.SInt32,
                ProtobufEncoding.Fixed => ProtoType.SFixed32,
                _ => ProtoType.Int32
            }, null),
        Scalar.Int64 or Scalar.IntPtr =>
            (encoding switch
            {
                ProtobufEncoding.ZigZag => ProtoType.SInt64,
                ProtobufEncoding.Fixed => ProtoType.SFixed64,
                _ => ProtoType.Int64
            }, null),
        Scalar.Byte or Scalar.UInt16 or Scalar.UInt32 => (encoding == ProtobufEncoding.Fixed ? ProtoType.Fixed32 : ProtoType.UInt32, null),
        Scalar.Char => (ProtoType.UInt32, null),
        Scalar.UInt64 or Scalar.UIntPtr => (encoding == ProtobufEncoding.Fixed ? ProtoType.Fixed64 : ProtoType.UInt64, null),
        Scalar.DateOnly => (ProtoType.Int32, null),
        Scalar.TimeOnly => (ProtoType.Int64, null),
        Scalar.Half or Scalar.Single => (ProtoType.Float, null),
        Scalar.Double => (ProtoType.Double, null),
        Scalar.String => (ProtoType.String, null),
        Scalar.DateTime or Scalar.TimeSpan when encoding == ProtobufEncoding.Fixed => (ProtoType.SFixed64, null),
        Scalar.DateTime when encoding == ProtobufEncoding.WellKnown => (ProtoType.Unresolved, Imported("Timestamp", "timestamp")),
        Scalar.TimeSpan when encoding == ProtobufEncoding.WellKnown => (ProtoType.Unresolved, Imported("Duration", "duration")),
        Scalar.DateTime => Bcl("BclDateTime", ("value", ProtoType.SInt64), ("scale", ProtoType.Int32), ("kind", ProtoType.Int32)),
        Scalar.TimeSpan => Bcl("BclTimeSpan", ("value", ProtoType.SInt64), ("scale", ProtoType.Int32)),
        Scalar.DateTimeOffset =>
            Bcl("BclDateTimeOffset", ("seconds", ProtoType.Int64), ("nanos", ProtoType.Int32), ("offset_minutes", ProtoType.SInt32)),
        Scalar.Decimal when encoding == ProtobufEncoding.Text => (ProtoType.String, null),
        Scalar.Decimal => Bcl("BclDecimal", ("lo", ProtoType.UInt64), ("hi", ProtoType.UInt32), ("sign_scale", ProtoType.UInt32)),
        Scalar.Guid when encoding == ProtobufEncoding.Text => (ProtoType.String, null),
        Scalar.Guid when encoding == ProtobufEncoding.GuidBytes => (ProtoType.Bytes, null),
        Scalar.Guid => Bcl("BclGuid", ("lo", ProtoType.Fixed64), ("hi", ProtoType.Fixed64)),
        _ => (ProtoType.Bytes, null),
    };

    string Imported(string name, string file)
    {
        _imports.Add($"google/protobuf/{file}.proto");
        return WellKnown + name;
    }

    (ProtoType, string?) Bcl(string name, params ReadOnlySpan<(string Name, ProtoType Type)> fields)
    {
        if (!_taken.Add(name))
            return (ProtoType.Unresolved, name);
        var message = new ProtoMessage { Name = name };
        foreach (var (field, type) in fields)
        {
            var made = new ProtoField
            {
                Name = field,
                Number = message.Fields.Count + 1,
                Type = type,
                Label = _syntax == ProtobufSyntax.Proto2 ? ProtoLabel.Optional : ProtoLabel.None
            };
            // A part that is zero is not there.
            if (_syntax == ProtobufSyntax.Edition2023)
                made.Options.Add(new ProtoOption("features.field_presence", "IMPLICIT"));
            message.Fields.Add(made);
        }
        _file.Messages.Add(message);
        return (ProtoType.Unresolved, name);
    }

    string NameOf(EnumModel model)
    {
        if (_names.TryGetValue((model.Type, model.Convention), out string? known))
            return known;
        string? given = ProtobufMarks.ContractOf(model.Type).Name;
        if (given is not null && ProtoBuiltIns.FileOf(given) is { } import)
        {
            _imports.Add(import);
            return _names[(model.Type, model.Convention)] = given;
        }
        string name = Unique(given is not null && IsIdentifier(given) ? given : CleanName(model.Type));
        var made = new ProtoEnum { Name = name };
        // Those beyond 32 bits cannot be named, but they travel. A proto3 enum begins with zero.
        var named = model.Named.Where(v => v.Value is >= int.MinValue and <= int.MaxValue).DistinctBy(v => v.Name).ToList();
        // The names of values stand beside the enum. Where one is taken, a message around it keeps them apart: JSON shows them.
        bool clashes = named.Exists(v => _taken.Contains(v.Name));
        var taken = clashes ? new HashSet<string>(StringComparer.Ordinal) { name } : _taken;
        if (named.GroupBy(v => v.Value).Any(g => g.Count() > 1))
            made.Options.Add(new ProtoOption("allow_alias", "true"));
        if (_syntax != ProtobufSyntax.Proto2 && named.All(v => v.Value != 0) || named.Count == 0)
            made.Values.Add(new ProtoEnumValue(UniqueIn(taken, "ZERO_" + name), 0, null));
        foreach (var (value, number) in named.OrderBy(v => v.Value == 0 ? 0 : 1))
            made.Values.Add(new ProtoEnumValue(UniqueIn(taken, value), (int)number, null));
        if (!clashes)
        {
            _file.Enums.Add(made);
            return _names[(model.Type, model.Convention)] = name;
        }
        string around = Define(Unique(name + "Enum"), message => message.Enums.Add(made)).Name;
        return _names[(model.Type, model.Convention)] = around + "." + name;
    }
}
