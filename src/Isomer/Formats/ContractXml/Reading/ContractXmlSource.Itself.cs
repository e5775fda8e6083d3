using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Tabular;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Types that read themselves: entries (ISerializable), XML (IXmlSerializable, XmlElement, XmlNode[]).</summary>
internal ref partial struct ContractXmlSource<TEmit, TScan>
{
    object ReadItself(TypeModel model)
    {
        string? identity = _identity;
        _identity = null;
        object value = ContractInfo.Of(model.Type).Kind == ContractKind.Entries ? ReadEntries(model) : ReadXml(model);
        if (identity is not null)
            Know(identity, value);
        return value;
    }

#pragma warning disable SYSLIB0050, SYSLIB0051 // the types of an older age are what this is about
    object ReadEntries(TypeModel model)
    {
        var type = model.Type;
        if (type.IsAbstract)
            throw _scan.Error($"The input does not say which '{type}' this is.");
        var constructor = SelfSerializing.OfEntries(type);
        var info = new SerializationInfo(type, new FormatterConverter());
        var any = model.Convention.ModelOf(typeof(object));
        Enter(ContractXmlProfile.TableOf(model), 0);
        while (_scan.Peek() != XmlToken.End)
        {
            if (_scan.Peek() != XmlToken.Start)
                throw _scan.Error("Text stands where an element is expected.");
            _scan.ReadStart();
            _leaf = ref Unsafe.NullRef<byte>();
            Count(1);
            if (_scan.Namespace != XmlNamespaces.None)
            {
                _scan.SkipRest();
                continue;
            }
            string name = XmlConvert.DecodeName(Encoding.UTF8.GetString(_scan.LocalName))!;
            object? value = Dynamic(any);
            info.AddValue(name, value, value?.GetType() ?? typeof(object));
        }
        Leave();
        object result = SelfSerializing.Make(constructor, info);
        foreach (var callback in CallbackMethods.OfContract(type).Read)
            callback.CallBack(result);
        return result is IObjectReference reference ? reference.GetRealObject(CallbackContext.Current) : result;
    }
#pragma warning restore SYSLIB0050, SYSLIB0051

    /// <summary>
    /// Whether the element around is the XML itself, and what it says of its type and of nil belongs to that: at the root, where nothing
    /// names another. Null cannot be written there.
    /// </summary>
    readonly bool IsRootOfItsOwn(Type type) =>
        _depth == 0 && _profile.Options.RootName is null && ContractInfo.Of(type) is { Kind: ContractKind.Xml, RootName: null };

    /// <summary>To the element that a member is, or the end: there is no place for text before it.</summary>
    readonly void PassToElement(XmlReader reader)
    {
        for (; reader.NodeType is not (XmlNodeType.Element or XmlNodeType.EndElement or XmlNodeType.None); reader.Read())
            if (reader.NodeType == XmlNodeType.CDATA || (reader.NodeType == XmlNodeType.Text && !XmlChars.IsWhite(reader.Value)))
                throw _scan.Error("Text stands where an element is expected.");
    }

    object ReadXml(TypeModel model)
    {
        var type = model.Type;
        if (type == typeof(XmlNode[]))
            return ReadNodes();
        bool isWhole = _depth == 0 && _isBare;
        using var reader = _scan.OpenReader();
        if (type == typeof(XmlElement) || type == typeof(XElement))
        {
            if (!isWhole)
            {
                if (reader.IsEmptyElement)
                    return null!;
                reader.Read();
                PassToElement(reader);
                if (reader.NodeType != XmlNodeType.Element)
                    return null!;
            }
            // What stands behind the element is passed over, as in the original.
            return type == typeof(XElement) ? XNode.ReadFrom(reader) : _state.Document.ReadNode(reader)!;
        }
        var value = SelfSerializing.OfXml(type);
        if (TableXml.Is(type))
            TableXml.Read(value, reader, model.Convention, _profile.Options.KnownTypes, keepsWhite: true);
        else
            value.ReadXml(reader);
        return value;
    }

    /// <summary>Attributes and content as nodes: what stands where an object is declared and no type is named.</summary>
    object ReadNodes()
    {
        using var reader = _scan.OpenReader();
        var element = (XmlElement)_state.Document.ReadNode(reader)!;
        var nodes = new List<XmlNode>();
        foreach (XmlAttribute attribute in element.Attributes)
            if (attribute.NamespaceURI is not (XmlNamespaces.XmlnsUri or XmlNamespaces.SchemaInstanceUri or ContractInfo.Serialization))
                nodes.Add(attribute);
        foreach (XmlNode child in element.ChildNodes)
            nodes.Add(child);
        return nodes.ToArray();
    }
}
