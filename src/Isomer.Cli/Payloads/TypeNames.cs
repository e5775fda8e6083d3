using Isomer.Formats;

namespace Isomer.Cli.Payloads;

/// <summary>
/// Types by the names that people write: My.Order[], List&lt;My.Order?&gt;, Dictionary&lt;string, int&gt;, System.Data.DataSet. Names come
/// from the command line, never from a payload.
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
        ["DateTime"] = typeof(DateTime),
        ["Guid"] = typeof(Guid),
        ["TimeSpan"] = typeof(TimeSpan),
    };

    static readonly Dictionary<string, Type> s_collections = new(StringComparer.Ordinal)
    {
        ["List"] = typeof(List<>),
        ["Dictionary"] = typeof(Dictionary<,>),
        ["HashSet"] = typeof(HashSet<>),
        ["Nullable"] = typeof(Nullable<>),
        ["KeyValuePair"] = typeof(KeyValuePair<,>),
    };

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
        if (own(text) is { } exact)
            return exact;
        var parser = new TypeNames(text, own);
        try
        {
            return parser.Read() is { } type && parser._at == text.Length ? type : Framework(text);
        }
        catch (ArgumentException)
        {
            return null; // Nullable<string>, or another number of arguments than the type has
        }
    }

    Type? Read()
    {
        int start = _at;
        while (_at < _text.Length && _text[_at] is not ('<' or '>' or ',' or '[' or '?'))
            _at++;
        string name = _text[start.._at].Trim();
        Type? type;
        if (Take('<'))
        {
            var arguments = new List<Type>();
            do
            {
                if (Read() is not { } argument)
                    return null;
                arguments.Add(argument);
            }
            while (Take(','));
            if (!Take('>'))
                return null;
            Type? open = s_collections.GetValueOrDefault(name) ?? Named($"{name}`{arguments.Count}");
            type = open is null ? null : open.MakeGenericType([.. arguments]);
        }
        else
        {
            type = Named(name) ?? s_words.GetValueOrDefault(name);
        }
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

    bool Take(char c)
    {
        while (_at < _text.Length && _text[_at] == ' ')
            _at++;
        if (_at >= _text.Length || _text[_at] != c)
            return false;
        _at++;
        return true;
    }

    Type? Named(string name) => name.Length == 0 ? null : _own(name) ?? Framework(name);

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
