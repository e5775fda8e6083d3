using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// What surrogates carry, in <see cref="JsonOptions.Graph"/>: a DataSet or StringBuilder that comes twice is one after reading too,
/// <c>{"A":{"$id":"1","$value":"text"},"B":{"$ref":"1"}}</c>.
/// </summary>
/// <remarks>
/// The identity stands around the carrier, for that may be an object of one's own with an identity of its own. As with all identities
/// nothing is written where nothing refers to it.
/// </remarks>
internal ref partial struct JsonSink
{
    public bool BeginCarried(TypeModel model, object? value)
    {
        if (value is null)
        {
            Null();
            return true;
        }
        var carried = (SurrogateModel)model;
        if (carried.Surrogate.AsyncItems is { } items && LeaveItems(items, value))
            return true;
        if (_numbers is null || _isName || !JsonCarried.HasIdentity(carried))
            return false;
        if (ReferenceLazily(carried.Surrogate.IdentityOf(value) is var own && own != value && _numbers.Find(value, out _, out _) != 0
            ? value : own))
            return true;
        // An empty array that was met before is as good as any other: it has no identity of its own.
        bool isNew = (_pending & Pending.Lazy) != 0;
        bool isWrapped = JsonCarried.IsAlwaysWrapped(carried);
        if (isNew)
            Enter(isWrapped ? GraphPart.Object : GraphPart.Value, isMadeLate: true);
        if (!isNew || isWrapped)
            _wrappedNumbers!.Push(isNew ? _numbers.Count : 0);
        if (!isWrapped)
            return false;
        _out.Put((byte)'{');
        _depth++;
        Separate('{');
        _out.Write("\"$value\""u8);
        Colon();
        return false;
    }

    public void EndCarried(TypeModel model)
    {
        var carried = (SurrogateModel)model;
        if (_numbers is null || _isName || !JsonCarried.HasIdentity(carried))
            return;
        if (JsonCarried.IsAlwaysWrapped(carried))
            Close('{', '}');
        int number = _wrappedNumbers!.Peek();
        EndLazily();
        if (number == 0)
            return;
        ref var entry = ref _entries![number - 1];
        // A surrogate may carry something as null, which it then is for everyone.
        if (_out.Written[entry.Start..].SequenceEqual("null"u8))
            entry.Part = GraphPart.Null;
    }
}

/// <summary>Which surrogates' values have an identity in JSON.</summary>
internal static class JsonCarried
{
    /// <summary>Not what is a value; and what is carried as itself is one object with its carrier, which has the identity.</summary>
    public static bool HasIdentity(SurrogateModel model) => !model.Surrogate.IsOfValues && model.Surrogate.CarrierType != model.Type;

    /// <summary>Whether the carrier's own identity would look the same: <c>{"$id":"1","$value":"AQID"}</c> is one of bytes too.</summary>
    public static bool IsAlwaysWrapped(SurrogateModel model)
    {
        var carrier = model.Carrier;
        while (carrier is SurrogateModel surrogate)
        {
            if (HasIdentity(surrogate))
                return true;
            carrier = surrogate.Carrier;
        }
        return carrier is ScalarModel { Scalar: Scalar.Bytes };
    }
}
