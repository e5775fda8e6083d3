namespace Isomer.Tests.Differential;

/// <summary>
/// Collections that people write: derived from the framework's, with an Add of their own, or made from an interface. What Add does shows in
/// the items.
/// </summary>
static class CollectionsByHand
{
    /// <summary>Gives the type its base and body. X is what it holds; a map has strings for keys.</summary>
    public static void Write(TypePlan plan, string item, bool isMap, IReadOnlyList<string> kinds, Choices choices)
    {
        string kind = isMap ? choices.Of("map", "map add", "map interface") : choices.Of([.. kinds]);
        var (above, body) = kind switch
        {
            "map" => ("Dictionary<string, X>", "public int Further { get; set; }"),
            "map add" => ("Dictionary<string, X>", "public new void Add(string key, X value) { base.Add(key + \"+\", value); }"),
            "map interface" => ("IDictionary<string, X>", Map),
            "list" => ("List<X>", "public int Further { get; set; }"),
            "list add" => ("List<X>", "public new void Add(X item) { if (Count < 2) base.Add(item); }"),
            "list twice" => ("List<X>", "public new void Add(X item) { base.Add(item); if (Count == 1) base.Add(item); }"),
            "collection" =>
                ("Collection<X>",
                    "protected override void InsertItem(int index, X item) { base.InsertItem(index, item); if (Count == 3) RemoveAt(0); }"),
            "collection add" => ("Collection<X>", "public new void Add(X item) { if (Count < 2) base.Add(item); }"),
            "set" => ("HashSet<X>", "public new bool Add(X item) => Count < 3 && base.Add(item);"),
            "queue" => ("Queue<X>", ""),
            "stack" => ("Stack<X>", ""),
            "linked" => ("LinkedList<X>", ""),
            "enumerable" =>
                ("IEnumerable<X>",
                    "readonly List<X> _items = new(); public void Clear() => _items.Clear(); public void Add(X item) { _items.Add(item); if (_items.Count == 3) _items.RemoveAt(1); } public IEnumerator<X> GetEnumerator() => _items.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();"),
            "explicit" => ("ICollection<X>", Explicit),
            _ => ("ICollection<X>", Explicit + " public void Add(X item) { _items.Add(item); if (_items.Count == 2) _items.Add(item); }"),
        };
        plan.Interfaces.Add(above.Replace("X", item, StringComparison.Ordinal));
        if (body.Length > 0)
            plan.Further.Add(System.Text.RegularExpressions.Regex.Replace(body, @"\bX\b", item));
    }

    const string Explicit = "readonly List<X> _items = new(); void ICollection<X>.Add(X item) => _items.Add(item); public void Clear() => _items.Clear(); public bool Contains(X item) => _items.Contains(item); public void CopyTo(X[] array, int at) => _items.CopyTo(array, at); public bool Remove(X item) => _items.Remove(item); public int Count => _items.Count; public bool IsReadOnly => false; public IEnumerator<X> GetEnumerator() => _items.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();";

    const string Map = "readonly Dictionary<string, X> _items = new(); public X this[string key] { get => _items[key]; set => _items[key] = value; } public void Add(string key, X value) => _items.Add(key, value); public bool ContainsKey(string key) => _items.ContainsKey(key); public bool Remove(string key) => _items.Remove(key); public bool TryGetValue(string key, out X value) => _items.TryGetValue(key, out value); public ICollection<string> Keys => _items.Keys; public ICollection<X> Values => _items.Values; "
        + "void ICollection<KeyValuePair<string, X>>.Add(KeyValuePair<string, X> e) => _items.Add(e.Key, e.Value); public void Clear() => _items.Clear(); public bool Contains(KeyValuePair<string, X> e) => _items.ContainsKey(e.Key); public void CopyTo(KeyValuePair<string, X>[] array, int at) => ((ICollection<KeyValuePair<string, X>>)_items).CopyTo(array, at); public bool Remove(KeyValuePair<string, X> e) => _items.Remove(e.Key); public int Count => _items.Count; public bool IsReadOnly => false; public IEnumerator<KeyValuePair<string, X>> GetEnumerator() => _items.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();";
}
