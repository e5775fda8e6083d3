using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// The names of arrays whose items are called otherwise than those of another array of their name: the first that the graph meets
/// is ArrayOfInt, the next ArrayOfInt1. The name is also that of the element where such an array is an item.
/// </summary>
internal static class XmlArrayNames
{
    public static Dictionary<string, string> Of(List<TypeModel> reached)
    {
        var taken = new Dictionary<string, string>(StringComparer.Ordinal);
        var result = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var model in reached)
        {
            if (model is SequenceModel { Details: XmlArrayFacts { Given: null } array })
            {
                string usual = array.UsualName();
                string key = XmlWorld.KeyOf(usual, array.Namespace, array.Items);
                // Those of several elements are numbered from 1, all others from nothing.
                bool isChoice = array.Items.Length != 1;
                string stem = isChoice ? usual[..^1] : usual;
                string name = usual;
                for (int i = isChoice ? 2 : 1; !taken.TryAdd(name + " " + array.Namespace, key)
                    && taken[name + " " + array.Namespace] != key; i++)
                    name = stem + i.ToString(System.Globalization.CultureInfo.InvariantCulture);
                if (name != usual)
                    result[key] = name;
            }
            else if (model.Details is XmlTypeFacts { Name: { } other } facts and not (XmlSpecialFacts or XmlArrayFacts))
            {
                taken.TryAdd(other + " " + facts.Namespace, "");
            }
        }
        return result;
    }

    public static bool AreSame(Dictionary<string, string> a, Dictionary<string, string> b)
    {
        if (a.Count != b.Count)
            return false;
        foreach (var (key, name) in a)
            if (!b.TryGetValue(key, out string? other) || other != name)
                return false;
        return true;
    }
}
