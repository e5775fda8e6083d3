using System.Text;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>What each format says of itself, and that it is so: a tool chooses by it.</summary>
public sealed class FormatFactTests
{
    const FormatFeatures Nodes = FormatFeatures.ReadsNodes | FormatFeatures.WritesNodes;

    public static TheoryData<string, string, bool, string, FormatFeatures> Facts => new()
    {
        { "Json", "application/json", true, ".json", Nodes | FormatFeatures.References | FormatFeatures.Subtypes },
        { "Compact", "application/vnd.isomer.compact", false, ".compact .isomer",
            Nodes | FormatFeatures.KeepsScalarKinds | FormatFeatures.References | FormatFeatures.Subtypes | FormatFeatures.Objects },
        { "ContractXml", "application/xml", true, ".contractxml",
            Nodes | FormatFeatures.KeepsScalarKinds | FormatFeatures.Subtypes | FormatFeatures.Objects },
        { "ContractXmlBinary", "application/msbin1", false, ".msbin1",
            Nodes | FormatFeatures.KeepsScalarKinds | FormatFeatures.Subtypes | FormatFeatures.Objects },
        { "ContractJson", "application/json", true, ".contractjson", Nodes | FormatFeatures.Subtypes | FormatFeatures.Objects },
        { "Xml", "application/xml", true, ".xml",
            Nodes | FormatFeatures.KeepsScalarKinds | FormatFeatures.Subtypes | FormatFeatures.Objects },
        { "Protobuf", "application/x-protobuf", false, ".pb .protobuf", Nodes | FormatFeatures.Subtypes },
    };

    public static TheoryData<string> Names => [.. Format.All.Select(f => f.Name)];

    [Fact]
    public void All_are_listed_once_and_in_this_order() =>
        Assert.Equal(["Json", "Compact", "ContractXml", "ContractXmlBinary", "ContractJson", "Xml", "Protobuf"],
            Format.All.Select(f => f.Name));

    [Theory, MemberData(nameof(Facts))]
    public void Each_says_what_it_is(string name, string mediaType, bool isText, string extensions, FormatFeatures features)
    {
        Format format = Format.All.Single(f => f.Name == name);
        Assert.Equal((mediaType, isText, extensions, features),
            (format.MediaType, format.IsText, string.Join(' ', format.FileExtensions), format.Features));
        Assert.Equal(name, format.ToString());
        Assert.Same(format, Format.Find(name));
        Assert.Same(format, Format.Find(name.ToUpperInvariant()));
        foreach (string extension in format.FileExtensions)
            Assert.Equal((format, format), (Format.Find(extension), Format.Find(extension[1..])));
    }

    /// <summary>Those that are found by name and not listed, for not every type or value goes through them.</summary>
    public static TheoryData<Format, string, string, bool, string, FormatFeatures> Unlisted => new()
    {
        { Nrbf.Format, "Nrbf", "application/vnd.ms-nrbf", false, ".nrbf",
            FormatFeatures.ReadsNodes | FormatFeatures.References | FormatFeatures.Subtypes | FormatFeatures.Objects },
        { Nrbf.RecordsFormat, "NrbfRecords", "application/vnd.ms-nrbf", false, ".nrbfrecords",
            Nodes | FormatFeatures.References | FormatFeatures.Subtypes | FormatFeatures.Objects },
        { Soap.Format, "Soap", "application/soap+xml", true, ".soap",
            Nodes | FormatFeatures.References | FormatFeatures.Subtypes | FormatFeatures.Objects },
        { Isomer.Containers.Resources, "Resources", "application/x-ms-resources", false, ".resources", FormatFeatures.ReadsNodes },
        { Isomer.Containers.Resx, "Resx", "text/microsoft-resx", true, ".resx", FormatFeatures.ReadsNodes },
        { Isomer.Containers.ViewState, "ViewState", "application/x-aspnet-viewstate", false, ".viewstate", FormatFeatures.ReadsNodes },
        { Isomer.Containers.Session, "Session", "application/x-aspnet-session", false, ".session", FormatFeatures.ReadsNodes },
    };

    [Theory, MemberData(nameof(Unlisted), DisableDiscoveryEnumeration = true)]
    public void Each_that_is_not_listed_says_what_it_is(Format format, string name, string mediaType, bool isText, string extensions,
        FormatFeatures features)
    {
        Assert.DoesNotContain(format, Format.All);
        Assert.Equal((name, mediaType, isText, extensions, features),
            (format.Name, format.MediaType, format.IsText, string.Join(' ', format.FileExtensions), format.Features));
        Assert.Same(format, Format.Find(name.ToLowerInvariant()));
        foreach (string extension in format.FileExtensions)
            Assert.Equal((format, format), (Format.Find(extension), Format.Find(extension[1..])));
        Assert.Same(format == Nrbf.RecordsFormat ? Nrbf.Format : format, Format.Find(mediaType));
    }

    [Serializable]
    public class Loop
    {
        public object? Any;
        public Loop? Next;
    }

    /// <summary>What the two that carry objects say of themselves is so.</summary>
    [Theory]
    [InlineData("Nrbf")]
    [InlineData("Soap")]
    public void References_subtypes_and_objects_come_back(string name)
    {
        var format = Of(name);
        var loop = new Loop { Any = 5 };
        loop.Next = loop;
        var back = format.Deserialize<Loop>(format.Serialize(loop));
        Assert.Same(back, back.Next);
        Assert.Equal(5, back.Any);
        Assert.IsType<Loop>(format.Deserialize<Loop>(format.Serialize(new Loop { Any = new Loop() })).Any);
        byte[] payload = format.Serialize(loop);
        Assert.NotNull(format.ParseNode(payload));
        Assert.Equal(FormatMatch.Certain, format.Match(payload));
        Assert.Equal(format.IsText, !payload.Any(b => b < 9));
    }

    /// <summary>Of two with one media type the first in the list; a name goes before an extension.</summary>
    [Fact]
    public void Found_in_the_order_of_the_list()
    {
        Assert.Same(Json.Format, Format.Find("application/json"));
        Assert.Same(ContractXml.Format, Format.Find("application/xml"));
        Assert.Same(Xml.Format, Format.Find("xml"));
        Assert.Same(ContractXml.BinaryFormat, Format.Find("APPLICATION/MSBIN1"));
        Assert.Null(Format.Find(""));
        Assert.Null(Format.Find("."));
        Assert.Null(Format.Find("application"));
        Assert.Throws<ArgumentNullException>(() => Format.Find(null!));
    }

    [Fact]
    public void Values_of_the_enums_are_a_promise_to_those_who_stored_them()
    {
        Assert.Equal(
            [(0, "None"), (1, "ReadsNodes"), (2, "WritesNodes"), (4, "KeepsScalarKinds"), (8, "References"), (16, "Subtypes"),
                (32, "Objects")],
            Enum.GetValues<FormatFeatures>().Select(f => ((int)f, f.ToString())));
        Assert.Equal([(0, "No"), (1, "Possible"), (2, "Likely"), (3, "Certain")],
            Enum.GetValues<FormatMatch>().Select(m => ((int)m, m.ToString())));
    }

    [System.Runtime.Serialization.KnownType(typeof(Derived))]
    [System.Xml.Serialization.XmlInclude(typeof(Derived))]
    [Subtype(typeof(Derived), 5)]
    public class Base
    {
        public int A { get; set; }
    }

    public class Derived : Base
    {
        public string? B { get; set; }
    }

    public class Holder
    {
        public Base? Item { get; set; }
    }

    public class AnyHolder
    {
        public object? Item { get; set; }
    }

    static Format Of(string name) => Format.Find(name)!;

    /// <summary>A value of every kind is text where the format says so, and is not where it says not.</summary>
    [Theory, MemberData(nameof(Names))]
    public void Text_is_text_and_bytes_are_not(string name)
    {
        Format format = Of(name);
        byte[] payload = format.Serialize(new Holder { Item = new Base { A = 300_000 } });
        bool isText;
        try
        {
            string text = new UTF8Encoding(false, true).GetString(payload);
            isText = text.All(c => !char.IsControl(c) || char.IsWhiteSpace(c));
        }
        catch (DecoderFallbackException)
        {
            isText = false;
        }
        Assert.Equal(format.IsText, isText);
    }

    [Theory, MemberData(nameof(Names))]
    public void Subtypes_come_back_where_the_format_says_so(string name)
    {
        Format format = Of(name);
        Assert.True(format.Features.HasFlag(FormatFeatures.Subtypes));
        // Protobuf's have numbers: by [ProtoInclude], which its own tests are about.
        if (name == "Protobuf")
            return;
        var back =
            Assert.IsType<Derived>(format.Deserialize<Holder>(format.Serialize(new Holder { Item = new Derived { A = 1, B = "b" } })).Item);
        Assert.Equal((1, "b"), (back.A, back.B));
    }

    [Theory, MemberData(nameof(Names))]
    public void Objects_come_back_where_the_format_says_so(string name)
    {
        Format format = Of(name);
        bool comesBack;
        try
        {
            comesBack = Equals(5, format.Deserialize<AnyHolder>(format.Serialize(new AnyHolder { Item = 5 })).Item);
        }
        catch (NotSupportedException)
        {
            comesBack = false;
        }
        Assert.Equal(format.Features.HasFlag(FormatFeatures.Objects), comesBack);
    }

    [Theory, MemberData(nameof(Names))]
    public void Kinds_of_scalars_are_kept_in_nodes_where_the_format_says_so(string name)
    {
        Format format = Of(name);
        var node = new NodeObject
        { ["at"] = new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), ["id"] = new Guid("6f9619ff-8b86-d011-b42d-00cf4fc964ff") };
        var back = (NodeObject)format.ParseNode(format.WriteNode(node))!;
        bool isKept = back.Members.Select(m => m.Value!.Kind).SequenceEqual(node.Members.Select(m => m.Value!.Kind));
        if (format.Features.HasFlag(FormatFeatures.KeepsScalarKinds))
            Assert.True(isKept);
        else
            Assert.True(!isKept || name == "Protobuf", name);
    }
}
