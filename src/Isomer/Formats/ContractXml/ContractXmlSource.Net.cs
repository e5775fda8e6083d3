using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>NetDataContractSerializer's form: types by CLR name, looked up in the same closed set; the framework's collections as the fields or entries that they are.</summary>
internal ref partial struct ContractXmlSource<TEmit, TScan>
{
    /// <summary>The type that z:Type names; null if there is none. What assembly it says does not matter: the name is looked up among known types.</summary>
    readonly Type? FindNetType(TypeModel declared)
    {
        int at = _scan.FindAttribute(ContractXmlState.Serialization, "Type"u8);
        if (at < 0)
            return null;
        string name = XmlScanner.ToUtf16(_scan.AttributeValue(at));
        var found = Bind(name) ?? ContractNetNames.Find(_profile, _state, _depth, name, declared.Type)
            ?? throw _scan.Error($"The type '{name}' is not known where '{declared.Type}' is declared.");
        return found == typeof(object) || declared.Type.IsAssignableFrom(found) || Nullable.GetUnderlyingType(declared.Type) == found || declared is SurrogateModel
                || FieldForms.Of(found) is { IsComparer: true } || IsFactory(found)
            ? found
            : throw _scan.Error($"A '{found}' stands where a '{declared.Type}' is expected.");
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

    /// <summary>Whether a value without a type is what is declared; an interface is an error, for what stands there always says what it is.</summary>
    readonly bool ReadsAsDeclared(Type declared) => FieldForms.Of(declared) is not null
        || (declared.IsInterface ? throw _scan.Error($"The input does not say which '{declared}' this is.") : false);

    readonly object? Check(object? value, TypeModel declared) => !_profile.IsNet || value is null || declared is SurrogateModel || declared.Type.IsInstanceOfType(value)
        ? value
        : throw _scan.Error($"A '{value.GetType()}' stands where a '{declared.Type}' is expected.");

    /// <summary>The fields in any order; of unknown names they are passed over. The object is made of them by its form.</summary>
    object ReadForm(FieldForm form, string? identity)
    {
        var table = ContractXmlTable.OfForm(form);
        object?[] values = new object?[form.Fields.Length];
        bool[] seen = new bool[values.Length];
        var read = new FormValues(form, values);
        object? target = null;
        Enter(table, values.Length);
        while (_scan.Peek() != XmlToken.End)
        {
            if (_scan.Peek() != XmlToken.Start)
                throw _scan.Error("Text stands where an element is expected.");
            _scan.ReadStart();
            _leaf = ref Unsafe.NullRef<byte>();
            int index = FieldOf(form, table);
            if (index < 0 || form.Fields[index].CacheOf is not null)
            {
                _scan.SkipRest();
                continue;
            }
            if (seen[index] || (target is not null && index < form.BeginsAt))
                throw _scan.Error($"The field '{form.Fields[index].Name}' of a '{form.Type}' comes twice or too late.");
            seen[index] = true;
            if (index >= form.BeginsAt)
                Begin(form, read, identity, ref target);
            values[index] = Codecs<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Of(_profile.Convention.ModelOf(form.Fields[index].Type)).ReadObject(ref this);
        }
        for (int i = 0; i < seen.Length; i++)
            if (!seen[i] && !form.Fields[i].IsOptional)
                throw _scan.Error($"A '{form.Type}' lacks its field '{form.Fields[i].Name}'.");
        Begin(form, read, identity, ref target);
        object result = form.Make(target, read);
        Leave();
        if (target is null && identity is not null)
            Know(identity, result);
        return result;
    }

    /// <summary>Makes the empty object, which what is in it may refer to.</summary>
    readonly void Begin(FieldForm form, FormValues read, string? identity, ref object? target)
    {
        if (target is not null || form.Begin is null)
            return;
        target = form.Begin(read);
        if (identity is not null)
            Know(identity, target);
    }

    readonly int FieldOf(FieldForm form, ContractXmlTable table)
    {
        var name = _scan.LocalName;
        for (int i = 0; i < table.Count; i++)
            if (table.NameOf(i).SequenceEqual(name) || (form.Fields[i].Alias is { } alias && name.SequenceEqual(Encoding.ASCII.GetBytes(alias))))
                return i;
        return -1;
    }
}
