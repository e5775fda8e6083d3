using System.ComponentModel;
using System.Data;
using System.Text;
using Isomer.Tests.Differential;

namespace Isomer.Tests.OfTables;

/// <summary>What WriteXml writes of a set and of each of its tables, in every mode.</summary>
sealed class WrittenDocuments : TableComparison
{
    public override string Name => "DataXml, written";

    public override string? Compare(Choices choices, TableRun run)
    {
        var set = Drawn(choices, hasEnums: true);
        foreach (var mode in (XmlWriteMode[])[XmlWriteMode.IgnoreSchema, XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram])
            foreach (var (value, hierarchy) in set.Tables.Cast<IListSource>()
                .SelectMany(t => ((IListSource, bool)[])[(t, false), (t, true)]).Concat(Alone(set).Select(t => (t, false)))
                    .Prepend((set, false)))
            {
                var options = new DataXmlOptions { WriteMode = mode, WriteHierarchy = hierarchy };
                if (run.Differs($"{mode} of a {(value is DataSet ? "set" : "table")}{(hierarchy ? " with those below" : "")}",
                    () => StaleNesting.Without(set, () => DataXmlTests.Original(value, options)),
                    () => DataXml.Serialize(value, options), Bytes, _ => false,
                    // See DataXmlTests: places of rows within rows of another table.
                    e => e is NullReferenceException, () => Shown(set)) is { } difference)
                    return difference;
            }
        return null;
    }

    /// <summary>
    /// docs/tables.md: the framework does not end the elements of errors of rows without columns (OddTablesTests), and so writes no XML.
    /// </summary>
    static bool IsCutOff(string original, string ours)
    {
        // The framework writes characters that no XML has.
        static bool IsWhole(string text) => Xunit.Record.Exception(() =>
        {
            using var reader = System.Xml.XmlReader.Create(new StringReader(text), new() { CheckCharacters = false });
            while (reader.Read())
            {
            }
        }) is null;
        int errors = original.IndexOf("<diffgr:errors>", StringComparison.Ordinal);
        // What is not ended is begun all the same: each error with its words and the row that it is of, in the order of ours. The
        // framework's stand one within the other, so that all but the first have their namespace from around them.
        static IEnumerable<string> Begun(string text) =>
            System.Text.RegularExpressions.Regex.Matches(text, "<[^/>][^>]*>")
                .Select(static m => System.Text.RegularExpressions.Regex.Replace(m.Value, " xmlns=\"[^\"]*\"", "").TrimEnd('>', '/', ' '));
        return errors >= 0 && !IsWhole(original) && IsWhole(ours) && ours.Length > errors
            && original.AsSpan(0, errors).SequenceEqual(ours.AsSpan(0, errors))
            && Begun(original[errors..]).SequenceEqual(Begun(ours[errors..]));
    }

    /// <summary>Tables that no set has.</summary>
    internal static IEnumerable<IListSource> Alone(DataSet set) =>
        set.Tables.Cast<DataTable>().Select(t => Outcome.Of(t.Copy).Result).OfType<IListSource>();

    internal static string? Bytes(object a, object b)
    {
        string text = Encoding.UTF8.GetString((byte[])a), other = Encoding.UTF8.GetString((byte[])b);
        if (((byte[])a).AsSpan().SequenceEqual((byte[])b) || IsCutOff(text, other))
            return null;
        int at = text.Zip(other).TakeWhile(p => p.First == p.Second).Count();
        return $"the bytes differ\nat {at}: {text[Math.Max(0, at - 200)..Math.Min(text.Length, at + 200)]}\n--- ours:\n{other[Math.Max(0, at - 200)..Math.Min(other.Length, at + 200)]}";
    }
}

/// <summary>
/// What ReadXml reads in every mode, into nothing, the same columns, or the same rows; of documents as they were written, and edited.
/// </summary>
sealed class ReadDocuments(XmlWriteMode form) : TableComparison
{
    static readonly DataXmlOptions s_known = new() { Convention = EnumColumns.Plain };

    public override string Name => $"DataXml, {form} read";

    public override string? Compare(Choices choices, TableRun run)
    {
        var set = Drawn(choices, hasEnums: true);
        if (Outcome.Of(() => DataXmlTests.Original(set, new DataXmlOptions { WriteMode = form })).Result is not byte[] written)
            return null;
        bool keepsRows = choices.Once(3);
        // Some of the framework's own clones break its rules for relations.
        bool hasLike = Outcome.Of(keepsRows ? set.Copy : set.Clone).Refusal is null;
        for (int edit = 0; edit < 3; edit++)
        {
            byte[] document = edit == 0 ? written : Encoding.UTF8.GetBytes(Edited(Encoding.UTF8.GetString(written), edit, choices));
            foreach (var mode in edit == 0
                ? Enum.GetValues<XmlReadMode>()
                : [choices.Of(XmlReadMode.Auto, XmlReadMode.DiffGram, XmlReadMode.IgnoreSchema, XmlReadMode.ReadSchema,
                    XmlReadMode.InferSchema, XmlReadMode.Fragment, XmlReadMode.InferTypedSchema)])
                foreach (bool isLike in edit == 0 ? (bool[])[true, false] : [choices.Once(2)])
                    if ((hasLike || !isLike)
                        && Read(run, document, () => isLike ? keepsRows ? ComputedAnew.Of(set.Copy()) : set.Clone() : new DataSet("new"),
                            $"{form} read by {mode} into {(!isLike ? "nothing" : keepsRows ? "its rows" : "its columns")}{(edit == 0 ? "" : ", edited")}",
                            mode, edit > 0, isLike && keepsRows, set) is { } difference)
                        return difference;
            // A table alone has one mode.
            if (set.Tables.Count == 1 && hasLike && ReadTable(run, document, set, edit > 0) is { } other)
                return other;
        }
        return ReadSecond(run, written, set, hasLike && choices.Once(2), choices)
            ?? (hasLike && set.Tables.Count > 1 ? ReadTableOfSet(run, set, choices) : null);
    }

    /// <summary>A second document into the set that a first one made or filled, by any pair of modes.</summary>
    string? ReadSecond(TableRun run, byte[] written, DataSet set, bool isLike, Choices choices)
    {
        XmlReadMode[] modes = Enum.GetValues<XmlReadMode>();
        XmlReadMode first = choices.Of(modes), second = choices.Of(modes);
        int edits = choices.Below(3);
        byte[] document = edits == 0 ? written : Encoding.UTF8.GetBytes(Edited(Encoding.UTF8.GetString(written), edits, choices));
        // What the framework's own reading made, for both.
        DataSet Made()
        {
            DataSet made = isLike ? set.Clone() : new DataSet("new");
            made.ReadXml(new MemoryStream(written), first);
            return made;
        }
        return Outcome.Of(Made).Refusal is not null
            ? null
            : Read(run, document, Made,
                $"{form} read by {second} into {(isLike ? "its columns" : "what came")} by {first}{(edits == 0 ? "" : ", edited")}", second,
                edits > 0, hasRows: true, set);
    }

    /// <summary>A table among those of its set, which it may describe and fill with those below it.</summary>
    string? ReadTableOfSet(TableRun run, DataSet set, Choices choices)
    {
        int place = choices.Below(set.Tables.Count);
        var options = new DataXmlOptions { WriteMode = form, WriteHierarchy = choices.Once(2) };
        if (Outcome.Of(() => DataXmlTests.Original(set.Tables[place], options)).Result is not byte[] document
            || Outcome.Of(set.Clone).Refusal is not null)
            return null;
        DataSet theirs = set.Clone(), ours = set.Clone();
        return run.Differs($"{form} read into a table of a set", () => theirs.Tables[place].ReadXml(new MemoryStream(document)),
            () => DataXml.Fill(ours.Tables[place], document, s_known),
            (a, b) =>
                !Equals(a, b)
                    ? $"understood as {b}, not {a}"
                    : ButForWhite(() => ComputedAnew.Known(TableDifference.Of(theirs, ours), theirs, ours, document),
                        set.Tables[place].Columns.Cast<DataColumn>().Any(static c => c.Expression.Length > 0)), static _ => false,
                        e =>
                            AskedAgain.IsOfRelation(e, document, d => Alike(d, inAnyOrder: false))
                                || AskedAgain.IsOfPlace(e, document, d => Alike(d, inAnyOrder: true))
                                || AskedAgain.IsOfWhite(e, document, BothAlike)
                                || EarlyRefusals.Is(e, ours, set.Clone(), s => s.Tables[place].ReadXml(new MemoryStream(document)),
                                    (a, b) => ComputedAnew.Known(TableDifference.Of(a, b), a, b, document)),
                        () => $"\n{Encoding.UTF8.GetString(document)}{Shown(set)}");

        bool BothAlike(byte[] another)
        {
            DataSet first = set.Clone(), second = set.Clone();
            first.Tables[place].ReadXml(new MemoryStream(another));
            DataXml.Fill(second.Tables[place], another, s_known);
            return ComputedAnew.Known(TableDifference.Of(first, second), first, second, another) is null;
        }

        bool Alike(byte[] another, bool inAnyOrder)
        {
            var again = set.Clone();
            again.Tables[place].ReadXml(new MemoryStream(another));
            string? Differ() => ButForWhite(() => ComputedAnew.Known(TableDifference.Of(again, ours), again, ours, document));
            return (inAnyOrder ? TableDifference.InAnyOrder(Differ) : Differ()) is null;
        }
    }

    static string Edited(string text, int times, Choices choices)
    {
        var edits = new TableEdits(choices, new DrawnRandom(choices));
        for (int i = 0; i < times && text.Length > 0; i++)
            text = edits.Edit(text);
        return text;
    }

    static bool IsOurs(Exception refusal) => refusal is WireFormatException { InnerException: null };

    string? Read(TableRun run, byte[] document, Func<DataSet> target, string step, XmlReadMode mode, bool isEdited, bool hasRows,
        DataSet set)
    {
        DataSet theirs = target(), ours = target();
        string Show() => $"\n{Encoding.UTF8.GetString(document[..Math.Min(document.Length, 4000)])}\n--- of{Shown(set)}";
        return run.Differs(step, () => theirs.ReadXml(new MemoryStream(document), mode),
            () => DataXml.Fill(ours, document, s_known with { ReadMode = mode }),
            (a, b) =>
                Equals(a, b)
                    ? TableDifference.Of(theirs, ours) is not null && Read(theirs) is { } differs && !IsOfParts() ? differs : null
                    : $"understood as {b}, not {a}",
            e => IsOfOwnCircle(e, document, ours)
                || (isEdited && (IsOurs(e) || EarlyRefusals.IsNoXml(document, mode == XmlReadMode.Fragment)
                    || IsOfRows(e) || TableEdits.HasTwoAtOnePlace(Encoding.UTF8.GetString(document)))),
            e =>
                IsOfPartsRefused() || AskedAgain.IsOfPlace(e, document, IsRead) || IsOfDeleted(e)
                    || (isEdited && mode == XmlReadMode.Fragment && IsOfScope(e, document))
                    || IsEarly(e), Show);

        bool IsRead(byte[] another)
        {
            var again = target();
            again.ReadXml(new MemoryStream(another), mode);
            return TableDifference.InAnyOrder(() => Read(again)) is null;
        }

        // Into rows of which one is deleted, beside a relation: what the framework's merge looks for then is no more there. So it reads
        // without the relations.
        bool IsOfDeleted(Exception e)
        {
            DataSet first = target(), second = target();
            foreach (var to in e is DeletedRowInaccessibleException ? (DataSet[])[first, second] : [])
                RichTables.Quietly(to.Relations.Clear);
            return first.Relations.Count == 0 && set.Relations.Count > 0
                && Outcome.Of(() => first.ReadXml(new MemoryStream(document), mode)).Refusal is null
                && Outcome.Of(() => DataXml.Fill(second, document, s_known with { ReadMode = mode })).Refusal is null
                && ComputedAnew.Known(TableDifference.Of(first, second), first, second, document) is null;
        }

        bool IsEarly(Exception e)
        {
            var again = target();
            if (again.Tables.Count == 0)
                RichTables.Quietly(() => again.ReadXmlSchema(new MemoryStream(document)));
            return EarlyRefusals.Is(e, ours, again,
                s => s.ReadXml(new MemoryStream(document),
                    form == XmlWriteMode.WriteSchema && mode is not (XmlReadMode.InferSchema or XmlReadMode.InferTypedSchema)
                        ? XmlReadMode.IgnoreSchema
                        : mode),
                (a, b) => Known(ComputedAnew.Known(TableDifference.Of(a, b), a, b, document)));
        }

        // docs/tables.md: at what stands between the parts of a DiffGram the framework stops. So it is asked again, of the document without
        // that.
        bool IsOfParts() => isEdited && TableEdits.WithPartsAlone(Encoding.UTF8.GetString(document)) is { } bare && target() is var again
            && Outcome.Of(() => again.ReadXml(new MemoryStream(Encoding.UTF8.GetBytes(bare)), mode)).Refusal is null && Read(again) is null;

        // The framework refuses the document with what it stops at, and reads it without that as ours reads it with that.
        bool IsOfPartsRefused()
        {
            var filled = target();
            return Outcome.Of(() => DataXml.Fill(filled, document, s_known with { ReadMode = mode })).Refusal is null && IsOfParts();
        }

        // What ours refuses in rows at which the framework does not come by, it refuses too where it comes by.
        bool IsOfRows(Exception e) =>
            e is WireFormatException { InnerException: OverflowException }
            && TableEdits.WithPartsAlone(Encoding.UTF8.GetString(document)) is { } bare && target() is var again
            && Outcome.Of(() => again.ReadXml(new MemoryStream(Encoding.UTF8.GetBytes(bare)), mode)).Refusal is OverflowException;

        string? Read(DataSet original)
        {
            // What is computed anew is so in both.
            var filled = target();
            DataXml.Fill(filled, document, s_known with { ReadMode = mode });
            return Known(
                ComputedAnew.Known(TableDifference.Of(original, filled), original, filled, document,
                    hasRows ? ["Original of ", "Proposed of ", "Current of "] : []));
        }
    }

    /// <summary>
    /// docs/tables.md: a document whose elements stand within elements of their names, into a set whose first table has another namespace,
    /// is refused where the framework might never come back.
    /// </summary>
    static bool IsOfOwnCircle(Exception e, byte[] document, DataSet target) =>
        IsOurs(e) && target.Tables is [var first, ..] && first.Namespace != target.Namespace
        && Outcome.Of(() => System.Xml.Linq.XDocument.Parse(Encoding.UTF8.GetString(document))).Result is System.Xml.Linq.XDocument tree
        && tree.Descendants().Any(static d => d.Ancestors().Skip(1).Any(a => a.Name.LocalName == d.Name.LocalName));

    /// <summary>
    /// docs/tables.md: names of constraints and elements without a prefix, in a schema that has its namespace from around it, and prefixes
    /// that are declared there (no writer leaves that to others): in a Fragment, and for a table alone, the framework does not look there.
    /// </summary>
    static bool IsOfScope(Exception e, byte[] document) =>
        (e is ArgumentNullException { ParamName: "uri" } && IsOfOuterPrefix(Encoding.UTF8.GetString(document)))
        || e is System.Xml.Schema.XmlSchemaException
            && (e.Message.EndsWith("identity constraint is not declared.", StringComparison.Ordinal)
                || e.Message.EndsWith("element is not declared.", StringComparison.Ordinal))
        && System.Text.RegularExpressions.Regex.Match(Encoding.UTF8.GetString(document), "<xs:schema [^>]*>") is { Success: true } schema
        && !schema.Value.Contains(" xmlns=", StringComparison.Ordinal);

    static bool IsOfOuterPrefix(string text) =>
        System.Text.RegularExpressions.Regex.Match(text, "<xs:schema .*?</xs:schema>",
            System.Text.RegularExpressions.RegexOptions.Singleline) is { Success: true, Value: var schema }
        && System.Text.RegularExpressions.Regex.Matches(schema, @"\s(\w+):\w+\s*=")
            .Any(m => m.Groups[1].Value is not ("xml" or "xmlns")
                && !schema.Contains($"xmlns:{m.Groups[1].Value}=", StringComparison.Ordinal));

    /// <summary>
    /// docs/tables.md: the name of a cell's type, where a schema is inferred and it becomes a value, is that of the type that was found.
    /// </summary>
    static string? Known(string? difference) =>
        difference?.Contains(" of InstanceType: ", StringComparison.Ordinal) == true ? null : difference;

    static string? ReadTable(TableRun run, byte[] document, DataSet set, bool isEdited)
    {
        if (Outcome.Of(set.Tables[0].Clone).Refusal is not null)
            return null;
        DataTable theirs = set.Tables[0].Clone(), ours = set.Tables[0].Clone();
        return run.Differs("into a table alone" + (isEdited ? ", edited" : ""), () => theirs.ReadXml(new MemoryStream(document)),
            () => DataXml.Fill(ours, document, s_known), (a, b) => Equals(a, b) ? Same() : $"understood as {b}, not {a}",
            e => isEdited && (IsOurs(e) || EarlyRefusals.IsNoXml(document)),
            e =>
                AskedAgain.IsOfWhite(e, document, BothAlike)
                    || AskedAgain.IsOfOrder(e, document, ours, set.Tables[0].Clone(), Known)
                    || (isEdited && IsOfScope(e, document))
                    || EarlyRefusals.Is(e, ours, set.Tables[0].Clone(), t => t.ReadXml(new MemoryStream(document)),
                        Known),
            () => $"\n{Encoding.UTF8.GetString(document[..Math.Min(document.Length, 4000)])}");

        string? Known(DataTable a, DataTable b) => ComputedAnew.Known(TableDifference.Of(a, b), a, b, document);

        bool BothAlike(byte[] another)
        {
            DataTable first = set.Tables[0].Clone(), second = set.Tables[0].Clone();
            first.ReadXml(new MemoryStream(another));
            DataXml.Fill(second, another, s_known);
            return ComputedAnew.Known(TableDifference.Of(first, second), first, second, another) is null;
        }

        // Text of nothing but white space: DataXmlTests.Text_of_white_space_in_a_table_is_kept.
        string? Same() => ButForWhite(() => ComputedAnew.Known(TableDifference.Of(theirs, ours), theirs, ours, document));
    }

    /// <param name="differ">What differs.</param>
    /// <param name="computes">Whether texts are computed, which have in them what was kept in others.</param>
    static string? ButForWhite(Func<string?> differ, bool computes = false) =>
        TableDifference.ButFor(
            (theirs, ours) => (theirs.Length == 0 && ours.Length > 0 && string.IsNullOrWhiteSpace(ours))
                || (computes && theirs.Length < ours.Length && Dark(theirs) == Dark(ours)), differ);

    static string Dark(string text) => string.Concat(text.Where(static c => !char.IsWhiteSpace(c)));
}

/// <summary>Schemas alone, of sets and of their tables with and without those below, written and read; and what GetXml gives.</summary>
sealed class WrittenSchemas : TableComparison
{
    static readonly DataXmlOptions s_known = new() { Convention = EnumColumns.Plain };

    public override string Name => "Schemas and GetXml";

    public override string? Compare(Choices choices, TableRun run)
    {
        var set = Drawn(choices, hasEnums: true);
        if (run.Differs("GetXml writes", () => Encoding.UTF8.GetBytes(set.GetXml()), () => Encoding.UTF8.GetBytes(DataXml.ToText(set)),
            WrittenDocuments.Bytes, static _ => false, static _ => false, () => Shown(set)) is { } text)
            return text;
        byte[]? schema = null;
        if (run.Differs("the schema of a set writes", () => schema = Original(set.WriteXmlSchema), () => DataXml.WriteXmlSchema(set),
            WrittenDocuments.Bytes,
            e => AskedAgain.IsOfCircle(e, set, () => Original(set.WriteXmlSchema), () => DataXml.WriteXmlSchema(set),
                WrittenDocuments.Bytes),
            static _ => false, () => Shown(set)) is { } written)
            return written;
        if (schema is not null
            && run.Differs("the schema of a set reads", () => Read(new DataSet("new"), s => s.ReadXmlSchema(new MemoryStream(schema))),
                () => Read(new DataSet("new"), s => DataXml.ReadXmlSchema(s, schema, s_known)), CarriedSets.Of, static _ => false,
                static _ => true, () => Shown(set)) is { } read)
            return read;
        foreach (DataTable table in set.Tables)
            foreach (bool hierarchy in (bool[])[false, true])
            {
                byte[]? own = null;
                if (run.Differs($"the schema of a table{(hierarchy ? " with those below" : "")} writes",
                    () => own = Original(s => table.WriteXmlSchema(s, hierarchy)),
                    () => Ours(table, hierarchy), WrittenDocuments.Bytes,
                    e => AskedAgain.IsOfCircle(e, set, () => Original(s => table.WriteXmlSchema(s, hierarchy)),
                        () => Ours(table, hierarchy), WrittenDocuments.Bytes),
                    static _ => false, () => Shown(set)) is { } of)
                    return of;
                if (own is not null
                    && run.Differs("the schema of a table reads", () => Read(new DataTable(), t => t.ReadXmlSchema(new MemoryStream(own))),
                        () => Read(new DataTable(), t => DataXml.ReadXmlSchema(t, own, s_known)), CarriedSets.Of, static _ => false,
                        static _ => true,
                    () => $"\n{Encoding.UTF8.GetString(own)}{Shown(set)}") is { } back)
                    return back;
            }
        return null;
    }

    static byte[] Ours(DataTable table, bool hierarchy) =>
        DataXml.WriteXmlSchema(table, new DataXmlOptions { WriteHierarchy = hierarchy });

    static T Read<T>(T target, Action<T> read)
    {
        read(target);
        return target;
    }

    static byte[] Original(Action<Stream> write)
    {
        var stream = new MemoryStream();
        write(stream);
        return stream.ToArray();
    }
}
