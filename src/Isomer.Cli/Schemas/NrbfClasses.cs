using System.Reflection.Metadata;
using Isomer.Conventions;
using Isomer.Formats;

namespace Isomer.Cli.Schemas;

/// <summary>
/// The classes of payloads of BinaryFormatter, found in what the payloads themselves say: names, fields, what fields are declared as; which
/// class derives from which, as far as it shows (a private field of a base is named with it, and what stands where a class is declared
/// derives from that).
/// </summary>
sealed class NrbfClasses
{
    static readonly TypeNameParseOptions s_parsing = new() { MaxNodes = 64 };

    readonly Dictionary<string, NrbfClass> _classes = new(StringComparer.Ordinal);
    readonly Dictionary<string, int> _closed = new(StringComparer.Ordinal);

    public IEnumerable<NrbfClass> All => _classes.Values;

    /// <summary>
    /// The names of the types that objects are of, generic ones with their arguments, with how many objects there are of each.
    /// </summary>
    public IReadOnlyDictionary<string, int> Closed => _closed;

    public NrbfClass? Find(string open) => _classes.GetValueOrDefault(open);

    public void Add(NrbfDocument document)
    {
        object[] objects = [.. document.Objects];
        foreach (var record in objects.OfType<NrbfClassRecord>())
            Add(record);
        foreach (object value in objects)
            if (value is NrbfClassRecord record)
                for (int i = 0; i < record.Values.Length; i++)
                    Relate(record.Values[i], record.Header.Members[i]);
            else if (value is NrbfArrayRecord { Item.TypeName: not null } array)
                foreach (object? item in array.Items)
                    Relate(item, array.Item);
    }

    /// <summary>
    /// A field of a base that is not private comes with the objects of derived classes: where these have it as something else, it is an
    /// object. (A parameter is the same one where the base is given it in the same place.)
    /// </summary>
    public void Settle()
    {
        foreach (var one in _classes.Values)
            foreach (var field in one.Fields.Values.Where(static f => !f.IsPrivate))
            {
                bool isSame = true;
                for (var below = one; below.Base is { } above; below = above)
                {
                    string[] given = below.BaseType is { } type && Parse(type) is { IsConstructedGenericType: true } based
                        ? [.. based.GetGenericArguments().Select(static a => a.FullName)]
                        : [];
                    isSame &= given.Select(static (a, i) => a == $"!{i + 1}").All(static same => same);
                    if (above.Fields.TryGetValue(field.Name, out var known) && !known.IsPrivate)
                        known.Meet(isSame || !known.Type.Contains('!', StringComparison.Ordinal) ? field.Type : "");
                }
            }
    }

    /// <summary>The name as it is parsed; null if it is none.</summary>
    public static TypeName? Parse(string name) => TypeName.TryParse(name, out var parsed, s_parsing) ? parsed : null;

    /// <summary>
    /// The class that is to be declared, and those that it is nested in; null of the framework's types and of what C# cannot name.
    /// </summary>
    NrbfClass? ClassOf(TypeName name)
    {
        var open = name.IsConstructedGenericType ? name.GetGenericTypeDefinition() : name;
        if (!open.IsSimple || IsFramework(open.FullName) || !NrbfNames.IsCSharp(open.FullName)
            || NrbfNames.Arity(open.FullName) != (name.IsConstructedGenericType ? name.GetGenericArguments().Length : 0))
            return null;
        return Made(open.FullName);
    }

    /// <summary>The class of this name, which is C#'s, with those that it is nested in; null if the framework's is around it.</summary>
    NrbfClass? Made(string open)
    {
        if (_classes.TryGetValue(open, out var found))
            return found;
        if (IsFramework(open))
            return null;
        int plus = open.LastIndexOf('+');
        var outer = plus < 0 ? null : Made(open[..plus]);
        if (plus >= 0 && outer is null or { IsEnum: true })
            return null;
        _classes.Add(open, found = new NrbfClass(open, outer));
        return found;
    }

    static bool IsPrimitive(string type) =>
        type.StartsWith("System.", StringComparison.Ordinal) && Enum.TryParse<NrbfPrimitive>(type.AsSpan(7), out var primitive)
            && primitive is not (NrbfPrimitive.None or NrbfPrimitive.Null or NrbfPrimitive.String);

    /// <summary>
    /// Whether the type is the framework's and may be named: one of every closed set, or an exception, which is not. Nothing is loaded: the
    /// library is there.
    /// </summary>
    public static bool IsFramework(string name) =>
        NamedTypes.IsStandard(name) || IsException(name) || NrbfNames.IsOfFramework(name);

    static bool IsException(string name) =>
        typeof(object).Assembly.GetType(name) is { IsPublic: true, IsGenericType: false } type && type.IsAssignableTo(typeof(Exception));

    void Add(NrbfClassRecord record)
    {
        if (Parse(record.TypeName) is not { } name)
            return;
        string open = name.IsConstructedGenericType ? name.GetGenericTypeDefinition().FullName : name.FullName;
        if (IsException(open) || (!NamedTypes.IsStandard(open) && NrbfNames.IsOfFramework(open)))
            _closed[record.TypeName] = _closed.GetValueOrDefault(record.TypeName) + 1;
        // What has no library is the framework's, and either known or no concern of anyone.
        if (record.Header.Library is null || ClassOf(name) is not { } made)
            return;
        _closed[record.TypeName] = _closed.GetValueOrDefault(record.TypeName) + 1;
        // What is an argument alone, and nowhere an object.
        if (name.IsConstructedGenericType)
            foreach (var argument in name.GetGenericArguments())
                Declare(argument, argument.AssemblyName?.FullName);
        made.Count++;
        made.IsInline &= record.Id < 0;
        if (record.Header.Members is [{ Name: "value__", Kind: NrbfKind.Primitive } number])
        {
            made.Underlying = number.Primitive;
            if (made.Numbers.Count < 1000)
                made.Numbers.Add(Convert.ToDecimal(record.Values[0], System.Globalization.CultureInfo.InvariantCulture));
            return;
        }
        string[] arguments = name.IsConstructedGenericType ? [.. name.GetGenericArguments().Select(static a => a.FullName)] : [];
        made.Collection ??= CollectionOf(record.Header.Members);
        var holder = made;
        foreach (var member in record.Header.Members)
        {
            if (made.Collection is not null && IsOfCollection(member.Name))
            {
                if (Parse(made.Collection) is { } collection)
                    Declare(collection, null);
                continue;
            }
            int plus = member.Name.IndexOf('+', StringComparison.Ordinal);
            if (plus > 0 && BaseOf(made, holder, member.Name[..plus]) is { } above)
                holder = above;
            else
                plus = -1;
            string field = member.Name[(plus + 1)..];
            // A primitive that is declared as an object: a nullable, whose value is written as one.
            string type = member.Kind == NrbfKind.SystemClass && IsPrimitive(member.TypeName!)
                ? $"System.Nullable`1[[{member.TypeName}, mscorlib]]"
                : NrbfBoxes.NameOf(member);
            if (Parse(type) is { } declared)
                Declare(declared, member.Library);
            int parameter = plus > 0 ? -1 : Array.FindIndex(arguments, a => a == (Parse(type)?.FullName ?? type));
            if (parameter >= 0)
                type = $"!{parameter + 1}";
            var owner = plus > 0 ? holder : made;
            if (owner.Fields.TryGetValue(field, out var known))
                known.Meet(type);
            else
                owner.Fields.Add(field, known = new NrbfField(field, type));
            known.IsPrivate |= plus > 0;
        }
    }

    /// <summary>The framework's collection whose fields or entries are among these members.</summary>
    static string? CollectionOf(NrbfMemberType[] members)
    {
        foreach (var member in members)
        {
            string type = NrbfBoxes.NameOf(member);
            string? item = type.EndsWith("[]", StringComparison.Ordinal) ? type[..^2] : null;
            // A list's name has its item's within brackets; an item that is named by its library has two pairs.
            string? argument = Parse(type) is { IsConstructedGenericType: true } generic
                ? generic.GetGenericArguments()[0].AssemblyQualifiedName
                : null;
            string? found = member.Name switch
            {
                "List`1+_items" when item is not null => $"System.Collections.Generic.List`1[[{item}]]",
                "Queue`1+_array" when item is not null => $"System.Collections.Generic.Queue`1[[{item}]]",
                "Stack`1+_array" when item is not null => $"System.Collections.Generic.Stack`1[[{item}]]",
                "Collection`1+items"
                    when argument is not null
                        && !members.Any(static m => m.Name.StartsWith("KeyedCollection`2+", StringComparison.Ordinal)) =>
                    $"System.Collections.ObjectModel.{(members.Any(static m => m.Name.StartsWith("ObservableCollection`1+", StringComparison.Ordinal)) ? "ObservableCollection" : "Collection")}`1[[{argument}]]",
                "ArrayList+_items" => "System.Collections.ArrayList",
                "CollectionBase+list" => "System.Collections.CollectionBase",
                "DictionaryBase+hashtable" => "System.Collections.DictionaryBase",
                "KeyValuePairs"
                    when item is not null && Parse(item) is { IsConstructedGenericType: true } pair
                        && members.Any(static m => m.Name == "HashSize") =>
                    $"System.Collections.Generic.Dictionary`2[{string.Join(',', pair.GetGenericArguments().Select(static a => $"[{a.AssemblyQualifiedName}]"))}]",
                "HashCodeProvider" when members.Any(static m => m.Name == "LoadFactor") && members.Any(static m => m.Name == "HashSize") =>
                    "System.Collections.Hashtable",
                _ => null,
            };
            if (found is not null)
                return found;
        }
        return null;
    }

    /// <summary>Whether it is the collection's own: a field with its name before it, or an entry of a table.</summary>
    static bool IsOfCollection(string member) => member.IndexOf('+', StringComparison.Ordinal) is > 0 and var plus
        ? member.AsSpan(0, plus).Contains('`') || member.AsSpan(0, plus) is "ArrayList" or "CollectionBase" or "DictionaryBase"
        : member is "Version" or "Comparer" or "HashSize" or "KeyValuePairs" or "LoadFactor" or "HashCodeProvider" or "Keys" or "Values";

    /// <summary>
    /// The base class of this name, above those that were met before it: fields come from the class up to its topmost base. Null of the
    /// framework's generic collections, and of what C# cannot name.
    /// </summary>
    NrbfClass? BaseOf(NrbfClass made, NrbfClass below, string simple)
    {
        if (!NrbfNames.IsCSharp(simple) || NrbfNames.IsCollection(simple))
            return null;
        for (var known = made.Base; known is not null; known = known.Base)
            if (known.Name[^simple.Length..] == simple && known.Name[..^simple.Length] is "" or [.., '.' or '+'])
                return known;
        var (plain, arity) = NrbfNames.Split(simple);
        string beside = made.Outer is { } outer ? outer.Name + "+" : made.Namespace is "" ? "" : made.Namespace + ".";
        var found = _classes.GetValueOrDefault(beside + simple)
            ?? _classes.Values.FirstOrDefault(c => c.Simple == plain && c.OwnArity == arity && c.Arity == arity)
            ?? Made(beside + simple);
        if (found is not null && below is { Base: null, Collection: null } && !found.DerivesFrom(below))
        {
            below.Base = found;
            below.BaseType = Around(below, found);
        }
        return found;
    }

    /// <summary>A base whose arguments nobody tells: those of the classes around both are the same ones, any other is an object.</summary>
    static string Around(NrbfClass below, NrbfClass above)
    {
        var shared = above.Outer;
        while (shared is not null && !IsWithin(below, shared))
            shared = shared.Outer;
        int same = shared?.Arity ?? 0;
        return NrbfNames.Closed(above.Name, Enumerable.Range(1, above.Arity).Select(i => i <= same ? $"!{i}" : "System.Object"));

        static bool IsWithin(NrbfClass? inner, NrbfClass outer)
        {
            for (; inner is not null; inner = inner.Outer)
                if (inner == outer)
                    return true;
            return false;
        }
    }

    /// <summary>What a class is declared as, with its own arguments as parameters.</summary>
    static string Seen(TypeName above, TypeName own) =>
        !above.IsConstructedGenericType ? above.FullName
        : NrbfNames.Closed(above.GetGenericTypeDefinition().FullName, above.GetGenericArguments().Select(argument =>
        {
            int i = own.IsConstructedGenericType
                ? Array.FindIndex([.. own.GetGenericArguments()], a => a.FullName == argument.FullName)
                : -1;
            return i < 0 ? argument.FullName : $"!{i + 1}";
        }));

    /// <summary>What is named is there, also where no object is of it: items and arguments of what is declared.</summary>
    void Declare(TypeName name, string? library)
    {
        if (name.IsArray)
        {
            Declare(name.GetElementType(), library);
            return;
        }
        if (name.IsConstructedGenericType)
            foreach (var argument in name.GetGenericArguments())
                Declare(argument, argument.AssemblyName?.FullName);
        if (library is not null
            && library.Split(',')[0] is not ("mscorlib" or "System.Private.CoreLib" or "System" or "System.Core" or "netstandard"
                or "System.Runtime"))
            ClassOf(name);
    }

    /// <summary>What stands where a class is declared derives from it.</summary>
    void Relate(object? value, NrbfMemberType declared)
    {
        if (declared.TypeName is null || Parse(declared.TypeName) is not { } name)
            return;
        // What is declared is there, also where every payload has null.
        var above = declared.Library is null ? null : ClassOf(name);
        if (above is null || value is not NrbfClassRecord { Header.Library: not null } record || Parse(record.TypeName) is not { } own
            || ClassOf(own) is not { } below || below == above)
            return;
        string seen = Seen(name, own);
        if (above.IsInterface)
        {
            below.Interfaces.TryAdd(above, seen);
            return;
        }
        var top = below;
        while (top.Base is not null)
            top = top.Base;
        if (below.Base == above && above.Arity > 0)
        {
            below.BaseType = seen;
        }
        else if (!below.DerivesFrom(above) && !above.DerivesFrom(top) && top.Collection is null)
        {
            top.Base = above;
            top.BaseType = top == below ? seen : Around(top, above);
        }
    }
}
