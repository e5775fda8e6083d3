using System.Data;
using Isomer.Conventions;

namespace Isomer;

/// <summary>How <see cref="DataXml"/> writes and reads. Immutable; derive variants by <c>with</c>.</summary>
public sealed record DataXmlOptions
{
    /// <summary>The defaults: rows without their schema, as WriteXml has it where it is told no mode.</summary>
    public static DataXmlOptions Default { get; } = new();

    /// <summary>What is written, as <see cref="DataSet.WriteXml(Stream, XmlWriteMode)"/> takes it.</summary>
    public XmlWriteMode WriteMode { get; init; } = XmlWriteMode.IgnoreSchema;

    /// <summary>How a document is understood, as <see cref="DataSet.ReadXml(Stream, XmlReadMode)"/> takes it.</summary>
    public XmlReadMode ReadMode { get; init; } = XmlReadMode.Auto;

    /// <summary>Whether a table is written with those that depend on it, one by one.</summary>
    public bool WriteHierarchy { get; init; }

    /// <summary>
    /// Whether the document declares itself: <c>WriteXml</c> does so in a file that it is given by name, and not in a stream.
    /// </summary>
    public bool WriteDeclaration { get; init; }

    /// <summary>Whose subtypes of object may be types of columns, beside the closed set of docs/tables.md.</summary>
    public PlainConvention Convention { get; init; } = Isomer.Convention.Plain;

    /// <summary>Of a document within a payload: the convention of the payload's options.</summary>
    internal Convention? Carrier { get; init; }

    /// <summary>Of a document within a payload: what the payload's closed set makes of names that are none of the convention's.</summary>
    internal Func<string, Type?>? Others { get; init; }

    /// <summary>Whose subtypes of object may be types of columns.</summary>
    internal Convention Types => Carrier ?? Convention;
}
