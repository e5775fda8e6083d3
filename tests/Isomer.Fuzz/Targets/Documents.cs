using System.Data;

namespace Isomer.Fuzz.Targets;

/// <summary>What WriteXml wrote, read in every mode, into a set that is empty and into one that knows its tables.</summary>
sealed class Documents() : Target("DataXml", Language.Xml)
{
    static readonly XmlReadMode[] s_modes = Enum.GetValues<XmlReadMode>();

    public override IEnumerable<byte[]> Seeds =>
        from set in (DataSet[])[Tables.Sample(), Tables.Accepted()]
        from mode in Enum.GetValues<XmlWriteMode>()
        select DataXml.Serialize(set, new DataXmlOptions { WriteMode = mode });

    public override int Ways => 2 * s_modes.Length;

    /// <summary>docs/security.md.</summary>
    public override long MemoryBound(int length) => (350L * length) + 12_000_000;

    public override int Try(Input input, int way)
    {
        var options = new DataXmlOptions { ReadMode = s_modes[way % s_modes.Length] };
        var set = way % Ways >= s_modes.Length ? Tables.Sample().Clone() : new DataSet();
        return Refusal(options.ReadMode.ToString(), input.Array.Length, () => DataXml.Fill(set, input.Guarded, options)) is null ? 1 : 2;
    }
}
