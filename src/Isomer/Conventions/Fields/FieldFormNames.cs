using System.Collections.Concurrent;
using System.Collections.ObjectModel;

namespace Isomer.Conventions;

/// <summary>Which types of the framework have a form of fields, and which method makes it.</summary>
internal static class FieldFormNames
{
    /// <summary>By the name of the type; the method is in <see cref="SequenceForms"/>, <see cref="MapForms"/> or <see cref="ComparerForms"/>.</summary>
    public static string? MakerOf(string name) => name switch
    {
        "System.Collections.Generic.List`1" => nameof(SequenceForms.List),
        "System.Collections.ArrayList" => nameof(SequenceForms.ArrayList),
        "System.Collections.Generic.Queue`1" => nameof(SequenceForms.Queue),
        "System.Collections.Queue" => nameof(SequenceForms.UntypedQueue),
        "System.Collections.Generic.Stack`1" => nameof(SequenceForms.Stack),
        "System.Collections.Stack" => nameof(SequenceForms.UntypedStack),
        "System.Collections.Generic.LinkedList`1" => nameof(SequenceForms.LinkedList),
        "System.Collections.Generic.HashSet`1" => nameof(SequenceForms.HashSet),
        "System.Collections.Generic.SortedSet`1" => nameof(SequenceForms.SortedSet),
        "System.Collections.ObjectModel.Collection`1" => nameof(SequenceForms.Collection),
        "System.Collections.ObjectModel.ObservableCollection`1" => nameof(SequenceForms.ObservableCollection),
        "System.Collections.ObjectModel.ReadOnlyCollection`1" => nameof(SequenceForms.ReadOnlyCollection),
        "System.Collections.Specialized.StringCollection" => nameof(SequenceForms.StringCollection),
        "System.Collections.BitArray" => nameof(SequenceForms.BitArray),
        "System.Text.StringBuilder" => nameof(SequenceForms.StringBuilder),
        "System.Collections.Generic.Dictionary`2" => nameof(MapForms.Dictionary),
        "System.Collections.Generic.SortedDictionary`2" => nameof(MapForms.SortedDictionary),
        "System.Collections.Generic.SortedList`2" => nameof(MapForms.SortedList),
        "System.Collections.SortedList" => nameof(MapForms.UntypedSortedList),
        "System.Collections.Concurrent.ConcurrentDictionary`2" => nameof(MapForms.ConcurrentDictionary),
        "System.Collections.Hashtable" => nameof(MapForms.Hashtable),
        "System.Collections.Specialized.OrderedDictionary" => nameof(MapForms.OrderedDictionary),
        "Isomer.Conventions.MonitorForm" => nameof(SequenceForms.Monitor),
        "Isomer.Conventions.TreeForm`2" => nameof(MapForms.Tree),
        "Isomer.Conventions.PairOrderForm`2" => nameof(MapForms.PairOrder),
        "Isomer.Conventions.DefaultEqualityForm`1" => nameof(ComparerForms.DefaultEquality),
        "Isomer.Conventions.DefaultOrderForm`1" => nameof(ComparerForms.DefaultOrder),
        "Isomer.Conventions.OrdinalForm" => nameof(ComparerForms.Ordinal),
        "Isomer.Conventions.CultureForm" => nameof(ComparerForms.Culture),
        "Isomer.Conventions.CultureOrderForm" => nameof(ComparerForms.CultureOrder),
        "Isomer.Conventions.CompareInfoForm" => nameof(ComparerForms.Compare),
        _ => null,
    };

    /// <summary>What data may name wherever an object is declared: types whose name says all that there is to know.</summary>
    public static Type[] Standard { get; } =
    [
        typeof(System.Collections.ArrayList), typeof(System.Collections.Hashtable), typeof(System.Collections.Queue), typeof(System.Collections.Stack), typeof(System.Collections.SortedList),
        typeof(System.Collections.BitArray), typeof(System.Text.StringBuilder), typeof(System.Collections.DictionaryEntry), typeof(Version), typeof(DateTimeOffset),
    ];

    /// <summary>The generic collection that a name begins with.</summary>
    public static Type? OpenOf(string name, int arity)
    {
        int end = name.IndexOf('[', StringComparison.Ordinal);
        foreach (var type in arity == 1 ? Sequences : arity == 2 ? Maps : [])
            if (end > 0 && name.AsSpan(0, end).SequenceEqual(type.FullName))
                return type;
        return null;
    }

    static readonly Type[] Sequences =
    [
        typeof(List<>), typeof(Queue<>), typeof(Stack<>), typeof(LinkedList<>), typeof(HashSet<>), typeof(SortedSet<>), typeof(Collection<>), typeof(ObservableCollection<>), typeof(ReadOnlyCollection<>),
    ];

    static readonly Type[] Maps = [typeof(Dictionary<,>), typeof(SortedDictionary<,>), typeof(SortedList<,>), typeof(ConcurrentDictionary<,>)];
}
