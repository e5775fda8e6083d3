using System.Globalization;
using System.Text;
using Isomer.Formats;

namespace Isomer.Cli.Payloads;

/// <summary>
/// Types by the names that people write, which are those of C#: My.Order[], My.Outer.Inner, List&lt;My.Order?&gt;,
/// IEnumerable&lt;int&gt;, (int Id, string Name), System.Data.DataSet. Names come from the command line, never from a payload.
/// </summary>
sealed class TypeNames
{
    static readonly Dictionary<string, Type> s_words = new(StringComparer.Ordinal)
    {
        ["bool"] = typeof(bool),
        ["byte"] = typeof(byte),
        ["sbyte"] = typeof(sbyte),
        ["short"] = typeof(short),
        ["ushort"] = typeof(ushort),
        ["int"] = typeof(int),
        ["uint"] = typeof(uint),
        ["long"] = typeof(long),
        ["ulong"] = typeof(ulong),
        ["float"] = typeof(float),
        ["double"] = typeof(double),
        ["decimal"] = typeof(decimal),
        ["char"] = typeof(char),
        ["string"] = typeof(string),
        ["object"] = typeof(object),
    };

    // Those whose types a file of C# names without them, as far as they have types that hold data.
    static readonly string[] s_spaces =
    [
        "System", "System.Collections.Generic", "System.Collections", "System.Collections.ObjectModel", "System.Collections.Concurrent",
        "System.Collections.Immutable", "System.Numerics", "System.Data",
    ];

    /// <summary>More elements of a tuple than these stand in a tuple in the last place.</summary>
    const int TupleElements = 7;

    // Between them, these hand on all types that .NET Standard and .NET Framework had.
    static readonly string[] s_facades = ["System.Private.CoreLib", "netstandard", "mscorlib", "System"];

    readonly string _text;
    readonly Func<string, Type?> _own;
    int _at;

    TypeNames(string text, Func<string, Type?> own) => (_text, _own) = (text, own);

    /// <summary>The type of that name; null if there is none.</summary>
    /// <param name="text">The name.</param>
    /// <param name="own">Looks for a type of one's own, before those of the framework.</param>
    public static Type? Find(string text, Func<string, Type?> own)
    {
        // As reflection writes it: System.Collections.Generic.List`1[[System.Int32]], or with its assembly.
        return Try(() => own(text)) ?? Try(() => new TypeNames(text, own).Whole()) ?? Try(() => Framework(text));
    }

    static Type? Try(Func<Type?> find)
    {
        try
        {
            return find();
        }
        catch (Exception e) when (e is ArgumentException or FileLoadException or BadImageFormatException or TypeLoadException)
        {
            return null; // Nullable<string>, another number of arguments than the type has, or what is no name at all
        }
    }

    Type? Whole() => Read() is { } type && _text.AsSpan(_at).Trim().IsEmpty ? type : null;

    Type? Read()
    {
        Type? type = Take('(') ? Tuple() : ReadNamed();
        while (type is not null)
        {
            if (Take('?'))
                type = type.IsValueType && Nullable.GetUnderlyingType(type) is null ? typeof(Nullable<>).MakeGenericType(type) : type;
            else if (_text.AsSpan(_at).StartsWith("[]"))
                (type, _at) = (type.MakeArrayType(), _at + 2);
            else
                break;
        }
        return type;
    }

    /// <summary>A name, with the arguments of each type that it leads through: My.Outer&lt;int&gt;.Inner.</summary>
    Type? ReadNamed()
    {
        var name = new StringBuilder();
        var arguments = new List<Type>();
        while (true)
        {
            name.Append(Word());
            if (!Take('<'))
                break;
            int before = arguments.Count;
            do
            {
                if (Read() is not { } argument)
                    return null;
                arguments.Add(argument);
            }
            while (Take(','));
            if (!Take('>'))
                return null;
            name.Append(CultureInfo.InvariantCulture, $"`{arguments.Count - before}");
            if (!Take('.'))
                break;
            name.Append('+');
        }
        Type? type = Named(name.ToString());
        return type is null || arguments.Count == 0 ? type : type.MakeGenericType([.. arguments]);
    }

    /// <summary>What stands between parentheses; names of elements are passed over, for a value does not have them.</summary>
    Type? Tuple()
    {
        var elements = new List<Type>();
        do
        {
            if (Read() is not { } element)
                return null;
            elements.Add(element);
            _ = Word();
        }
        while (Take(','));
        return Take(')') && elements.Count > 1 ? TupleOf([.. elements]) : null;
    }

    static Type TupleOf(ReadOnlySpan<Type> elements) => elements.Length <= TupleElements
        ? Type.GetType($"System.ValueTuple`{elements.Length}")!.MakeGenericType([.. elements])
        : typeof(ValueTuple<,,,,,,,>).MakeGenericType([.. elements[..TupleElements], TupleOf(elements[TupleElements..])]);

    string Word()
    {
        SkipSpaces();
        int start = _at;
        while (_at < _text.Length && _text[_at] is not ('<' or '>' or ',' or '[' or ']' or '?' or '(' or ')' or ' '))
            _at++;
        return _text[start.._at];
    }

    void SkipSpaces()
    {
        while (_at < _text.Length && _text[_at] == ' ')
            _at++;
    }

    bool Take(char c)
    {
        SkipSpaces();
        if (_at >= _text.Length || _text[_at] != c)
            return false;
        _at++;
        return true;
    }

    Type? Named(string name) => name.Length == 0 ? null
        : Nested(name, _own) ?? s_words.GetValueOrDefault(name) ?? Nested(name, Framework)
            ?? s_spaces.Select(s => Nested($"{s}.{name}", Framework)).FirstOrDefault(t => t is { IsVisible: true });

    /// <summary>C# writes a dot before a type within a type, too, where the runtime has a plus.</summary>
    static Type? Nested(string name, Func<string, Type?> find)
    {
        if (find(name) is { } type)
            return type;
        char[] letters = name.ToCharArray();
        for (int dot = name.LastIndexOf('.'); dot > 0; dot = name.LastIndexOf('.', dot - 1))
        {
            letters[dot] = '+';
            if (find(new string(letters)) is { } nested)
                return nested;
        }
        return null;
    }

    static Type? Framework(string name)
    {
        if (Type.GetType(name) is { } here)
            return here;
        foreach (string facade in s_facades)
            if (Type.GetType($"{name}, {facade}") is { } type)
                return type;
        // What came later lies in an assembly that is called as the beginning of its namespace: System.Collections.Immutable.
        for (int dot = name.LastIndexOf('.'); dot > 0; dot = name.LastIndexOf('.', dot - 1))
            if (name.StartsWith("System.", StringComparison.Ordinal) && Type.GetType($"{name}, {name[..dot]}") is { } type)
                return type;
        return null;
    }
}
