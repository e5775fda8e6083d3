using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// NetDataContractSerializer's form: types by CLR name, looked up in the same closed set; the framework's collections as the fields or
/// entries that they are.
/// </summary>
internal ref partial struct ContractXmlSource<TEmit, TScan>
{
    /// <summary>
    /// The type that z:Type names; null if there is none. What assembly it says does not matter: the name is looked up among known types.
    /// </summary>
    readonly Type? FindNetType(TypeModel declared)
    {
        int at = _scan.FindAttribute(ContractXmlState.Serialization, "Type"u8);
        if (at < 0)
            return null;
        string name = XmlScanner.ToUtf16(_scan.AttributeValue(at));
        var found = Bind(name) ?? ContractNetNames.Find(_profile, _state, _depth, name, declared.Type)
            ?? throw _scan.Error($"The type '{name}' is not known where '{declared.Type}' is declared.");
        return found == typeof(object) || declared.Type.IsAssignableFrom(found) || Nullable.GetUnderlyingType(declared.Type) == found
            || IsReplaced(declared) || IsFactory(found)
            ? found
            : throw _scan.Error($"A '{found}' stands where a '{declared.Type}' is expected.");
    }

    /// <summary>The type that z:Type names; null if there is none, or none that is known.</summary>
    readonly Type? NamedNetType(TypeModel declared)
    {
        int at = _scan.FindAttribute(ContractXmlState.Serialization, "Type"u8);
        if (at < 0)
            return null;
        string name = XmlScanner.ToUtf16(_scan.AttributeValue(at));
        return Bind(name) ?? ContractNetNames.Find(_profile, _state, _depth, name, declared.Type);
    }

    /// <summary>Whether z:Type names this type.</summary>
    readonly bool NamesNetType(Type type)
    {
        int at = _scan.FindAttribute(ContractXmlState.Serialization, "Type"u8);
        if (at < 0)
            return false;
        string name = XmlScanner.ToUtf16(_scan.AttributeValue(at));
        return ContractNetNames.IsNameOf(name, type) || Bind(name) == type;
    }

    /// <summary>What the caller's binder makes of the names; null for what the closed set makes of them.</summary>
    readonly Type? Bind(string name)
    {
        if (_profile.Options.Binder is not { } binder)
            return null;
        int at = _scan.FindAttribute(ContractXmlState.Serialization, "Assembly"u8);
        return binder.BindToType(ContractNetNames.AssemblyOf(at < 0 ? "" : XmlScanner.ToUtf16(_scan.AttributeValue(at))), name);
    }

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about
    /// <summary>Whether objects of it make others, which are looked at once they are made.</summary>
    static bool IsFactory(Type type) => typeof(IObjectReference).IsAssignableFrom(type);
#pragma warning restore SYSLIB0050

    /// <summary>What stands where an interface is declared always says what it is.</summary>
    readonly void CheckSaysType(TypeModel declared)
    {
        if (_profile.IsNet && declared.Type.IsInterface)
            throw _scan.Error($"The input does not say which '{declared.Type}' this is.");
    }

    readonly object? Check(object? value, TypeModel declared) =>
        !_profile.IsNet || value is null || IsReplaced(declared) || declared.Type.IsInstanceOfType(value)
            ? value
            : throw _scan.Error($"A '{value.GetType()}' stands where a '{declared.Type}' is expected.");

    /// <summary>Whether a surrogate makes what is declared of something else, so that any type may be named there.</summary>
    static bool IsReplaced(TypeModel declared) => declared is SurrogateModel { Surrogate: not IFieldsSurrogate };

    /// <summary>The type that is named where a collection of the framework is declared, if it is another; null if it is that.</summary>
    Type? FindOther(TypeModel declared) =>
        !TakeNamed() && _scan.HasAttributes && FindType(declared) is { } named && named != declared.Type ? named : null;

    /// <summary>Opens the element of the next field: they come in any order, those of unknown names are passed over.</summary>
    int NextField(ContractXmlTable names, int previous)
    {
        while (PeekMember() != XmlToken.End)
        {
            _scan.ReadStart();
            _leaf = ref Unsafe.NullRef<byte>();
            int index = names.FieldOf(_scan.LocalName);
            if (index < 0)
            {
                _scan.SkipRest();
                continue;
            }
            HoldLeaf(names, index);
            return See(ref _top, index, previous) ? index
                : throw _scan.Error($"The field '{((ObjectModel)names.Model).Members[index].Name}' comes twice.");
        }
        return -1;
    }
}
