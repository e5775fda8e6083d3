using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>The types that an envelope names, without any of them: each once, with its assembly.</summary>
internal static class SoapTypes
{
    const string Core = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

    public static IEnumerable<(string Type, string Assembly)> Of(ReadOnlySpan<byte> payload)
    {
        try
        {
            return Of(SoapDocument.Of(XmlInput.ToUtf8(payload, XmlRules.Soap, out _)));
        }
        catch (WireFormatException)
        {
            // What is wrong with it is told when it is read.
            return [];
        }
    }

    static List<(string, string)> Of(SoapDocument document)
    {
        var types = new List<(string, string)>();
        bool[] seen = new bool[document.Names];
        for (int i = 0; i < document.Count; i++)
        {
            ref readonly var node = ref document[i];
            foreach (int name in (ReadOnlySpan<int>)[node.IsTop ? node.Name : -1, node.Type,
                node.Array >= 0 ? document.ArrayOf(node.Array).Item : -1])
            {
                if (name < 0 || seen[name])
                    continue;
                seen[name] = true;
                string ns = SoapText.ToString(document.NamespaceOf(name));
                if (SoapNaming.TypeOf(ns, SoapText.NameOf(document.LocalOf(name))) is { } type)
                    types.Add((type, AssemblyOf(ns)));
            }
        }
        return types;
    }

    /// <summary>The assembly that a namespace names; empty for one that is none of the CLR's.</summary>
    public static string AssemblyOf(string ns)
    {
        if (SoapNaming.TypeOf(ns, "") is null)
            return "";
        if (ns.StartsWith(SoapNamespaces.ClrNamespace, StringComparison.Ordinal))
            return Core;
        string rest = ns.StartsWith(SoapNamespaces.ClrAssembly, StringComparison.Ordinal)
            ? ns[SoapNamespaces.ClrAssembly.Length..]
            : ns[(ns.IndexOf('/', SoapNamespaces.ClrBoth.Length) + 1)..];
        return Uri.UnescapeDataString(rest);
    }
}
