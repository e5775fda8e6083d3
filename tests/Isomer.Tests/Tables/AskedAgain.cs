using System.Data;
using System.Text;
using System.Text.RegularExpressions;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// What the framework refuses, or never ends, and ours does not: the cause is taken out of the document or the set, and the framework is
/// asked again. No message and no stack is looked at.
/// </summary>
static class AskedAgain
{
    /// <summary>
    /// docs/tables.md: the framework puts rows within before the row that they stand in, and leaves places empty for those to come, at
    /// which it fails; and two rows at one place break its indexes. So it has the document without places, whose rows come in another
    /// order.
    /// </summary>
    /// <param name="e">What the framework threw.</param>
    /// <param name="document">The document.</param>
    /// <param name="isAlike">Whether the framework reads another as ours reads this one, but for the order of rows.</param>
    public static bool IsOfPlace(Exception e, byte[] document, Func<byte[], bool> isAlike) =>
        e is NullReferenceException or InvalidOperationException && Without(document, "rowOrder") is { } bare && Is(() => isAlike(bare));

    /// <summary>
    /// docs/tables.md: a table's own schema does not have the relations of its set, which what it computes may ask; the framework asks its
    /// document for them. So it has the document without what is computed, which the columns of the set have already.
    /// </summary>
    public static bool IsOfRelation(Exception e, byte[] document, Func<byte[], bool> isAlike) =>
        e is EvaluateException or IndexOutOfRangeException && Without(document, "Expression") is { } bare && Is(() => isAlike(bare));

    /// <summary>
    /// docs/tables.md: a character of white space is nothing to a table's own ReadXml, and no character then. So both have the document
    /// with another in its place.
    /// </summary>
    /// <param name="e">What the framework threw.</param>
    /// <param name="document">The document.</param>
    /// <param name="isAlike">Whether both read another alike.</param>
    public static bool IsOfWhite(Exception e, byte[] document, Func<byte[], bool> isAlike)
    {
        string text = Encoding.UTF8.GetString(document);
        string dark = Regex.Replace(text, "(?<!/)>(\\s|&#(9|10|13|32|x9|x[aA]|x[dD]|x20);)</", ">x</");
        return e is FormatException && dark != text && Is(() => isAlike(Encoding.UTF8.GetBytes(dark)));
    }

    /// <summary>
    /// docs/tables.md: a table alone whose schema has its set check constraints: the framework asks each row as it comes for one that may
    /// come behind it, ours asks when all are there. So the framework reads without foreign keys, of the schema too.
    /// </summary>
    /// <param name="e">What the framework threw.</param>
    /// <param name="document">The document.</param>
    /// <param name="ours">What ours has read.</param>
    /// <param name="target">A new one to read into.</param>
    /// <param name="differ">What differs of two.</param>
    public static bool IsOfOrder(Exception e, byte[] document, DataTable ours, DataTable target, Func<DataTable, DataTable, string?> differ)
    {
        string text = Encoding.UTF8.GetString(document);
        return e is InvalidConstraintException && Is(() =>
        {
            var own = ours.Copy();
            RemoveForeignKeys(own);
            RemoveForeignKeys(target);
            target.ReadXml(new StringReader(Regex.Replace(text, "<xs:keyref .*?</xs:keyref>", "", RegexOptions.Singleline)));
            return differ(target, own) is null;
        }) || Is(() =>
        {
            // Rows within rows of their own table stand there by the relation of the key, so that the schema has to keep it: a set asks
            // when all rows are there.
            var set = new DataSet();
            set.ReadXml(new MemoryStream(document));
            return differ(set.Tables[ours.TableName, ours.Namespace]!, ours) is null;
        });
    }

    static void RemoveForeignKeys(DataTable table)
    {
        foreach (var key in table.Constraints.OfType<ForeignKeyConstraint>().ToList())
            table.Constraints.Remove(key);
    }

    /// <summary>
    /// docs/tables.md: from tables without a namespace that nest in a circle the framework's writer does not come back. So both have the
    /// set without these nestings, and are alike then: they write the same, or both refuse what it has besides.
    /// </summary>
    /// <param name="e">What ours threw.</param>
    /// <param name="set">The set, which has its nestings back afterwards.</param>
    /// <param name="original">What the framework writes.</param>
    /// <param name="ours">What ours writes.</param>
    /// <param name="differ">What differs of two.</param>
    public static bool IsOfCircle(Exception e, DataSet set, Func<object> original, Func<object> ours, Func<object, object, string?> differ)
    {
        var round = set.Relations.Cast<DataRelation>().Where(static r => r.Nested && Leads(r.ChildTable, r.ParentTable)).ToList();
        if (e is not NotSupportedException || round.Count == 0)
            return false;
        try
        {
            foreach (var relation in round)
                relation.Nested = false;
            var (theirs, mine) = (Outcome.Of(original), Outcome.Of(ours));
            return theirs.Refusal is not null || mine.Refusal is not null
                ? theirs.Refusal is not null && mine.Refusal is not null
                : differ(theirs.Result!, mine.Result!) is null;
        }
        finally
        {
            foreach (var relation in round)
                RichTables.Quietly(() => relation.Nested = true);
        }
    }

    static bool Leads(DataTable from, DataTable to)
    {
        HashSet<DataTable> reached = [from];
        var open = new Stack<DataTable>(reached);
        while (open.TryPop(out var table))
        {
            if (table == to)
                return true;
            foreach (DataRelation relation in table.ChildRelations)
                if (relation.Nested && reached.Add(relation.ChildTable))
                    open.Push(relation.ChildTable);
        }
        return false;
    }

    /// <summary>The document without an attribute of msdata; null where there is none.</summary>
    static byte[]? Without(byte[] document, string attribute)
    {
        string text = Encoding.UTF8.GetString(document);
        string bare = Regex.Replace(text, $@"\s\w+:{attribute}\s*=\s*(""[^""]*""|'[^']*')", "");
        return bare == text ? null : Encoding.UTF8.GetBytes(bare);
    }

    static bool Is(Func<bool> ask)
    {
        bool isAlike = false;
        return Record.Exception(() => isAlike = ask()) is null && isAlike;
    }
}
