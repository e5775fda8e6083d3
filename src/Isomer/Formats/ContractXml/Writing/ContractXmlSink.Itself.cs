using System.Runtime.Serialization;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Types that write themselves: entries (ISerializable), XML (IXmlSerializable, XmlElement, XmlNode[]).</summary>
internal ref partial struct ContractXmlSink<TEmit, TScan>
{
#pragma warning disable SYSLIB0050, SYSLIB0051 // the types of an older age are what this is about
    /// <summary>An element of no namespace for each entry, in the order in which the object adds them, each with its type.</summary>
    void WriteEntries(ISerializable value, TypeModel model)
    {
        var type = value.GetType();
        var callbacks = CallbackMethods.OfContract(type);
        foreach (var callback in callbacks.Writing)
            Shapes.ReflectionAccess.CallBack(callback, value);
        var info = new SerializationInfo(type, new FormatterConverter());
        value.GetObjectData(info, CallbackContext.Current);
        if (_profile.IsNet)
            CheckNetType(info, type);
        _state.Unready.Add(value);
        bool isRoot = _depth == 0;
        var table = ContractXmlProfile.TableOf(model);
        Enter(table, info.MemberCount);
        if (isRoot && !TEmit.IsWriter)
            Declare(ContractXmlState.X, XmlNamespaces.Schema);
        var any = model.Convention.ModelOf(typeof(object));
        foreach (var entry in info)
        {
            Open(new ContractXmlTable(ContractNames.Encode(entry.Name)), 0, XmlNamespaces.None, false);
            Dynamic(entry.Value, any);
        }
        Leave();
        _state.Unready.RemoveAt(_state.Unready.Count - 1);
        foreach (var callback in callbacks.Written)
            Shapes.ReflectionAccess.CallBack(callback, value);
    }
#pragma warning restore SYSLIB0050, SYSLIB0051

    /// <summary>What the value writes into an XmlWriter, which is given the open element with all that is declared around it.</summary>
    void WriteXml(object value)
    {
        // Where an object is declared it stands in the element of one.
        bool isWhole = _isBare;
        string prefix = WithoutColon(_tag.Prefix);
        _emit.Itself(
            new ContractItself(_depth, Declarations(0, _outside), Declarations(_outside, _prefixes), prefix,
                Encoding.UTF8.GetString(_tag.Names.NameAt(_tag.Record)), NamespaceOf(_tag.Prefix), isWhole)
            { Most = _profile.Rules.MaxDepth - _depth - 1 }, value);
        _tagOpen = false;
        _declared = _prefixes;
        if (_prefixes != _outside)
            Unbind();
    }

    readonly List<(string Prefix, string Uri)> Declarations(int from, int to)
    {
        var result = new List<(string, string)>();
        for (int i = from; i < to; i++)
        {
            ref var binding = ref _state.Prefixes[i];
            // Elements around are declared on one: what stands for something else further in is not seen.
            if (IsHidden(binding.Prefix, i + 1, to))
                continue;
            string uri = Encoding.UTF8.GetString(binding.Uri ?? XmlNamespaces.Text(binding.Number));
            if (binding.Prefix.Length > 0 || uri.Length > 0)
                result.Add((WithoutColon(binding.Prefix), uri));
        }
        return result;
    }

    readonly bool IsHidden(ReadOnlySpan<byte> prefix, int from, int to)
    {
        for (int i = from; i < to; i++)
            if (_state.Prefixes[i].Prefix.AsSpan().SequenceEqual(prefix))
                return true;
        return false;
    }

    static string WithoutColon(byte[] prefix) => prefix.Length == 0 ? "" : Encoding.ASCII.GetString(prefix.AsSpan(0, prefix.Length - 1));

    readonly string NamespaceOf(byte[] prefix)
    {
        for (int i = _prefixes - 1; i >= 0; i--)
            if (_state.Prefixes[i].Prefix.AsSpan().SequenceEqual(prefix))
                return Encoding.UTF8.GetString(_state.Prefixes[i].Uri ?? XmlNamespaces.Text(_state.Prefixes[i].Number));
        return "";
    }
}
