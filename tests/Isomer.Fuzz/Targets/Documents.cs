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

    /// <summary>Those of Fill, then rows as a reader: of a table that is known, and of the one that the document's schema has.</summary>
    public override int Ways => (2 * s_modes.Length) + 2;

    /// <summary>docs/security.md.</summary>
    public override long MemoryBound(int length) => (350L * length) + 12_000_000;

    public override int Try(Input input, int way)
    {
        if (way % Ways >= 2 * s_modes.Length)
            return Refusal("rows", input.Array.Length, () => Read(input.Array, way % 2 == 0 ? Tables.Sample().Tables[0] : null)) is null
                ? 3
                : 4;
        var options = new DataXmlOptions { ReadMode = s_modes[way % s_modes.Length] };
        var set = way % Ways >= s_modes.Length ? Tables.Sample().Clone() : new DataSet();
        return Refusal(options.ReadMode.ToString(), input.Array.Length, () => DataXml.Fill(set, input.Guarded, options)) is null ? 1 : 2;
    }

    static void Read(byte[] document, DataTable? schema)
    {
        // All is there at once, so nothing waits.
        using var rows = (schema is null
            ? Isomer.Tables.ReadXmlAsync(new MemoryStream(document))
            : Isomer.Tables.ReadXmlAsync(new MemoryStream(document), schema)).AsTask().GetAwaiter().GetResult();
        object[] values = new object[rows.FieldCount];
        while (rows.Read())
            rows.GetValues(values);
    }
}
