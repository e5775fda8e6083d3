using System.Runtime.CompilerServices;
using System.Text;

namespace Isomer.Formats;

/// <summary>A type as an envelope names it.</summary>
/// <param name="Local">Its name without its namespace, as an element can have it.</param>
/// <param name="Namespace">The namespace of XML; null where the name has a prefix that the envelope declares.</param>
/// <param name="Library">Its assembly, which takes a number; null for mscorlib.</param>
/// <param name="IsGeneric">Whether SoapFormatter would refuse it.</param>
internal sealed record SoapName(byte[] Local, string? Namespace, string? Library, bool IsGeneric)
{
    /// <summary>The namespace, ready to be copied into an attribute.</summary>
    public byte[] NamespaceBytes { get; } = Encoding.UTF8.GetBytes(
        Namespace?.Replace("&", "&amp;", StringComparison.Ordinal).Replace("\"", "&quot;", StringComparison.Ordinal)
            .Replace("<", "&lt;", StringComparison.Ordinal) ?? "");
}

/// <summary>
/// The names of types as SoapFormatter writes them, with what the options say of assemblies and of types that were renamed.
/// </summary>
internal sealed class SoapNaming(SoapOptions options)
{
    readonly ConditionalWeakTable<Type, SoapName> _known = [], _clr = [];

    /// <summary>The names that both formatters have.</summary>
    public FormatterNames Names { get; } = options.Renames.IsEmpty ? FormatterNames.Default : new FormatterNames(options.Renames);

    /// <summary>Tables that hold these names; null where they are the usual ones, which models keep.</summary>
    public ConditionalWeakTable<Model.TypeModel, SoapTable>? Tables { get; } = options.Renames.IsEmpty ? null : [];

    public SoapName Of(Type type) => _known.GetValue(type, t =>
        t == typeof(SoapFault) ? new SoapName("SOAP-ENV:Fault"u8.ToArray(), null, null, false)
        : SoapScalars.NameOf(t) is { } name && !t.IsEnum
            ? new SoapName(Encoding.UTF8.GetBytes((t == typeof(string) ? "SOAP-ENC:" : "xsd:") + name), null, null, false)
        : Of(t == typeof(SoapServerFault) ? new FormatterName(SoapServerFault.ClrName, null) : Names.Of(t)));

    /// <summary>Of a name that an ISerializable gave itself, or of a type's own.</summary>
    public SoapName Of(FormatterName name)
    {
        // Arguments have dots too.
        int arguments = name.Type.IndexOf('[', StringComparison.Ordinal);
        int dot = name.Type.LastIndexOf('.', (arguments < 0 ? name.Type.Length : arguments) - 1);
        string ns = dot < 0 ? "" : name.Type[..dot];
        return new SoapName(SoapText.NameOf(name.Type[(dot + 1)..]), NamespaceOf(ns, name.Library), name.Library,
            arguments >= 0 || name.Type.Contains('`', StringComparison.Ordinal));
    }

    /// <summary>The name as the CLR has it, also of what XML Schema has a name for: of items of arrays that are items.</summary>
    public SoapName ClrOf(Type type) => _clr.GetValue(type, t => Of(Names.Of(t)));

    string NamespaceOf(string ns, string? library)
    {
        if (library is null)
            return SoapNamespaces.ClrNamespace + ns;
        string assembly = options.AssemblyStyle == SoapAssemblyStyle.Full ? library : library.Split(',')[0];
        assembly = assembly.Replace(" ", "%20", StringComparison.Ordinal).Replace("=", "%3D", StringComparison.Ordinal)
            .Replace(",", "%2C", StringComparison.Ordinal);
        return ns.Length == 0 ? SoapNamespaces.ClrAssembly + assembly : $"{SoapNamespaces.ClrBoth}{ns}/{assembly}";
    }

    /// <summary>The full name of the CLR's type that a name of an envelope means; null if its namespace is none of the CLR's.</summary>
    public static string? TypeOf(string ns, string local)
    {
        string space;
        if (ns.StartsWith(SoapNamespaces.ClrNamespace, StringComparison.Ordinal))
            space = ns[SoapNamespaces.ClrNamespace.Length..];
        else if (ns.StartsWith(SoapNamespaces.ClrAssembly, StringComparison.Ordinal))
            space = "";
        else if (ns.StartsWith(SoapNamespaces.ClrBoth, StringComparison.Ordinal))
            space = ns[SoapNamespaces.ClrBoth.Length..].Split('/')[0];
        else
            return null;
        // Of generic types mono divides the name at its last dot, which stands in an argument's version.
        if (space.Contains('%', StringComparison.Ordinal))
            space = Uri.UnescapeDataString(space);
        return space.Length == 0 ? local : $"{space}.{local}";
    }
}
