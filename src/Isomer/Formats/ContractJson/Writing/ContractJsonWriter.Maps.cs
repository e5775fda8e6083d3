using Isomer.Model;

namespace Isomer.Formats;

/// <summary>How the key of a map in the simple format is written.</summary>
internal enum ContractJsonKey : byte
{
    /// <summary>No such key is being written.</summary>
    None,
    /// <summary>It has quotes of its own.</summary>
    Quoted,
    /// <summary>The quotes around it are the map's.</summary>
    Number,
    /// <summary>A Uri, of which the framework writes the text for people.</summary>
    Uri,
}

internal sealed partial class ContractJsonWriter
{
    // The maps that stand where the declared type does not say so: their entries name their type.
    Stack<(int Depth, byte[] Entry)>? _pairs;
    byte[]? _pairsNext;

    bool IsPairs => _pairs is { Count: > 0 } pairs && pairs.Peek().Depth == _depth;

    public override void BeginMap(TypeModel model, int count)
    {
        Enter();
        if (_announcesType)
            _pairsNext ??= PairOf((MapModel)model);
        _announcesType = false;
        var contract = ContractJsonContract.Of(model);
        if (count > 0 && contract.ItemRefusal is { } why)
            throw new Conventions.ContractRefusedException(why);
        _scope.Open(contract, _depth);
        if (_key != ContractJsonKey.None)
            RefuseKey(model);
        if (_pairsNext is { } entry)
        {
            (_pairs ??= new()).Push((_depth, entry));
            _pairsNext = null;
        }
        // An entry, its key and its value; in the simple form the value alone.
        if (_profile.MaxGraph != int.MaxValue)
            Count(IsSimple ? count : count * 3);
        _out.Put(IsSimple ? (byte)'{' : (byte)'[');
        _out.Reserve(Room);
    }

    bool IsSimple => _profile.IsSimple && !IsPairs;

    public override void Key(TypeModel model, int index)
    {
        if (index > 0)
            _out.Write(IsSimple ? ","u8 : "},"u8);
        if (IsSimple)
        {
            _key = KeyOf(((MapModel)model).Key);
            if (_key == ContractJsonKey.Number)
                _out.Put((byte)'"');
        }
        else
        {
            _out.Write(IsPairs ? _pairs!.Peek().Entry : "{\"Key\":"u8);
        }
        _out.Reserve(Room);
    }

    public override void MapValue(TypeModel model)
    {
        if (IsSimple)
        {
            _out.Write(_key == ContractJsonKey.Number ? "\":"u8 : ":"u8);
            _key = ContractJsonKey.None;
        }
        else
        {
            _out.Write(IsPairs ? ",\"value\":"u8 : ",\"Value\":"u8);
        }
        _out.Reserve(Room);
    }

    public override void EndMap(TypeModel model, int count)
    {
        bool isSimple = IsSimple;
        if (IsPairs)
            _pairs!.Pop();
        _scope.Close(_depth);
        _depth--;
        if (!isSimple && count > 0)
            _out.Put((byte)'}');
        _out.Put(isSimple ? (byte)'}' : (byte)']');
        _out.Reserve(Room);
    }

    static ContractJsonKey KeyOf(TypeModel key) => key.WithoutNullable switch
    {
        EnumModel => ContractJsonKey.Number,
        { Type: var type } when type == typeof(Uri) => ContractJsonKey.Uri,
        ScalarModel
        {
            Scalar: Scalar.String or Scalar.Char or Scalar.Guid or Scalar.DateTime or Scalar.DateTimeOffset or Scalar.TimeSpan
            or Scalar.DateOnly or Scalar.TimeOnly or Scalar.Bytes
        } => ContractJsonKey.Quoted,
        ScalarModel => ContractJsonKey.Number,
        SurrogateModel carried => KeyOf(carried.Carrier),
        _ => ContractJsonKey.Quoted,
    };

    static void RefuseKey(TypeModel model) =>
        throw new NotSupportedException(
            $"A dictionary written in the simple format has keys of type '{model.Type}', of which the framework writes the type's name only. Use the default format.");
}
