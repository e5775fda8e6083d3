using System.Collections;
using System.ComponentModel;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Xml;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// What the framework knows about tables but does not show: the next number of an auto-increment column, and whether a table's
/// culture and case sensitivity were set or are the set's, the number of a row. Where a later framework has no such member, the best guess
/// for that question alone; <c>HiddenMemberTests</c> says whether this framework has them all.
/// </summary>
internal static class HiddenState
{
    const string Expression = "System.Data.DataExpression, System.Data.Common";

    // The questions that this framework cannot answer, by their methods' names: hardly ever one.
    static volatile string[] s_absent = [];

    /// <summary>Asked of every column, and so without a delegate for each.</summary>
    public static object? NextNumber(DataColumn column) => Try(column, static c => GetAutoIncrementCurrent(c));

    public static void SetNextNumber(DataColumn column, object value) => Try<object?>(() =>
    {
        SetAutoIncrementCurrent(column, value);
        return null;
    });

    /// <summary>Puts back what the original record of a row has in a computed column, which the framework would compute anew.</summary>
    public static void SetOriginal(DataColumn column, DataRow row, object value) => Try<object?>(() =>
    {
        SetRecord(column, OldRecord(row), value);
        return null;
    });

    /// <summary>Puts a value into a row that is being edited, past everybody who is told of values; false if that cannot be done.</summary>
    public static bool TrySetProposed(DataColumn column, DataRow row, object value) => Try<object>(() =>
    {
        SetRecord(column, TempRecord(row), value);
        return true;
    }) is not null;

    /// <summary>
    /// Has a row look as if it had not been changed; the number that <see cref="ShowOriginal"/> takes, or null if that cannot be done.
    /// </summary>
    public static int? HideOriginal(DataRow row) => (int?)Try<object>(() =>
    {
        ref int original = ref OldRecord(row);
        int number = original;
        original = NewRecord(row);
        return number;
    });

    public static void ShowOriginal(DataRow row, int number) => Try<object?>(() =>
    {
        OldRecord(row) = number;
        return null;
    });

    /// <summary>The text that a column shows of its expression, by whatever text that was bound.</summary>
    public static void SetExpressionText(DataColumn column, string text) => Try<object?>(() =>
    {
        if (ExpressionOf(column) is { } expression)
            OriginalExpression(expression) = text;
        return null;
    });

    /// <summary>The number by which a DiffGram names a row, where <see cref="HasNumbers"/> said that rows have one.</summary>
    public static long NumberOf(DataRow row) => RowId(row);

    /// <summary>Whether rows have numbers that can be known.</summary>
    public static bool HasNumbers(DataTable table) => table.Rows.Count == 0 || TryTruth(() => RowId(table.Rows[0]) >= 0) == true;

    /// <summary>Whether the set was read from a schema without an element of its own.</summary>
    public static bool HasTopLevelTable(DataSet set) => TryTruth(() => TopLevelTable(set)) ?? true;

    public static bool HasOwnLocale(DataSet set) =>
        TryTruth(() => ShouldSerializeLocale(set)) ?? !Equals(set.Locale, System.Globalization.CultureInfo.CurrentCulture);

    public static bool HasOwnLocale(DataTable table) =>
        TryTruth(() => ShouldSerializeLocale(table)) ?? (table.DataSet is { } set && !Equals(set.Locale, table.Locale));

    public static bool HasOwnCase(DataTable table) =>
        TryTruth(() => ShouldSerializeCaseSensitive(table)) ?? table.CaseSensitive != (table.DataSet?.CaseSensitive == true);

    /// <summary>The case sensitivity of a table stays what it is, and becomes that of a set that the table comes to.</summary>
    public static void SetAmbientCase(DataTable table) => Try<object?>(() =>
    {
        IsCaseOwn(table) = false;
        return null;
    });

    /// <summary>Whether nothing of the table is computed of other tables.</summary>
    public static bool IsComputedAlone(DataTable table) => TryTruth(() => CheckForClosureOnExpressionTables(null, [table])) ?? true;

    /// <summary>
    /// What the schema of a table in XSD was: whether it stands within the set's element, the name of its type, whether it may stand there
    /// often.
    /// </summary>
    public static (bool IsNested, string TypeName, bool IsRepeatable) FormOf(DataTable table) =>
        ((bool, string, bool)?)Try<object>(() => (IsNested(table), GetTypeName(table).ToString(), IsRepeatable(table)))
            ?? (true, "", false);

    public static void SetForm(DataTable table, bool isNested, string? typeName, bool isRepeatable) => Try<object?>(() =>
    {
        (IsNested(table), IsRepeatable(table)) = (isNested, isRepeatable);
        TypeName(table) = new XmlQualifiedName(typeName ?? "");
        return null;
    });

    /// <summary>Whether somebody is told of each value that a row is given, the class of the table or an event.</summary>
    public static bool HasColumnEvents(DataTable table) => TryTruth(() => NeedColumnChangeEvents(table)) ?? true;

    /// <summary>Whether somebody is told of each row that comes or changes.</summary>
    public static bool HasRowEvents(DataTable table) =>
        TryTruth(() => (RowChanging(table) ?? RowChanged(table)) is not null || NewRow(table) is not null) ?? true;

    /// <summary>
    /// Makes the indexes of a table anew, whose rows came past them; false, with nothing done, if that cannot be asked for.
    /// </summary>
    public static bool TryResetIndexes(DataTable table) => Try<object>(() =>
    {
        ResetIndexes(table);
        return table;
    }) is not null;

    /// <summary>
    /// Nests a relation or not, as the framework does it in its binary form, where the rows come later: a table that nests in two by its
    /// set's relations is not asked for the reasons for which a schema may have that, and rows not whether they stand within themselves
    /// (who writes them as XML asks).
    /// </summary>
    /// <param name="relation">The relation.</param>
    /// <param name="isNested">Whether it nests.</param>
    /// <param name="keepsNamespace">Whether the inner table keeps its own namespace "", which the framework takes from it where it nests
    /// in two.</param>
    public static void SetNested(DataRelation relation, bool isNested, bool keepsNamespace)
    {
        SetChecksNesting(relation, false);
        SetChecksLoops(relation.ChildTable, false);
        var space = (Tuple<string?>?)Try<object>(() => Tuple.Create(TableNamespace(relation.ChildTable)));
        relation.Nested = isNested;
        SetChecksLoops(relation.ChildTable, true);
        SetChecksNesting(relation, true);
        if (keepsNamespace && space is not null)
            TableNamespace(relation.ChildTable) = space.Item1;
    }

    /// <summary>
    /// Makes the framework's list of the relations by which a table nests say what those relations do. One whose <c>Nested</c> refused to
    /// be set stays in that list, and WriteXml loses the rows that have a parent by it, or refuses them.
    /// </summary>
    public static void KeepNestedParents(DataTable table) => Try<object?>(() =>
    {
        ref var list = ref NestedParents(table);
        var nesting = table.ParentRelations.Cast<DataRelation>().Where(static r => r.Nested);
        if (!list.SequenceEqual(nesting))
            list = [.. nesting];
        return null;
    });

    /// <summary>By how many relations a table nests, as the framework's list has them; none where that cannot be known.</summary>
    public static int NestedParentsOf(DataTable table) => (int?)Try<object>(() => NestedParents(table).Length) ?? 0;

    /// <summary>Whether a table has the namespace of what it nests in, or of its set, and none of its own.</summary>
    public static bool InheritsNamespace(DataTable table) => TryTruth(() => TableNamespace(table) is null) ?? true;

    static void SetChecksNesting(DataRelation relation, bool checks) => Try<object?>(() =>
    {
        ChecksNesting(relation) = checks;
        return null;
    });

    static void SetChecksLoops(DataTable table, bool checks) => Try<object?>(() =>
    {
        IsInDiffGram(table) = !checks;
        return null;
    });

    /// <summary>The namespace that a column was given; null if it has its table's.</summary>
    public static string? NamespaceOf(DataColumn column) =>
        Try<object?>(() => Tuple.Create(ColumnUri(column))) is Tuple<string?> held ? held.Item1 : column.Namespace;

    /// <summary>The type of a column in XSD, where it was read from there.</summary>
    public static string? XmlTypeOf(DataColumn column) => Try(() => GetXmlDataType(column));

    public static void SetXmlType(DataColumn column, string type) => Try<object?>(() =>
    {
        SetXmlDataType(column, type);
        return null;
    });

    /// <summary>
    /// The array of each column with a value for each record, and the bits of those that are null; null if the framework cannot say them.
    /// </summary>
    public static (ArrayList Stores, ArrayList Nulls)? StoresOf(DataTable table, int records) => ((ArrayList, ArrayList)?)Try<object>(() =>
    {
        var (stores, nulls) = (new ArrayList(), new ArrayList());
        if (records == 0)
            return (stores, nulls);
        foreach (DataColumn column in table.Columns)
        {
            stores.Add(GetEmptyColumnStore(column, records));
            nulls.Add(new BitArray(records));
        }
        try
        {
            int next = 0;
            foreach (DataRow row in table.Rows)
                next += CopyValuesIntoStore(row, stores, nulls, next);
        }
        catch (ArgumentOutOfRangeException)
        {
            // It takes the wrong record's number for columns of SqlByte and SqlDateTime, of which there may be no bit.
            return null!;
        }
        return (stores, nulls);
    });

    /// <summary>
    /// The letters of the states of rows (<see cref="RowStates"/>), by the numbers of their records, which tell them as
    /// <see cref="DataRow.RowState"/> does but for values that track their own changes; null if they cannot be known, or if a row has no record.
    /// </summary>
    public static string? LettersOf(DataRow[] rows, DataTable table)
    {
        foreach (DataColumn column in table.Columns)
            if (typeof(IChangeTracking).IsAssignableFrom(column.DataType))
                return null;
        return Try(() => string.Create(rows.Length, rows, static (letters, all) =>
        {
            for (int i = 0; i < all.Length; i++)
            {
                int old = OldRecord(all[i]), now = NewRecord(all[i]), edited = TempRecord(all[i]);
                char letter = old == now ? old < 0 ? '-' : 'U' : old < 0 ? 'A' : now < 0 ? 'D' : 'M';
                letters[i] = edited < 0 ? letter : (char)(letter | 0x20);
            }
        })) is { } known && !known.Contains('-') ? known : null;
    }

    /// <summary>The numbers by which columns find the values of these rows in these versions; null if they cannot be known.</summary>
    public static int[]? NumbersOf(DataRow[] rows, DataRowVersion[] versions) => Try(() =>
    {
        int[] numbers = new int[rows.Length];
        for (int i = 0; i < numbers.Length; i++)
            numbers[i] = versions[i] switch
            {
                DataRowVersion.Original => OldRecord(rows[i]),
                DataRowVersion.Current => NewRecord(rows[i]),
                _ => TempRecord(rows[i])
            };
        return numbers.AsSpan().ContainsAnyExceptInRange(0, int.MaxValue) ? null! : numbers;
    });

    /// <summary>
    /// The values of one column as an array of its own kind, and the bits of those that are null. Dates would be turned to other time
    /// zones: of these there is none.
    /// </summary>
    public static (Array Store, BitArray Nulls)? StoreOf(DataColumn column, int[] numbers) => ((Array, BitArray)?)Try<object>(() =>
    {
        var nulls = new BitArray(numbers.Length);
        object store = GetEmptyColumnStore(column, numbers.Length);
        if (store is not Array array || store is DateTime[])
            return null!;
        for (int i = 0; i < numbers.Length; i++)
            CopyValueIntoStore(column, numbers[i], store, nulls, i);
        return (array, nulls);
    });

    /// <summary>The values of one column, one after the other; null if they cannot be known.</summary>
    public static object[]? ValuesOf(DataColumn column, int[] numbers) => Try(() =>
    {
        object[] values = new object[numbers.Length];
        for (int i = 0; i < values.Length; i++)
            values[i] = GetRecord(column, numbers[i]);
        return values;
    });

    /// <summary>An array in which the framework would keep the values of the column; null if that cannot be known.</summary>
    public static Array? EmptyStoreOf(DataColumn column, int records) => Try(() => GetEmptyColumnStore(column, records)) as Array;

    /// <summary>
    /// Rows of a new table, as the framework takes them from its own binary form: arrays that it keeps, the nulls of each, and three bits a
    /// row. False if it does not.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "What it reads of the entries is columns and rows, which this library has made of a payload.")]
    public static bool TryLoad(DataTable table, SerializationInfo stored) => Try<object>(() =>
    {
        DeserializeTableData(table, stored, 0);
        return table;
    }) is not null;

    /// <summary>
    /// Extended properties, where anyone has asked for them: asking makes them, which is a change of what is written (and BinaryFormatter's
    /// payload of it longer), by two threads at once perhaps.
    /// </summary>
    public static PropertyCollection? PropertiesOf(DataColumn column) =>
        AskedFor(() => Properties(column), () => column.ExtendedProperties);

    /// <inheritdoc cref="PropertiesOf(DataColumn)"/>
    public static PropertyCollection? PropertiesOf(DataRelation relation) =>
        AskedFor(() => Properties(relation), () => relation.ExtendedProperties);

    /// <inheritdoc cref="PropertiesOf(DataColumn)"/>
    public static PropertyCollection? PropertiesOf(Constraint constraint) =>
        AskedFor(() => Properties(constraint), () => constraint.ExtendedProperties);

    /// <inheritdoc cref="PropertiesOf(DataColumn)"/>
    public static PropertyCollection? PropertiesOf(DataTable table) =>
        AskedFor(() => Properties(table), () => table.ExtendedProperties);

    /// <inheritdoc cref="PropertiesOf(DataColumn)"/>
    public static PropertyCollection? PropertiesOf(DataSet set) =>
        AskedFor(() => Properties(set), () => set.ExtendedProperties);

    /// <param name="field">The framework's own, where it is known.</param>
    /// <param name="made">What the property says, which makes it.</param>
    static PropertyCollection? AskedFor(Func<PropertyCollection?> field, Func<PropertyCollection> made) =>
        Try<object>(() => Tuple.Create(field())) is Tuple<PropertyCollection?> held ? held.Item1
        : made() is { Count: > 0 } some ? some
        : null;

    static T? Try<T>(Func<T> get, [CallerMemberName] string question = "") where T : class? =>
        Try(get, static g => g(), question);

    static T? Try<TOf, T>(TOf of, Func<TOf, T> get, [CallerMemberName] string question = "") where T : class?
    {
        if (Array.IndexOf(s_absent, question) < 0)
        {
            try
            {
                return get(of);
            }
            catch (MissingMemberException)
            {
                // Two threads at once may lose one of two questions: it is asked in vain once more.
                s_absent = [.. s_absent, question];
            }
        }
        return null;
    }

    static bool? TryTruth(Func<bool> get, [CallerMemberName] string question = "") => (bool?)Try(() => (object)get(), question);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_AutoIncrementCurrent")]
    static extern object GetAutoIncrementCurrent(DataColumn column);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "set_AutoIncrementCurrent")]
    static extern void SetAutoIncrementCurrent(DataColumn column, object value);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_DataExpression")]
    [return: UnsafeAccessorType(Expression)]
    static extern object? ExpressionOf(DataColumn column);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_originalExpression")]
    static extern ref string? OriginalExpression([UnsafeAccessorType(Expression)] object expression);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    static extern bool ShouldSerializeLocale(DataSet set);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    static extern bool ShouldSerializeLocale(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    static extern bool ShouldSerializeCaseSensitive(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_nestedParentRelations")]
    static extern ref DataRelation[] NestedParents(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_caseSensitiveUserSet")]
    static extern ref bool IsCaseOwn(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_NeedColumnChangeEvents")]
    static extern bool NeedColumnChangeEvents(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_onRowChangingDelegate")]
    static extern ref DataRowChangeEventHandler? RowChanging(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_onRowChangedDelegate")]
    static extern ref DataRowChangeEventHandler? RowChanged(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_onTableNewRowDelegate")]
    static extern ref DataTableNewRowEventHandler? NewRow(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    static extern void ResetIndexes(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "set_Item")]
    static extern void SetRecord(DataColumn column, int record, object value);

    /// <summary>The foreign key behind a relation.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_childKeyConstraint")]
    public static extern ref ForeignKeyConstraint? ForeignKey(DataRelation relation);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_parentKeyConstraint")]
    public static extern ref UniqueConstraint? ParentKey(DataRelation relation);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_tableNamespace")]
    static extern ref string? TableNamespace(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_checkMultipleNested")]
    static extern ref bool ChecksNesting(DataRelation relation);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_fInLoadDiffgram")]
    static extern ref bool IsInDiffGram(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_rowID")]
    static extern ref long RowId(DataRow row);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_fTopLevelTable")]
    static extern ref bool TopLevelTable(DataSet set);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_oldRecord")]
    static extern ref int OldRecord(DataRow row);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    static extern object GetEmptyColumnStore(DataColumn column, int records);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_newRecord")]
    static extern ref int NewRecord(DataRow row);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_tempRecord")]
    static extern ref int TempRecord(DataRow row);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_Item")]
    static extern object GetRecord(DataColumn column, int record);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    static extern void CopyValueIntoStore(DataColumn column, int record, object store, BitArray nulls, int index);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    [RequiresUnreferencedCode(Trimming.Members)]
    static extern void DeserializeTableData(DataTable table, SerializationInfo stored, int number);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    static extern int CopyValuesIntoStore(DataRow row, ArrayList stores, ArrayList nulls, int first);

    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod)]
    static extern bool CheckForClosureOnExpressionTables(DataTable? ofClass, List<DataTable> tables);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_fNestedInDataset")]
    static extern ref bool IsNested(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_repeatableElement")]
    static extern ref bool IsRepeatable(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_TypeName")]
    static extern XmlQualifiedName GetTypeName(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_typeName")]
    static extern ref object? TypeName(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_columnUri")]
    static extern ref string? ColumnUri(DataColumn column);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_XmlDataType")]
    static extern string? GetXmlDataType(DataColumn column);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "set_XmlDataType")]
    static extern void SetXmlDataType(DataColumn column, string type);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_extendedProperties")]
    static extern ref PropertyCollection? Properties(Constraint of);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_extendedProperties")]
    static extern ref PropertyCollection? Properties(DataTable of);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_extendedProperties")]
    static extern ref PropertyCollection? Properties(DataSet of);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_extendedProperties")]
    static extern ref PropertyCollection? Properties(DataColumn column);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_extendedProperties")]
    static extern ref PropertyCollection? Properties(DataRelation relation);
}
