using System.Xml.Schema;

namespace Isomer.Wire.Xml;

/// <summary>The schemas of a document while they are being made: one for each namespace.</summary>
internal sealed class XmlSchemas
{
    readonly Dictionary<string, XmlSchema> _schemas = new(StringComparer.Ordinal);

    /// <summary>The schema of a namespace, and whether it has just been made.</summary>
    public XmlSchema Of(string ns, out bool isNew)
    {
        isNew = !_schemas.TryGetValue(ns, out var schema);
        return isNew
            ? _schemas[ns] = new XmlSchema { ElementFormDefault = XmlSchemaForm.Qualified, TargetNamespace = ns.Length == 0 ? null : ns }
            : schema!;
    }

    public XmlSchema Of(string ns) => Of(ns, out _);

    /// <summary>All of them, compiled. Each imports each other: more than they need, and never less.</summary>
    /// <param name="given">Schemas that types bring themselves.</param>
    public XmlSchemaSet Compile(params IEnumerable<XmlSchemaSet> given)
    {
        var set = new XmlSchemaSet();
        foreach (var more in given)
            set.Add(more);
        string[] namespaces = [.. _schemas.Keys.Concat(set.Schemas().Cast<XmlSchema>().Select(s => s.TargetNamespace ?? "")).Distinct()];
        foreach (var (ns, schema) in _schemas)
        {
            foreach (string other in namespaces)
                if (other != ns)
                    schema.Includes.Add(new XmlSchemaImport { Namespace = other.Length == 0 ? null : other });
            set.Add(schema);
        }
        set.Compile();
        return set;
    }

    /// <summary>Elements of any name, as many as there are.</summary>
    public static XmlSchemaSequence AnyElements()
    {
        var sequence = new XmlSchemaSequence();
        sequence.Items.Add(
            new XmlSchemaAny { MinOccurs = 0, MaxOccursString = "unbounded", ProcessContents = XmlSchemaContentProcessing.Lax });
        return sequence;
    }

    /// <summary>Whatever there is: what types make of themselves.</summary>
    public static XmlSchemaComplexType AnyContent() =>
        new()
        {
            IsMixed = true,
            Particle = AnyElements(),
            AnyAttribute = new XmlSchemaAnyAttribute { ProcessContents = XmlSchemaContentProcessing.Lax }
        };

    /// <summary>None, one or more of it.</summary>
    public static T Many<T>(T particle) where T : XmlSchemaParticle
    {
        particle.MinOccurs = 0;
        particle.MaxOccursString = "unbounded";
        return particle;
    }
}
