using System.Globalization;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.OfSoap;

#pragma warning disable CA1051

/// <summary>More members than a word has bits, and than two have: what has come is kept in several (no test came by).</summary>
public class SoapWideTests
{
    [Serializable]
    public class Wide
    {
        public int F0, F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12, F13, F14,
            F15, F16, F17, F18, F19, F20, F21, F22, F23, F24, F25, F26, F27, F28, F29,
            F30, F31, F32, F33, F34, F35, F36, F37, F38, F39, F40, F41, F42, F43, F44,
            F45, F46, F47, F48, F49, F50, F51, F52, F53, F54, F55, F56, F57, F58, F59,
            F60, F61, F62, F63, F64, F65, F66, F67, F68, F69, F70, F71, F72, F73, F74,
            F75, F76, F77, F78, F79, F80, F81, F82, F83, F84, F85, F86, F87, F88, F89,
            F90, F91, F92, F93, F94, F95, F96, F97, F98, F99, F100, F101, F102, F103, F104,
            F105, F106, F107, F108, F109, F110, F111, F112, F113, F114, F115, F116, F117, F118, F119,
            F120, F121, F122, F123, F124, F125, F126, F127, F128, F129, F130, F131, F132, F133, F134;
    }

    static readonly ShapeTier[] s_tiers = [ShapeTier.Emitted, ShapeTier.Reflection];

    static string Element(int i) => string.Create(CultureInfo.InvariantCulture, $"<F{i}>{i + 1000}</F{i}>");

    /// <summary>In any order, and with some of them left out.</summary>
    [Fact]
    public void Each_comes_to_its_place()
    {
        foreach (var tier in s_tiers)
            for (int seed = 0; seed < 20; seed++)
            {
                var random = new Random(seed);
                int[] order = [.. Enumerable.Range(0, 135)];
                if (seed > 0)
                    random.Shuffle(order);
                var wide = Read(string.Concat(order.Select(Element)), tier);
                for (int i = 0; i < 135; i++)
                    Assert.Equal(i + 1000, typeof(Wide).GetField($"F{i}")!.GetValue(wide));
            }
    }

    [Fact]
    public void None_comes_twice()
    {
        foreach (var tier in s_tiers)
            for (int i = 0; i < 135; i++)
            {
                string all = string.Concat(Enumerable.Range(0, 135).Select(Element));
                string beside = all.Replace(Element(i), Element(i) + Element(i), StringComparison.Ordinal);
                foreach (string twice in new[] { all + Element(i), Element(i) + all, beside })
                    Assert.Contains("comes twice", Assert.Throws<WireFormatException>(() => Read(twice, tier)).Message, StringComparison.Ordinal);
            }
    }

    static Wide Read(string members, ShapeTier tier)
    {
        string text = Encoding.UTF8.GetString(Soap.Serialize(new Wide()));
        int begin = text.IndexOf("<F0>", StringComparison.Ordinal), end = text.LastIndexOf("</F134>", StringComparison.Ordinal) + 7;
        return Soap.Deserialize<Wide>(Encoding.UTF8.GetBytes(text[..begin] + members + text[end..]),
            new SoapOptions { Convention = Convention.Fields.WithTier(tier) })!;
    }
}
