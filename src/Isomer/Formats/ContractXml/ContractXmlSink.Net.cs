using System.Collections;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>NetDataContractSerializer's form: z:Type and z:Assembly, and the framework's collections as the fields or entries that they are.</summary>
internal ref partial struct ContractXmlSink<TEmit, TScan>
{
    /// <summary>z:Type and z:Assembly: of the root, of what is not of its declared type, and of entries.</summary>
    void WriteNetType(Type type)
    {
        Declare(ContractXmlState.Z, ContractXmlState.Serialization);
        var (name, assembly) = ContractNetNames.Of(type, _profile.Options.Binder);
        _emit.Attribute("z", "Type", name);
        _emit.Attribute("z", "Assembly", assembly);
    }

    /// <summary>Writes what has a form of fields; a comparer of the framework's becomes its stand-in.</summary>
    bool TryWriteForm(ref object value, TypeModel declared)
    {
        if (value is IEqualityComparer or IComparer)
            value = ComparerForms.StandInOf(value);
        var type = value.GetType();
        if (FieldForms.Of(type) is not { } form)
            return false;
        if (type != declared.Type && !(form.IsComparer && ComparerForms.Find(declared.Type, form.Name!.Name) is not null))
            CheckKnown(ContractInfo.Of(type), type, declared.Type);
        WriteForm(value, form, type != declared.Type || form.IsEntries);
        return true;
    }

    void WriteForm(object value, FieldForm form, bool isTyped)
    {
        if (Reference(value))
            return;
        _sized = false;
        if (isTyped && _depth > 0)
            WriteNetType(form.Type);
        var table = ContractXmlTable.OfForm(form);
        if (form.Begin is null)
            _state.Unready.Add(value);
        object?[] values = form.Take(value);
        Enter(table, values.Length);
        for (int i = 0; i < values.Length; i++)
        {
            if (ReferenceEquals(values[i], FieldForm.Absent))
                continue;
            Open(table, i, table.Namespaces[i], false);
            if (table.Declared[i] >= 0)
                Declare(table.Declared[i]);
            if (values[i] is not { } field)
                Null();
            else if (form.IsEntries)
                WriteFormEntry(field, _profile.Convention.ModelOf(form.Fields[i].Type));
            else
                Codecs<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Of(_profile.Convention.ModelOf(form.Fields[i].Type)).WriteObject(ref this, field);
        }
        Leave();
        if (form.Begin is null)
            _state.Unready.RemoveAt(_state.Unready.Count - 1);
    }

    /// <summary>With identity and type, whatever it is.</summary>
    void WriteFormEntry(object value, TypeModel declared)
    {
        if (value is IEqualityComparer or IComparer)
            value = ComparerForms.StandInOf(value);
        if (FieldForms.Of(value.GetType()) is { } form)
        {
            WriteForm(value, form, true);
            return;
        }
        if (declared is DynamicModel)
        {
            Dynamic(value, declared);
            return;
        }
        if (Reference(value))
            return;
        WriteNetType(value.GetType());
        WriteExactly(declared, value);
    }

    /// <summary>Refuses a reference to what the reader has not made yet when it comes there.</summary>
    readonly void CheckReady(object value)
    {
        foreach (object open in _state.Unready)
            if (ReferenceEquals(open, value))
                throw new NotSupportedException(
                    $"A '{value.GetType()}' contains itself, and can only be made when all that is in it has been read ({nameof(ContractXmlOptions.NetDataContract)}). Use a collection that is filled, such as List or Dictionary.");
    }

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about
    /// <summary>Refuses an object that wants another to be made of its entries: z:FactoryType is not written.</summary>
    static void CheckNetType(SerializationInfo info, Type type)
    {
        if (info.ObjectType != type || info.IsFullTypeNameSetExplicit || info.IsAssemblyNameSetExplicit)
            throw new NotSupportedException($"'{type}' has its entries read as a '{info.FullTypeName}' (SerializationInfo.SetType), which {nameof(ContractXmlOptions.NetDataContract)} does not write. Carry it by a surrogate.");
    }
#pragma warning restore SYSLIB0050
}
