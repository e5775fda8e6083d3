namespace Isomer.Wire.Xml;

/// <summary>What scanners do alike over what they have: compiled for each of them.</summary>
internal static class XmlScans
{
    /// <summary>Passes over what is left of the open element, its end included.</summary>
    public static void SkipRest<TScan>(ref TScan scan) where TScan : struct, IXmlScanner<TScan>, allows ref struct
    {
        int outside = scan.Depth - 1;
        while (scan.Depth > outside)
        {
            switch (scan.Peek())
            {
                case XmlToken.Start:
                    scan.ReadStart();
                    break;
                case XmlToken.Text:
                    scan.SkipText();
                    break;
                default:
                    scan.ReadEnd();
                    break;
            }
        }
    }
}
