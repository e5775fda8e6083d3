using System.Text;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Makes the one exception of what went wrong; the path is found by going over the document once more.</summary>
internal static class ContractXmlErrors
{
    const int DeepestPath = 64;

    public static WireFormatException Place<TScan>(Exception e, ReadOnlySpan<byte> input, int position, ContractXmlProfile profile)
        where TScan : struct, IXmlScanner<TScan>, allows ref struct
    {
        var text = XmlInput.Failed<TScan>(input, profile.Rules, out int skipped);
        var error = TextErrors.Place(e, "ContractXml", text, position);
        if (!TScan.IsText)
            (error.Line, error.Column) = (0, 0);
        // What code of the type refuses has been read: the path leads to the element that has just ended.
        error.Path = PathTo<TScan>(text, (int)error.Offset, profile, withEnded: e is not WireFormatException);
        XmlInput.Move(error, input, text, skipped);
        return error;
    }

    /// <summary>The path to what stands at the offset, with the place among equals: /Orders/Order[3]/Freight</summary>
    static string PathTo<TScan>(ReadOnlySpan<byte> text, int offset, ContractXmlProfile profile, bool withEnded)
        where TScan : struct, IXmlScanner<TScan>, allows ref struct
    {
        var levels = new List<(string Name, Dictionary<string, int> Counts, int Index)>();
        var root = new Dictionary<string, int>();
        (string Name, Dictionary<string, int> Counts, int Index)? ended = null;
        try
        {
            var scanner = TScan.Create(text, XmlRules.Contract with { MaxDepth = int.MaxValue }, profile.Names);
            try
            {
                while (scanner.Position < offset)
                {
                    switch (scanner.Peek())
                    {
                        case XmlToken.Start when scanner.Position < offset:
                            scanner.ReadStart();
                            string name = levels.Count >= DeepestPath ? "" : Encoding.UTF8.GetString(scanner.LocalName);
                            var counts = levels.Count == 0 ? root : levels[^1].Counts;
                            int index = counts.GetValueOrDefault(name) + 1;
                            counts[name] = index;
                            levels.Add((name, [], index));
                            ended = null;
                            break;
                        case XmlToken.Text:
                            scanner.ReadText();
                            break;
                        case XmlToken.End when scanner.Position < offset:
                            scanner.ReadEnd();
                            ended = levels[^1];
                            levels.RemoveAt(levels.Count - 1);
                            break;
                        default:
                            offset = 0;
                            break;
                    }
                }
            }
            finally
            {
                scanner.Dispose();
            }
        }
        catch (WireFormatException)
        {
            // The document is broken here: the path leads to where that is.
        }
        if (withEnded && ended is { } last)
            levels.Add(last);
        var path = new StringBuilder();
        foreach (var (name, _, index) in levels.Take(DeepestPath))
            path.Append('/').Append(name).Append(index > 1 ? $"[{index}]" : "");
        return path.Length == 0 ? "/" : path.ToString();
    }
}
