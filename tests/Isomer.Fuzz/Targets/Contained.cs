namespace Isomer.Fuzz.Targets;

/// <summary>A container of payloads, which is read as nodes and in no other way.</summary>
sealed class Contained(Format format, Language language, params byte[][] seeds) : Target($"{format.Name}.Node", language)
{
    public override IEnumerable<byte[]> Seeds => seeds;

    public override int Ways => 1;

    /// <summary>A value of a byte is a node of 150.</summary>
    public override long MemoryBound(int length) => (200L * length) + (1 << 20);

    public override int Try(Input input, int way)
    {
        _ = format.Match(input.Guarded);
        return Refusal("nodes", input.Array.Length, () => format.ParseNode(input.Guarded)) is null ? 1 : 2;
    }

    public static IEnumerable<Target> All()
    {
        byte[] payload = Nrbf.Serialize(new List<int> { 5 });
        var resources = new MemoryStream();
        using (var writer = new System.Resources.ResourceWriter(resources))
        {
            writer.AddResource("text", "a");
            writer.AddResource("number", 7);
            writer.AddResource("money", 1.50m);
            writer.AddResource("bytes", new byte[] { 1, 2 });
            writer.AddResourceData("list", "System.Collections.Generic.List`1[[System.Int32]]", payload);
            writer.Generate();
            yield return new Contained(Containers.Resources, Language.Nrbf, resources.ToArray());
        }
        yield return new Contained(Containers.Resx, Language.Xml, System.Text.Encoding.UTF8.GetBytes(
            $"<root><resheader name=\"resmimetype\"/><data name=\"a\" mimetype=\"application/x-microsoft.net.object.binary.base64\"><value>{Convert.ToBase64String(payload)}</value></data><data name=\"b\" type=\"System.Int32\"><value>5</value></data></root>"));
        yield return new Contained(Containers.ViewState, Language.Nrbf,
            [0xFF, 1, 22, 5, 30, 1, 97, 31, 0, 23, 1, 5, 1, 107, 20, 41, 1, 84, 2, 100, 102, 11, 43, 0, 6, 60, 43, 0, 40, 1, 2, 102],
            [0xFF, 1, 15, 50, (byte)payload.Length, .. payload, 103]);
        yield return new Contained(Containers.Session, Language.Nrbf,
            [20, 0, 0, 0, 1, 0, 2, 0, 0, 0, 255, 255, 255, 255, 1, 97, 1, 98, 5, 0, 0, 0, 7, 0, 0, 0, 2, 7, 0, 0, 0, 3, 1, 255]);
    }
}
