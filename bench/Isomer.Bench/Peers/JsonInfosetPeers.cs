using System.Runtime.Serialization.Json;
using System.Xml;
using Isomer.Bench.Data;

namespace Isomer.Bench.Peers;

/// <summary>The nodes of a JSON text as XML, to write; and what a walk over them counts, which is the same for every reader.</summary>
public sealed class InfosetNodes
{
    readonly List<(string? Element, string? Kind, string? Text)> _nodes = [];

    public int Elements { get; private set; }

    public long Characters { get; private set; }

    /// <summary>Those of orders as ContractJson writes them.</summary>
    public static InfosetNodes OfOrders(int? orders = null)
    {
        byte[] json = Isomer.ContractJson.Serialize(orders is { } count ? Northwind.Create(count) : Northwind.Create());
        var nodes = new InfosetNodes();
        using var reader = JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max);
        while (reader.Read())
        {
            nodes._nodes.Add(reader.NodeType switch
            {
                XmlNodeType.Element => (reader.LocalName, reader.GetAttribute("type"), null),
                XmlNodeType.Text => (null, null, reader.Value),
                _ => default,
            });
        }
        using var again = JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max);
        (nodes.Elements, nodes.Characters) = Count(again, values: true);
        return nodes;
    }

    /// <summary>Every name, attribute and value is asked for.</summary>
    public static InfosetNodes Walk(XmlReader reader)
    {
        var (elements, characters) = Count(reader, values: true);
        return new InfosetNodes { Elements = elements, Characters = characters };
    }

    /// <summary>Only the names are asked for, as by who looks for one element.</summary>
    public static InfosetNodes Pass(XmlReader reader) => new() { Elements = Count(reader, values: false).Elements };

    static (int Elements, long Characters) Count(XmlReader reader, bool values)
    {
        int elements = 0;
        long characters = 0;
        while (reader.Read())
        {
            if (reader.NodeType == XmlNodeType.Element)
            {
                elements++;
                characters += reader.LocalName.Length + reader.NamespaceURI.Length;
                for (bool more = values && reader.MoveToFirstAttribute(); more; more = reader.MoveToNextAttribute())
                    characters += reader.LocalName.Length + reader.Value.Length;
            }
            else if (values && reader.NodeType == XmlNodeType.Text)
            {
                characters += reader.Value.Length;
            }
        }
        return (elements, characters);
    }

    public void WriteTo(XmlWriter writer)
    {
        foreach (var (element, kind, text) in _nodes)
        {
            if (element is not null)
            {
                writer.WriteStartElement(element);
                writer.WriteAttributeString("type", kind);
            }
            else if (text is not null)
            {
                writer.WriteString(text);
            }
            else
            {
                writer.WriteEndElement();
            }
        }
    }

    public static bool SameWalk(InfosetNodes a, InfosetNodes b) => a.Elements == b.Elements && a.Characters == b.Characters;

    public static bool SameElements(InfosetNodes a, InfosetNodes b) => a.Elements == b.Elements;
}

/// <summary>Isomer's JsonInfoset, or the framework's JsonReaderWriterFactory: its readers walked, or passed over.</summary>
public sealed class JsonInfosetPeer(bool ours, bool values) : Peer
{
    public const string Ours = "Isomer JsonInfoset";
    public const string Framework = "JsonReaderWriterFactory";

    public override string Name => ours ? Ours : Framework;

    public override string Version => VersionOf(ours ? typeof(JsonInfoset) : typeof(JsonReaderWriterFactory));

    public override Contestant? For<T>(Case<T> @case)
    {
        if (@case.Value is not InfosetNodes nodes)
            return null;
        return new(Name, Version, () => Write(nodes), Read, @case.Verify);
    }

    byte[] Write(InfosetNodes nodes)
    {
        var stream = new MemoryStream();
        using (XmlWriter writer = ours ? JsonInfoset.CreateWriter(stream) : JsonReaderWriterFactory.CreateJsonWriter(stream))
            nodes.WriteTo(writer);
        return stream.ToArray();
    }

    InfosetNodes Read(byte[] json)
    {
        using XmlReader reader = ours
            ? JsonInfoset.CreateReader(json)
            : JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max);
        return values ? InfosetNodes.Walk(reader) : InfosetNodes.Pass(reader);
    }
}
