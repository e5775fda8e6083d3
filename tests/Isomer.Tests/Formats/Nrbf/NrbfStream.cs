#pragma warning disable CS0649 // fields that records alone give values to

using Isomer.Tests.Differential;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// A stream of records that the grammar of [MS-NRBF] allows and BinaryFormatter would not write: objects in any order, the root among them,
/// each within the first or any other that refers to it, or by itself before or behind; classes told again, their members in another order,
/// or by the number of any object before that tells them; references to what comes later, to texts and structs too; nulls one by one and in
/// runs; libraries told twice; objects that nothing refers to.
/// </summary>
sealed class NrbfStream
{
    [Serializable]
    public class One
    {
        public int n;
        public string? s;
        public object? o;
        public One? one;
        public Two? two;
        public object?[]? items;
        public string?[]? texts;
        public int[]? numbers;
    }

    [Serializable]
    public class Two
    {
        public byte b;
        public double d;
        public DateTime t;
        public decimal m;
        public char c;
        public object? o;
        public IComparable? comparable;
        public One?[]? ones;
        public int[]?[]? jagged;
        public object?[,]? grid;
        public Small small;
    }

    [Serializable]
    public struct Small
    {
        public short n;
        public object? o;
    }

    enum Kind { One, Two, Small, Text, Objects, Texts, Numbers, Ones, Jagged, Grid }

    static readonly Kind[] s_any = [Kind.One, Kind.Two, Kind.Text, Kind.Objects, Kind.Texts, Kind.Numbers, Kind.Ones, Kind.Jagged,
        Kind.Grid];

    static readonly Dictionary<Kind, (string Name, string Members)[]> s_members = new()
    {
        [Kind.One] = [("n", "0008"), ("s", "01"), ("o", "02"), ("one", "04One"), ("two", "04Two"), ("items", "05"), ("texts", "06"),
            ("numbers", "0708")],
        [Kind.Two] = [("b", "0002"), ("d", "0006"), ("t", "000D"), ("m", "0005"), ("c", "0003"), ("o", "02"),
            ("comparable", "03System.IComparable"), ("ones", "04One[]"), ("jagged", "03System.Int32[][]"), ("grid", "03System.Object[,]"),
            ("small", "04Small")],
        [Kind.Small] = [("n", "0007"), ("o", "02")],
    };

    sealed class Thing(Kind kind, int id)
    {
        public Kind Kind => kind;

        public int Id => id;

        public bool IsWritten;

        /// <summary>Members in the order of the class, or items; what is no thing is a primitive in an object, or null.</summary>
        public object?[] Values = [];
    }

    readonly Choices _choices;
    readonly List<Thing> _things = [];
    readonly HashSet<int> _numbers = [0];
    readonly MemoryStream _bytes = new();
    readonly BinaryWriter _out;
    // The classes that were told, by the numbers of the objects that told them: the order of their members.
    readonly List<(Kind Kind, int Id, int[] Order)> _told = [];
    readonly List<int> _libraries = [];
    int _depth;

    NrbfStream(Choices choices) => (_choices, _out) = (choices, new BinaryWriter(_bytes));

    public static byte[] Make(Choices choices) => new NrbfStream(choices).Make();

    byte[] Make()
    {
        // Structs are of one owner each.
        int count = _choices.Below(12) + 1;
        for (int i = 0; i < count; i++)
            _things.Add(
                new Thing(i == 0 ? _choices.Of(Kind.One, Kind.Two, Kind.Objects, Kind.Ones, Kind.Grid) : _choices.Of(s_any), Number()));
        for (int i = 0; i < _things.Count; i++)
            Fill(_things[i]);
        _out.Write((byte)0);
        _out.Write(_things[0].Id);
        _out.Write(-1);
        _out.Write(1);
        _out.Write(0);
        for (int i = _choices.Once(4) ? 2 : 1; i > 0; i--)
        {
            _libraries.Add(Number());
            _out.Write((byte)12);
            _out.Write(_libraries[^1]);
            _out.Write(typeof(NrbfStream).Assembly.FullName!);
        }
        // The root is first three times in four.
        if (_choices.Below(4) != 3)
            Object(_things[0]);
        while (_things.Where(static t => !t.IsWritten).ToList() is { Count: > 0 } left)
            Object(left[_choices.Below(left.Count)]);
        _out.Write((byte)11);
        return _bytes.ToArray();
    }

    /// <summary>Not above a thousand: BinaryFormatter has arrays of all numbers up to the greatest.</summary>
    int Number()
    {
        int number;
        do
            number = _choices.Once(3) ? _choices.Below(1000) : _choices.Below(60);
        while (!_numbers.Add(number));
        return number;
    }

    void Fill(Thing thing)
    {
        int items = _choices.Below(5) == 4 ? _choices.Below(600) : _choices.Below(6);
        thing.Values = thing.Kind switch
        {
            Kind.One or Kind.Two or Kind.Small => [.. s_members[thing.Kind].Select(m => Member(m.Members))],
            Kind.Objects => Many(items, () => Any()),
            Kind.Texts => Many(items, () => Of(Kind.Text)),
            Kind.Numbers => [.. Enumerable.Range(0, items).Select(object? (_) => _choices.Int32())],
            Kind.Ones => Many(items, () => Of(Kind.One)),
            Kind.Jagged => Many(items, () => Of(Kind.Numbers)),
            Kind.Grid => Many((_choices.Below(3) + 1) * 2, () => Any()),
            _ => [],
        };
    }

    /// <summary>Items of which most may be null, side by side.</summary>
    object?[] Many(int count, Func<object?> item)
    {
        object?[] items = new object?[count];
        for (int i = 0; i < count; i++)
            if (_choices.Below(8) > 5 || count < 8)
                items[i] = item();
            else
                i += _choices.Below(_choices.Once(3) ? 300 : 4);
        return items;
    }

    object? Member(string kind) => kind[..2] switch
    {
        "00" => kind,
        "01" => Of(Kind.Text),
        "02" => Any(),
        "05" => Of(Kind.Objects),
        "06" => Of(Kind.Texts),
        "07" => Of(Kind.Numbers),
        _ => kind[2..] switch
        {
            "One" => Of(Kind.One),
            "Two" => Of(Kind.Two),
            "Small" => New(Kind.Small),
            "One[]" => Of(Kind.Ones),
            "System.Int32[][]" => Of(Kind.Jagged),
            "System.Object[,]" => Of(Kind.Grid),
            // A member that is declared as an interface holds a text here.
            _ => Of(Kind.Text),
        },
    };

    Thing New(Kind kind)
    {
        var thing = new Thing(kind, Number());
        _things.Add(thing);
        return thing;
    }

    Thing? Of(Kind kind)
    {
        var there = _things.Where(t => t.Kind == kind).ToList();
        return _choices.Once(3) || there.Count == 0 ? null : there[_choices.Below(there.Count)];
    }

    /// <summary>What an object may be: one of the others, a primitive, a struct of its own, or null.</summary>
    object? Any() => _choices.Below(6) switch
    {
        0 => null,
        1 => _choices.Of("0001", "0008", "0006", "0009", "000C", "0010"),
        2 when _things.Count < 40 => New(Kind.Small),
        _ => _things.Where(static t => t.Kind != Kind.Small).ToList() is var others ? others[_choices.Below(others.Count)] : null,
    };

    void Object(Thing thing)
    {
        thing.IsWritten = true;
        _depth++;
        switch (thing.Kind)
        {
            case Kind.Text:
                Head(6, thing.Id);
                _out.Write("text" + thing.Id);
                break;
            case Kind.Objects or Kind.Texts:
                Head(thing.Kind == Kind.Objects ? 16 : 17, thing.Id);
                _out.Write(thing.Values.Length);
                Items(thing.Values, hasRuns: true);
                break;
            case Kind.Numbers:
                Head(15, thing.Id);
                _out.Write(thing.Values.Length);
                _out.Write((byte)8);
                foreach (object? number in thing.Values)
                    _out.Write((int)number!);
                break;
            case Kind.Ones or Kind.Jagged or Kind.Grid:
                Head(7, thing.Id);
                _out.Write((byte)(thing.Kind == Kind.Ones ? 0 : thing.Kind == Kind.Jagged ? 1 : 2));
                _out.Write(thing.Kind == Kind.Grid ? 2 : 1);
                if (thing.Kind == Kind.Grid)
                    _out.Write(2);
                _out.Write(thing.Kind == Kind.Grid ? thing.Values.Length / 2 : thing.Values.Length);
                _out.Write((byte)(thing.Kind == Kind.Ones ? 4 : thing.Kind == Kind.Jagged ? 7 : 2));
                Details(thing.Kind == Kind.Ones ? "04One" : thing.Kind == Kind.Jagged ? "0708" : "02");
                // In the other two System.Formats.Nrbf takes no runs.
                Items(thing.Values, hasRuns: thing.Kind == Kind.Ones || _choices.Once(12));
                break;
            default:
                Class(thing);
                break;
        }
        _depth--;
    }

    void Class(Thing thing)
    {
        var members = s_members[thing.Kind];
        var told = _told.Where(t => t.Kind == thing.Kind).ToList();
        int[] order;
        if (told.Count > 0 && !_choices.Once(4))
        {
            var (_, id, known) = told[_choices.Below(told.Count)];
            order = known;
            Head(1, thing.Id);
            _out.Write(id);
        }
        else
        {
            order = [.. Enumerable.Range(0, members.Length)];
            for (int i = _choices.Once(3) ? order.Length - 1 : 0; i > 0; i--)
            {
                int other = _choices.Below(i + 1);
                (order[i], order[other]) = (order[other], order[i]);
            }
            Head(5, thing.Id);
            _out.Write(NameOf(thing.Kind.ToString()));
            _out.Write(members.Length);
            foreach (int i in order)
                _out.Write(members[i].Name);
            foreach (int i in order)
                _out.Write(Convert.FromHexString(members[i].Members[..2]));
            foreach (int i in order)
                Details(members[i].Members);
            _out.Write(Library());
            // What is within may already say that it is of this class.
            _told.Add((thing.Kind, thing.Id, order));
        }
        foreach (int i in order)
            if (members[i].Members.StartsWith("00", StringComparison.Ordinal))
                Primitive(members[i].Members[2..]);
            else
                Value(thing.Values[i]);
    }

    int Library() => _libraries[_choices.Below(_libraries.Count)];

    static string NameOf(string name) => $"{typeof(NrbfStream).FullName}+{name}";

    void Head(int record, int id)
    {
        _out.Write((byte)record);
        _out.Write(id);
    }

    void Details(string kind)
    {
        switch (kind[..2])
        {
            case "00" or "07":
                _out.Write(Convert.FromHexString(kind[2..]));
                break;
            case "03":
                _out.Write(kind[2..]);
                break;
            case "04":
                _out.Write(NameOf(kind[2..]));
                _out.Write(Library());
                break;
        }
    }

    void Items(object?[] items, bool hasRuns)
    {
        for (int i = 0; i < items.Length;)
        {
            int nulls = 0;
            while (i + nulls < items.Length && items[i + nulls] is null)
                nulls++;
            if (nulls == 0)
            {
                Value(items[i++]);
                continue;
            }
            // One, some of them, or all.
            int run = hasRuns ? _choices.Of(1, nulls, nulls, _choices.Below(nulls) + 1) : 1;
            if (run == 1 && (!hasRuns || _choices.Once(2)))
                _out.Write((byte)10);
            else if (run < 256 && !_choices.Once(3))
                _out.Write([13, (byte)run]);
            else
                Head(14, run);
            i += run;
        }
    }

    void Value(object? value)
    {
        switch (value)
        {
            case null:
                _out.Write((byte)10);
                break;
            case string primitive:
                _out.Write((byte)8);
                _out.Write(Convert.FromHexString(primitive[2..]));
                Primitive(primitive[2..]);
                break;
            case Thing thing when !thing.IsWritten && _depth < 20 && _choices.Once(2):
                Object(thing);
                break;
            default:
                Head(9, ((Thing)value).Id);
                break;
        }
    }

    void Primitive(string kind)
    {
        switch (kind)
        {
            case "01":
                _out.Write(_choices.Once(2));
                break;
            case "02":
                _out.Write((byte)_choices.Below(256));
                break;
            case "03":
                _out.Write((char)_choices.Below(0xD000));
                break;
            case "05":
                _out.Write((_choices.Int32() / 100m).ToString(System.Globalization.CultureInfo.InvariantCulture));
                break;
            case "06":
                _out.Write(_choices.Int32() / 7.0);
                break;
            case "07":
                _out.Write((short)_choices.Below(short.MaxValue));
                break;
            case "08":
                _out.Write(_choices.Int32());
                break;
            case "09" or "0C" or "10":
                _out.Write(_choices.Int64());
                break;
            default:
                _out.Write(new DateTime(1 + _choices.Below(9000), 1, 1, 0, 0, 0, DateTimeKind.Utc).ToBinary());
                break;
        }
    }
}
