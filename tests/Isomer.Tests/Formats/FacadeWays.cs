namespace Isomer.Tests.Formats;

/// <summary>All facades, and presets that take a path of their own, each with every way of calling it.</summary>
public static class FacadeWays
{
    public static IReadOnlyList<Ways> All { get; } =
    [
        new("Json", true, typeof(Json), null), new("FastJson", true, typeof(Json), JsonOptions.FastJson),
        new("Graph", true, typeof(Json), JsonOptions.Graph),
        new("Compact", false, typeof(Compact), null),
        new("Compact with a checksum", false, typeof(Compact), new CompactOptions { Checksum = true }),
        new("Protobuf", false, typeof(Protobuf), null),
        new("ContractXml", true, typeof(ContractXml), null),
        new("ContractXml binary", false, typeof(ContractXml), ContractXmlOptions.Binary),
        new("ContractJson", true, typeof(ContractJson), null),
        new("Xml", true, typeof(Xml), null),
        new("Soap", true, typeof(Soap),
            new SoapOptions
                { Convention = Convention.Fields.WithUnmarkedTypes(),
                    KnownTypes = [typeof(WaysTests.Dog), typeof(WaysTests.Puppy), typeof(Safety.LoanTests.Moody)], WritesGenerics = true }),
        new("Nrbf", false, typeof(Nrbf),
            new NrbfOptions
                { Convention = Convention.Fields.WithUnmarkedTypes(),
                    KnownTypes = [typeof(WaysTests.Dog), typeof(WaysTests.Puppy), typeof(Safety.LoanTests.Moody)] }),
    ];

    public static Ways Of(string name) => All.Single(w => w.Name == name);
}
