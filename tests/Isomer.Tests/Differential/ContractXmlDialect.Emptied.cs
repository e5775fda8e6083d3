using System.Collections;
using System.Reflection;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>
/// The rule for what follows a collection without a setter that holds null where references are kept: a property with a setter would have
/// an identity, so that it is the value that is another one.
/// </summary>
public sealed partial class ContractXmlDialect
{
    /// <summary>
    /// Whether the original takes what follows such a collection for one: where they hold nothing in place of null both write the same of
    /// the value, and it is what ours writes of it as it is, but for those that are null or hold nothing.
    /// </summary>
    bool IsOfKeptNullWithoutSetter(Finding finding)
    {
        // A list that follows is written as one without a setter is, which has no identity; anything else is refused.
        if (finding is not { Step: "write", Difference: "only the original refuses" or "the bytes differ" }
            || !Settings(finding.Options).PreserveObjectReferences
            || finding.Original!.Refusal?.Message.Contains("No set method for property '' in type ''", StringComparison.Ordinal) == false)
            return false;
        var names = new HashSet<string>();
        object? value = Objects.Change(Objects.Moved(finding.Value, Objects.RootOf(finding.Type).Assembly), (field, content) =>
        {
            if (Objects.MemberOf(field) is not PropertyInfo { SetMethod: null } property
                || !typeof(IEnumerable).IsAssignableFrom(property.PropertyType) || property.PropertyType == typeof(string))
                return content;
            names.Add(property.Name);
            names.UnionWith(property.GetCustomAttributes<System.Runtime.Serialization.DataMemberAttribute>().Select(a => a.Name ?? ""));
            return content ?? Objects.Empty(field.FieldType);
        });
        var (original, ours) = (Outcome.Of(() => OriginalWrite(value, finding.Type, finding.Options)),
            Outcome.Of(() => OurWrite(value, finding.Type, finding.Options)));
        return original.Refusal is null && ours.Refusal is null && finding.Ours!.Refusal is null
            && XmlOf(finding, ours) is var (emptied, _) && XmlOf(finding, finding.Ours) is var (asItIs, _)
            && XNode.DeepEquals(Without(emptied), Without(asItIs))
            && (Difference(original, ours) is not { } difference
                || IsTold(finding with { Original = original, Ours = ours, Difference = difference, Value = value }));

        XElement Without(XElement root)
        {
            root.Descendants().Where(e => !e.Nodes().Any() && Called(e).Any(names.Contains)).ToList().ForEach(e => e.Remove());
            return root;
        }
    }
}
