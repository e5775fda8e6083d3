using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Json.NET's names of types and its choice of identities: <c>{"$id":"1","$type":"Shop.Order, Shop",...}</c>.</summary>
internal ref partial struct JsonSink
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    void BeginNames()
    {
        _typeNames = _profile.Options.TypeNames;
        if ((_typeNames & (JsonTypeNames.Arrays | JsonTypeNames.Auto)) != 0)
            _wrapped ??= new Stack<bool>();
    }

    /// <summary>Announces the type of what begins, unless it has been.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void NameType(TypeModel model)
    {
        if ((_pending & Pending.Type) != 0 || JsonNamedTypes.NameOf(model, _profile.Options.Types) is not { } name || IsPair(model))
            return;
        // A query has no class that another program could name.
        if (model is CollectionModel { Build.Kind: BuildKind.None, Type.IsVisible: false })
            throw new NotSupportedException(
                $"A '{model.Type}' is a class that nothing else can name, and could not be read back. Make it an array or a list, or declare it as what it is enumerated as.");
        _pending |= Pending.Type;
        (_pendingName, _pendingType) = ("$type", name);
    }

    /// <summary>An object begins: whether it has metadata.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    bool BeginsNamed(TypeModel model)
    {
        IdentifyObject(model);
        if ((_typeNames & JsonTypeNames.Objects) != 0)
            NameType(model);
        return _pending != Pending.None;
    }

    /// <summary>A pair has neither there.</summary>
    static bool IsPair(TypeModel model) => model.Type.IsGenericType && model.Type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>);

    /// <summary>
    /// With <see cref="JsonIdentities.Arrays"/> an object has no identity; with the other two of Json.NET's a struct has one too.
    /// </summary>
    void IdentifyObject(TypeModel model)
    {
        var identities = _profile.Options.Identities;
        if (_references is null || identities == JsonIdentities.Usual)
            return;
        if (identities == JsonIdentities.Arrays)
            TakeIdentityBack();
        else if (model.Type.IsValueType && !IsPair(model))
            Identify(new object());
    }

    void Identify(object value)
    {
        _references!.Seen(value, out _pendingId);
        _pending |= Pending.Id;
        _pendingObject = value;
    }

    void TakeIdentityBack()
    {
        if ((_pending & Pending.Id) == 0)
            return;
        _pending &= ~Pending.Id;
        _references!.Forget(_pendingObject!);
    }

    /// <summary>Bytes that tell their type: <c>{"$type":"System.Byte[], System.Private.CoreLib","$value":"AQID"}</c>.</summary>
    void NamedBytes(byte[] value)
    {
        _out.Put((byte)'{');
        _depth++;
        Separate('{');
        _out.Write("\"$type\""u8);
        Colon();
        WriteText("System.Byte[], System.Private.CoreLib");
        Separate('{');
        _out.Write("\"$value\""u8);
        Colon();
        WriteBytes(value);
        _out.Reserve(Room);
        Close('{', '}');
    }
}
