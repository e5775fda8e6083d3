using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;

namespace Isomer.Tests.Differential;

/// <summary>
/// With the scalars that data contracts have beside the usual ones, collections of other classes than the declared ones, and objects that
/// several members hold or that hold themselves.
/// </summary>
public sealed class ContractRandomValues(Choices choices, IReadOnlyList<Type> types) : RandomValues(choices, types)
{
    protected override IReadOnlyList<object> Others { get; } =
    [
        Guid.Empty, new Guid("00112233-4455-6677-8899-aabbccddeeff"), TimeSpan.Zero, new TimeSpan(1, 2, 3, 4, 5), TimeSpan.MinValue,
        TimeSpan.MaxValue, TimeSpan.FromTicks(-1),
        DateTime.MinValue, new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), new DateTime(2020, 7, 2, 3, 4, 5, 678, DateTimeKind.Local),
        new DateTime(1969, 12, 31, 23, 59, 59, 999).AddTicks(1), new DateTime(2020, 1, 2),
        new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(5.5)),
        new DateTimeOffset(2020, 1, 2, 3, 4, 5, 6, TimeSpan.Zero).AddTicks(7),
        new DateOnly(2020, 2, 29), DateOnly.MinValue, new TimeOnly(1, 2, 3, 4), TimeOnly.MaxValue, new Uri("http://a/b?c=d&e=é"),
        new Uri("rel/a b", UriKind.Relative), new Version(1, 2), new Version(1, 2, 3, 4),
        'a', '<', 'é', '\uffff', true, false, DBNull.Value,
        new System.Xml.XmlQualifiedName("n", "urn:q"), new System.Xml.XmlQualifiedName("n"),
        new System.Xml.XmlQualifiedName("m", "http://schemas.microsoft.com/2003/10/Serialization/"), System.Xml.XmlQualifiedName.Empty,
        new KeyValuePair<string, int>("k", 1), new ArraySegment<int>([1, 2, 3], 1, 1),
        .. NodeValues.Made,
    ];

    /// <summary>What an object may hold beside what it holds in all formats, and what is made known for it.</summary>
    public static Type[] Loose { get; } = [typeof(object[]), typeof(string[]), typeof(ObservableCollection<int>), typeof(HashSet<string>),
        typeof(LinkedList<object>), typeof(Queue<int>), typeof(SortedDictionary<string, object>), typeof(int[][]),
        typeof(Collection<object>), typeof(ArrayList), typeof(Hashtable), typeof(Stack<string>), typeof(byte[])];

    static readonly Type[] s_lists = [typeof(List<>), typeof(Collection<>), typeof(ObservableCollection<>), typeof(HashSet<>),
        typeof(LinkedList<>), typeof(Queue<>), typeof(ConcurrentQueue<>), typeof(Stack<>)];

    static readonly Type[] s_maps = [typeof(Dictionary<,>), typeof(SortedDictionary<,>), typeof(SortedList<,>),
        typeof(ConcurrentDictionary<,>)];

    public override object? Of(Type type, int depth = 0)
    {
        object? value = base.Of(type, depth);
        if (depth == 0 && value is not null && Choices.Once(4))
            SharedParts.Tie(value, Choices);
        return value;
    }

    protected override object? Any(int depth) =>
        Choices.Once(4) ? Of(Choices.Of(Loose), depth + 1) : base.Any(depth);

    protected override object? Many(Type type, int depth) =>
        Choices.Once(4) && OfAnotherClass(type) is { Count: > 0 } others
            ? base.Many(others[Choices.Below(others.Count)], depth)
            : base.Many(type, depth);

    /// <summary>The collections of another class that may stand where a collection is declared.</summary>
    List<Type> OfAnotherClass(Type type)
    {
        if (type.IsArray || !typeof(IEnumerable).IsAssignableFrom(type))
            return [];
        var arguments = type.GetGenericArguments();
        Type[] made = arguments.Length switch
        {
            1 => s_lists,
            2 => s_maps,
            _ => []
        };
        return [.. made.Select(open => open.MakeGenericType(arguments)).Concat(Types)
            .Where(t => t != type && type.IsAssignableFrom(t) && !t.IsAbstract && !t.ContainsGenericParameters)];
    }
}
