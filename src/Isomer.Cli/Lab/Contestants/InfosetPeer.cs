using System.Text;
using System.Xml;
using Isomer.Cli.Lab.Scenarios;

namespace Isomer.Cli.Lab.Contestants;

/// <summary>Article 000's third form by our own hand: JSON by contract, shown as XML by JsonInfoset, and back.</summary>
sealed class InfosetPeer : LabPeer
{
    public override string Name => "Isomer JsonInfoset";

    public override string Version => VersionOf(typeof(JsonInfoset));

    public override string Options => "ContractJson, JsonInfoset.CreateReader";

    public override bool IsOurs => true;

    /// <summary>As its original: a form that only this scenario has.</summary>
    public override bool TakesPart(LabCase @case) => @case.Id.StartsWith("datacontract", StringComparison.Ordinal);

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        T value = @case.Value;
        var serializer = new ContractJsonSerializer(typeof(T));
        return new PeerCalls(() =>
        {
            using XmlDictionaryReader reader = JsonInfoset.CreateReader(ContractJson.Serialize(value));
            reader.Read();
            return Encoding.UTF8.GetBytes(reader.ReadOuterXml());
        }, bytes => serializer.ReadObject(XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max))!);
    }
}
