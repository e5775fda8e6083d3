using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>Types that write themselves: entries (ISerializable), XML (IXmlSerializable, XmlElement, XmlNode[]).</summary>
internal ref partial struct ContractXmlSink
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
        value.GetObjectData(info, new StreamingContext(StreamingContextStates.All));
        bool isRoot = _depth == 0;
        var table = ContractXmlProfile.TableOf(model);
        Enter(table, info.MemberCount);
        if (isRoot)
            Declare(ContractXmlState.X, XmlNamespaces.Schema);
        var any = model.Convention.ModelOf(typeof(object));
        foreach (var entry in info)
        {
            Open(new ContractXmlTable(ContractNames.Encode(entry.Name)), 0, XmlNamespaces.None, false);
            Dynamic(entry.Value, any);
        }
        Leave();
        foreach (var callback in callbacks.Written)
            Shapes.ReflectionAccess.CallBack(callback, value);
    }
#pragma warning restore SYSLIB0050, SYSLIB0051

    /// <summary>
    /// What the value writes into an XmlWriter, which is given the open element with all that is declared around it; what comes
    /// out behind the element's name is put here. The framework's own writer, so that the bytes are the framework's.
    /// </summary>
    void WriteXml(object value)
    {
        bool isWhole = _depth == 0 && _profile.Options.RootName is null && ContractInfo.Of(value.GetType()).RootName is null;
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateTextWriter(stream, Encoding.UTF8, ownsStream: false))
        {
            // One element around for each that is open, for generated prefixes tell the depth.
            for (int i = 0; i < Math.Max(_depth, 1); i++)
                writer.WriteStartElement("e");
            for (int i = 0; i < _outside; i++)
                WriteBinding(writer, i);
            writer.WriteString("");
            writer.Flush();
            long start = stream.Position;
            if (isWhole)
            {
                WriteTo(writer, value);
                writer.Flush();
                var whole = stream.GetBuffer().AsSpan((int)start, (int)(stream.Position - start));
                if (whole.IsEmpty || whole[0] == (byte)' ')
                    throw new NotSupportedException($"'{value.GetType()}' says that it brings an element of its own ([XmlSchemaProvider] with IsAny), but writes none, or attributes before it.");
                // In place of the element that was opened.
                Replace(whole[(whole[0] == (byte)'>' ? 1 : 0)..]);
                return;
            }
            string name = Encoding.UTF8.GetString(_names.Records.AsSpan(_record + ContractXmlTable.Name, ContractXmlTable.LengthAt(ref _names.Records[_record])));
            string prefix = _prefix.Length == 0 ? "" : Encoding.ASCII.GetString(_prefix.AsSpan(0, _prefix.Length - 1));
            writer.WriteStartElement(prefix, name, NamespaceOf(_prefix));
            for (int i = _outside; i < _prefixes; i++)
                WriteBinding(writer, i);
            WriteTo(writer, value);
            writer.WriteEndElement();
            writer.Flush();
            var bytes = stream.GetBuffer().AsSpan((int)start, (int)(stream.Position - start));
            int open = bytes.IndexOf((byte)'<');
            _out.Write(bytes[(open + 1 + _prefix.Length + Encoding.UTF8.GetByteCount(name))..]);
        }
        _tagOpen = false;
        _declared = _prefixes;
        if (_prefixes != _outside)
            Unbind();
    }

    /// <summary>The root element is the value's own: what was opened is taken back.</summary>
    void Replace(ReadOnlySpan<byte> whole)
    {
        _out.Rewind();
        _out.Write(whole);
        _tagOpen = false;
    }

    readonly void WriteBinding(XmlDictionaryWriter writer, int index)
    {
        ref var binding = ref _state.Prefixes[index];
        string uri = Encoding.UTF8.GetString(binding.Uri ?? XmlNamespaces.Text(binding.Number));
        if (binding.Prefix.Length == 0 && uri.Length == 0)
            return;
        writer.WriteXmlnsAttribute(binding.Prefix.Length == 0 ? "" : Encoding.ASCII.GetString(binding.Prefix.AsSpan(0, binding.Prefix.Length - 1)), uri);
    }

    readonly string NamespaceOf(byte[] prefix)
    {
        for (int i = _prefixes - 1; i >= 0; i--)
            if (_state.Prefixes[i].Prefix.AsSpan().SequenceEqual(prefix))
                return Encoding.UTF8.GetString(_state.Prefixes[i].Uri ?? XmlNamespaces.Text(_state.Prefixes[i].Number));
        return "";
    }

    static void WriteTo(XmlDictionaryWriter writer, object value)
    {
        switch (value)
        {
            case XmlElement element:
                element.WriteTo(writer);
                break;
            case XmlNode[] nodes:
                foreach (var node in nodes)
                    node?.WriteTo(writer);
                break;
            default:
                ((IXmlSerializable)value).WriteXml(writer);
                break;
        }
    }
}
