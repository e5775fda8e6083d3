using System.Data;
using System.Reflection;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// A set that is written is as it was before, in the framework's own fields too: asking a column for its extended properties makes them
/// where there are none, and BinaryFormatter's payload of the set became 13 % longer by that.
/// </summary>
public class UntouchedSetTests
{
    // In the contracts and in Xml the framework writes the schema, and asks a key for them itself.
    public static TheoryData<string> Ways => ["Json", "Compact", "Graph", "DeepCopy", "FastJson", "DataXml"];

    [Theory, MemberData(nameof(Ways))]
    public void Writing_changes_nothing(string way)
    {
        var set = Make();
        Write(way, set);
        Assert.DoesNotContain(Parts(set), Properties);
        Write(way, set.Tables[0]);
        Assert.DoesNotContain(Parts(set), Properties);
    }

    static void Write<T>(string way, T value)
    {
        _ = way switch
        {
            "Json" => Json.Serialize(value),
            "Compact" => Compact.Serialize(value),
            "Graph" => Json.Serialize(value, JsonOptions.Graph),
            "DeepCopy" => DeepCopy.Of(value),
            "FastJson" => Json.Serialize(value, JsonOptions.FastJson),
            "DataXml" => value is DataSet set ? DataXml.Serialize(set) : (object?)DataXml.Serialize((DataTable)(object)value!),
            _ => throw new InvalidOperationException(way),
        };
    }

    static DataSet Make()
    {
        var set = new DataSet("S");
        var (parents, children) = (set.Tables.Add("P"), set.Tables.Add("C"));
        parents.PrimaryKey = [parents.Columns.Add("Id", typeof(int))];
        parents.Columns.Add("Twice", typeof(int), "Id * 2");
        children.Columns.Add("Of", typeof(int));
        set.Relations.Add("R", parents.Columns[0], children.Columns[0]);
        parents.Rows.Add(1);
        children.Rows.Add(1);
        return set;
    }

    static IEnumerable<object> Parts(DataSet set)
    {
        yield return set;
        foreach (DataRelation relation in set.Relations)
            yield return relation;
        foreach (DataTable table in set.Tables)
        {
            yield return table;
            foreach (DataColumn column in table.Columns)
                yield return column;
            foreach (Constraint constraint in table.Constraints)
                yield return constraint;
        }
    }

    /// <summary>Whether somebody has asked for them.</summary>
    static bool Properties(object part)
    {
        for (var level = part.GetType(); level != typeof(object); level = level.BaseType!)
            if (level.GetField("_extendedProperties", BindingFlags.Instance | BindingFlags.NonPublic) is { } field)
                return field.GetValue(part) is not null;
        throw new InvalidOperationException($"A '{part.GetType()}' has no such field.");
    }
}
