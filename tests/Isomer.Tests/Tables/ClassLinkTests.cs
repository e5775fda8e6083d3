using System.Data;
using System.Runtime.Serialization;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0038, SYSLIB0051 // the form in which it was written

namespace Isomer.Tests.OfTables;

/// <summary>What properties and relations of a class lead to when it comes back: its own tables and keys.</summary>
public class ClassLinkTests
{
    /// <summary>Its relation is older than the key of the parent's column, and refers to none.</summary>
    [Serializable]
    public class Older : DataSet
    {
        public Older()
        {
            DataTable parent = Tables.Add("P"), child = Tables.Add("C");
            parent.Columns.Add("id", typeof(int));
            child.Columns.Add("up", typeof(int));
            Relation = Relations.Add("R", parent.Columns[0], child.Columns[0], createConstraints: false);
            parent.PrimaryKey = [parent.Columns[0]];
        }

        protected Older(SerializationInfo info, StreamingContext context) : base(info, context) => Relation = Relations[0];

        public DataRelation Relation { get; }
    }

    /// <summary>
    /// The framework makes the relation anew, behind the key: it refers to that. So does the one that the class has made, where ours keeps
    /// it. What formats of our own carry is as it was.
    /// </summary>
    [Fact]
    public void A_relation_that_is_older_than_its_key()
    {
        var set = new Older();
        Assert.Null(set.Relation.ParentKeyConstraint);
        var options = new NrbfOptions { KnownTypes = [typeof(Older)] };
        foreach (var form in (SerializationFormat[])[SerializationFormat.Xml, SerializationFormat.Binary])
        {
            set.RemotingFormat = form;
            var theirs = (Older)NrbfTests.Original(NrbfTests.Original(set))!;
            var ours = Nrbf.Deserialize<Older>(Nrbf.Serialize(set, options), options)!;
            var soap = Soap.Deserialize<Older>(Soap.Serialize(set, new SoapOptions { KnownTypes = [typeof(Older)] }),
                new SoapOptions { KnownTypes = [typeof(Older)] })!;
            foreach (var back in (Older[])[ours, soap])
            {
                Assert.Equal(theirs.Relations[0].ParentKeyConstraint?.ConstraintName,
                    back.Relations[0].ParentKeyConstraint?.ConstraintName);
                Assert.Same(back.Tables[0].Constraints[0], back.Relations[0].ParentKeyConstraint);
                Assert.Null(back.Relations[0].ChildKeyConstraint);
            }
        }
        Assert.Null(Compact.Deserialize<Older>(Compact.Serialize(set))!.Relation.ParentKeyConstraint);
    }

    /// <summary>Two tables of one name.</summary>
    [Serializable]
    public class Twins : DataSet
    {
        public Twins()
        {
            (First, Second) = (Add("urn:x"), Add("urn:y"));
            Tables.Add("Other").Columns.Add("id", typeof(int));
        }

        protected Twins(SerializationInfo info, StreamingContext context) : base(info, context) =>
            (First, Second) = (Tables[0], Tables[1]);

        public DataTable First { get; }

        public DataTable Second { get; }

        DataTable Add(string space)
        {
            var table = new DataTable("A", space);
            table.Columns.Add("id", typeof(int));
            Tables.Add(table);
            return table;
        }
    }

    public static MatrixTheoryData<string, string, string> Spaces => new(["Compact", "Json", "Nrbf", "copy"], ["urn:x", "urn:m", ""],
        ["urn:y", "urn:n"]);

    /// <summary>
    /// Whichever of them was given another namespace, or both: the class's properties lead to the tables that have the rows.
    /// </summary>
    [Theory, MemberData(nameof(Spaces))]
    public void Two_tables_of_one_name_with_other_namespaces(string form, string first, string second)
    {
        var set = new Twins();
        (set.First.Namespace, set.Second.Namespace) = (first, second);
        set.First.Rows.Add(1);
        set.Second.Rows.Add(2);
        // In XML two of one name in several namespaces have no form, for the framework either.
        set.RemotingFormat = SerializationFormat.Binary;
        var options = new NrbfOptions { KnownTypes = [typeof(Twins)] };
        var back = form switch
        {
            "Compact" => Compact.Deserialize<Twins>(Compact.Serialize(set)),
            "Json" => Json.Deserialize<Twins>(Json.Serialize(set)),
            "Nrbf" => Nrbf.Deserialize<Twins>(Nrbf.Serialize(set, options), options),
            _ => DeepCopy.Of(set),
        };
        Assert.Equal(3, back!.Tables.Count);
        Assert.Same(back.Tables[0], back.First);
        Assert.Same(back.Tables[1], back.Second);
        Assert.Equal((1, 2), (back.First.Rows[0][0], back.Second.Rows[0][0]));
        Assert.Equal((first, second), (back.First.Namespace, back.Second.Namespace));
    }
}
