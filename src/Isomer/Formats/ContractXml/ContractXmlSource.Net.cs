using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>NetDataContractSerializer's form: types by CLR name, looked up in the same closed set; lists as the objects that they are.</summary>
internal ref partial struct ContractXmlSource<TEmit, TScan>
{
    /// <summary>The type that z:Type names; null if there is none. What assembly it says does not matter: the name is looked up among known types.</summary>
    Type? FindNetType(TypeModel declared)
    {
        _isNetArray = false;
        int at = _scan.FindAttribute(ContractXmlState.Serialization, "Type"u8);
        if (at < 0)
            return null;
        string name = XmlScanner.ToUtf16(_scan.AttributeValue(at));
        // What stands for an interface of collections is read as that.
        if (declared is SequenceModel { Type.IsInterface: true } && (name.EndsWith("[]", StringComparison.Ordinal) || name.StartsWith(ContractNetNames.ListPrefix, StringComparison.Ordinal)))
        {
            _isNetArray = name[^1] == ']' && name[^2] == '[';
            return declared.Type;
        }
        var found = ContractNetNames.Find(_profile, _state, _depth, name, declared.Type)
            ?? throw _scan.Error($"The type '{name}' is not known where '{declared.Type}' is declared.");
        return found == typeof(object) || declared.Type.IsAssignableFrom(found) || Nullable.GetUnderlyingType(declared.Type) == found || declared is SurrogateModel
            ? found
            : throw _scan.Error($"A '{found}' stands where a '{declared.Type}' is expected.");
    }

    /// <summary>Opens the field _items of a list, and remembers how many of them count: room may be behind.</summary>
    void BeginNetList(ContractXmlTable table)
    {
        if (_scan.Peek() != XmlToken.Start)
            throw _scan.Error("A list lacks its items.");
        _scan.ReadStart();
        if (!_scan.LocalName.SequenceEqual("_items"u8))
            throw _scan.Error("A list begins with its items.");
        if (TakeMark(out _))
            throw _scan.Error("The items of a list are null, or a reference.");
        _identity = null;
        int size = _scan.ReadAhead("_size"u8);
        if (size < 0 || size > _profile.MaxItems)
            throw _scan.Error("A list lacks its size, or has more items than it may.");
        Enter(table, 0);
        _top.NetLeft = size;
    }

    void SkipElements()
    {
        while (_scan.Peek() == XmlToken.Start)
        {
            _scan.ReadStart();
            _scan.SkipRest();
        }
    }

    void EndNetList()
    {
        if (_top.NetLeft > 0)
            throw _scan.Error("A list has fewer items than its size says.");
        Leave();
        SkipElements();
        Leave();
    }
}
