// Graphs of objects, and their description as text: compiled by mono's compiler into the program beside it, and into the tests. So both sides have the same types and say the same of a graph
// when it is the same. Old C#, for mono's compiler is.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Reflection;
using System.Runtime.Serialization;
using System.Text;

#pragma warning disable

namespace IsomerMono
{
    [Serializable]
    public enum Hue
    {
        Red,
        Green = 5,
    }

    [Flags]
    [Serializable]
    public enum Sides : byte
    {
        None = 0,
        Left = 1,
        Right = 2,
    }

    [Serializable]
    public struct Spot
    {
        public int X;
        public string Name;
        public Hue Hue;
    }

    [Serializable]
    public class Level
    {
        private int hidden;
        protected string own = "o";

        public void Hide(int value)
        {
            hidden = value;
        }
    }

    [Serializable]
    public class Numbers : Level
    {
        public bool Bool = true;
        public byte Byte = 200;
        public sbyte SByte = -100;
        public short Short = -30000;
        public ushort UShort = 60000;
        public int Int = -2000000000;
        public uint UInt = 4000000000;
        public long Long = long.MinValue;
        public ulong ULong = ulong.MaxValue;
        public float Float = 1.5f;
        public double Double = 0.1;
        public decimal Decimal = 3.50m;
        public char Char = 'x';
        public Hue Hue = Hue.Green;
        public Sides Sides = Sides.Left | Sides.Right;
        public TimeSpan Span = new TimeSpan(400, 1, 2, 3, 4);
        public Spot Spot = new Spot { X = 1, Name = "s", Hue = Hue.Green };
        public string Text = "a & b < c > \"d\" 'e'";
        public string Empty = "";
        public string Null;
    }

    [Serializable]
    public class Link
    {
        public int Value;
        public Link Next;
        public object Any;
        [NonSerialized] public int Skipped = 9;
    }

    [Serializable]
    public class Outer
    {
        [Serializable]
        public class Inner
        {
            public int A = 1;
        }

        public Inner In = new Inner();
        public object Any = new Inner();
    }

    [Serializable]
    public class Named
    {
        public string Name { get; set; }
    }

    [Serializable]
    public class Whens
    {
        public DateTime Local = new DateTime(2020, 6, 2, 10, 11, 12, 345, DateTimeKind.Local);
        public DateTime Utc = new DateTime(2020, 6, 2, 10, 11, 12, DateTimeKind.Utc);
        public DateTime None = new DateTime(2020, 6, 2, 10, 11, 12);
    }

    [Serializable]
    public class Entered : ISerializable
    {
        public int Count = 5;
        public string Name = "n";
        public double Rate = 2.5;
        public bool Is = true;
        public Hue Hue = Hue.Green;
        public Spot Spot = new Spot { X = 3, Name = "p" };
        public Link Link = new Link { Value = 4 };
        public TimeSpan Span = TimeSpan.FromSeconds(90.5);
        public decimal Sum = 1.25m;
        public object Null;
        public int[] Items = new int[] { 1, 2 };

        public Entered()
        {
        }

        protected Entered(SerializationInfo info, StreamingContext context)
        {
            Count = info.GetInt32("count");
            Name = info.GetString("name");
            Rate = info.GetDouble("rate");
            Is = info.GetBoolean("is");
            Hue = (Hue)info.GetValue("hue", typeof(Hue));
            Spot = (Spot)info.GetValue("spot", typeof(Spot));
            Link = (Link)info.GetValue("link", typeof(Link));
            Span = (TimeSpan)info.GetValue("span", typeof(TimeSpan));
            Sum = info.GetDecimal("sum");
            Null = info.GetValue("null", typeof(object));
            Items = (int[])info.GetValue("items", typeof(int[]));
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("count", Count);
            info.AddValue("name", Name);
            info.AddValue("rate", Rate);
            info.AddValue("is", Is);
            info.AddValue("hue", Hue);
            info.AddValue("spot", Spot);
            info.AddValue("link", Link);
            info.AddValue("span", Span);
            info.AddValue("sum", Sum);
            info.AddValue("null", Null, typeof(object));
            info.AddValue("items", Items);
        }
    }

    [Serializable]
    public class Pair<T>
    {
        public T Left;
        public T Right;
    }

    [Serializable]
    public class Owned : CollectionBase
    {
        public string Title = "t";

        public int Add(object value)
        {
            return List.Add(value);
        }
    }

    [Serializable]
    public class Shown : ReadOnlyCollectionBase
    {
        public string Title = "t";

        public Shown Add(object value)
        {
            InnerList.Add(value);
            return this;
        }
    }

    [Serializable]
    public class Keyed : DictionaryBase
    {
        public string Title = "t";

        public void Add(object key, object value)
        {
            Dictionary.Add(key, value);
        }
    }

    public static class Graphs
    {
        public static Dictionary<string, Func<object>> All()
        {
            var all = new Dictionary<string, Func<object>>();
            all["int"] = () => 5;
            all["string"] = () => "text";
            all["enum"] = () => Hue.Green;
            all["numbers"] = () => { var n = new Numbers(); n.Hide(7); return n; };
            all["special numbers"] = () => new Numbers { Float = float.NaN, Double = double.NegativeInfinity, Decimal = decimal.MinValue, Hue = (Hue)77, Sides = Sides.None, Span = TimeSpan.Zero, Text = " a  b " };
            all["link"] = () => new Link { Value = 1, Next = new Link { Value = 2 } };
            all["cycle"] = () => { var link = new Link { Value = 1 }; link.Next = new Link { Next = link, Any = link }; return link; };
            all["any string"] = () => new Link { Any = "text" };
            all["any int"] = () => new Link { Any = 5 };
            all["any enum"] = () => new Link { Any = Hue.Green };
            all["any struct"] = () => new Link { Any = new Spot { X = 2, Name = "n" } };
            all["any array"] = () => new Link { Any = new int[] { 1, 2, 3 } };
            all["shared string"] = () => { string s = new string('q', 3); return new object[] { s, s, new Link { Any = s } }; };
            all["nested class"] = () => new Outer();
            all["property"] = () => new Named { Name = "p" };
            all["dates"] = () => new Whens();
            all["entries"] = () => new Entered();
            all["array of numbers"] = () => new int[] { 1, 2, 3 };
            all["array of strings"] = () => new string[] { "a", null, "b", "a" };
            all["array of objects"] = () => new object[] { 1, "a", null, 2.5, true, 'c', 3m, new Link { Value = 3 }, Hue.Red, new Spot { X = 1 }, null, null };
            all["array of structs"] = () => new Spot[] { new Spot { X = 1, Name = "a" }, new Spot() };
            all["array of enums"] = () => new Hue[] { Hue.Red, Hue.Green };
            all["array of links"] = () => new Link[] { new Link { Value = 1 }, null, new Link { Value = 2 } };
            all["bytes"] = () => new byte[] { 1, 2, 255, 0 };
            all["chars"] = () => new char[] { 'a', 'b' };
            all["doubles"] = () => new double[] { 0.1, -5 };
            all["empty array"] = () => new int[0];
            all["jagged array"] = () => new int[][] { new int[] { 1 }, null, new int[] { 2, 3 } };
            all["rectangular array"] = () => new int[,] { { 1, 2 }, { 3, 4 } };
            all["rectangular array of strings"] = () => new string[,] { { "a", null }, { "b", "c" } };
            all["ArrayList"] = () => new ArrayList { 1, "a", null };
            all["Hashtable"] = () => new Hashtable { { "a", 1 } };
            all["Queue"] = () => new Queue(new object[] { 1, "a" });
            all["Stack"] = () => new Stack(new object[] { 1, "a" });
            all["SortedList"] = () => new SortedList { { "a", 1 }, { "b", 2 } };
            all["BitArray"] = () => new BitArray(new bool[] { true, false, true });
            all["StringBuilder"] = () => new StringBuilder("text");
            all["Version"] = () => new Version(1, 2, 3, 4);
            all["Guid"] = () => new Guid("00112233-4455-6677-8899-aabbccddeeff");
            all["exception"] = () => new InvalidOperationException("m", new Exception("i"));
            all["object"] = () => new object();
            all["generic class"] = () => new Pair<int> { Left = 1, Right = 2 };
            all["list of numbers"] = () => new List<int> { 1, 2, 3 };
            all["list of links"] = () => new List<Link> { new Link { Value = 1 } };
            all["dictionary"] = () => new Dictionary<string, int> { { "a", 1 }, { "b", 2 } };
            all["hash set"] = () => new HashSet<string> { "a", "b" };
            all["sorted set"] = () => new SortedSet<int> { 2, 1 };
            all["linked list"] = () => new LinkedList<int>(new int[] { 1, 2 });
            all["tuple"] = () => Tuple.Create(1, "a");
            all["nullables"] = () => new int?[] { 1, null, 3 };
            all["owned"] = () => new Owned { 1, "a", new Link { Value = 3 } };
            all["shown"] = () => new Shown().Add(1).Add("a");
            all["keyed"] = () => new Keyed { { "a", 1 } };
            return all;
        }

        /// <summary>A graph as text, objects that are met again by their number.</summary>
        public static string Describe(object graph)
        {
            var text = new StringBuilder();
            Describe(graph, text, new List<object>(), 0);
            return text.ToString();
        }

        static void Describe(object value, StringBuilder text, List<object> met, int depth)
        {
            if (value == null)
            {
                text.Append("null");
                return;
            }
            var type = value.GetType();
            text.Append(NameOf(type)).Append(' ');
            if (value is string)
                text.Append('"').Append((string)value).Append('"');
            else if (value is double)
                text.Append(BitConverter.DoubleToInt64Bits((double)value));
            else if (value is float)
                text.Append(BitConverter.ToInt32(BitConverter.GetBytes((float)value), 0));
            else if (value is DateTime)
                // A local time is the same one on a machine elsewhere.
                text.Append((((DateTime)value).Kind == DateTimeKind.Local ? ((DateTime)value).ToUniversalTime() : (DateTime)value).Ticks).Append(((DateTime)value).Kind);
            else if (value is IFormattable && type.IsValueType)
                text.Append(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture));
            else if (type.IsPrimitive || value is Version || value is StringBuilder)
                text.Append(value);
            else
                DescribeObject(value, type, text, met, depth);
        }

        static void DescribeObject(object value, Type type, StringBuilder text, List<object> met, int depth)
        {
            if (!type.IsValueType)
            {
                for (int i = 0; i < met.Count; i++)
                {
                    if (ReferenceEquals(met[i], value))
                    {
                        text.Append('#').Append(i);
                        return;
                    }
                }
                met.Add(value);
            }
            text.Append('{');
            var array = value as Array;
            if (array != null && array.Rank > 1)
                for (int i = 0; i < array.Rank; i++)
                    text.Append(array.GetLength(i)).Append('x');
            if (value is Exception)
            {
                text.Append(((Exception)value).Message);
                Describe(((Exception)value).InnerException, text, met, depth + 1);
            }
            else if (value is IDictionary)
            {
                foreach (DictionaryEntry entry in (IDictionary)value)
                {
                    Describe(entry.Key, text, met, depth + 1);
                    text.Append('=');
                    Describe(entry.Value, text, met, depth + 1);
                    text.Append(", ");
                }
            }
            else if (value is IEnumerable)
            {
                foreach (object item in (IEnumerable)value)
                {
                    Describe(item, text, met, depth + 1);
                    text.Append(", ");
                }
            }
            else if (value is IComparable && type.FullName.StartsWith("System.Tuple"))
            {
                text.Append(value);
            }
            else
            {
                for (var level = type; level != null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
                {
                    foreach (var field in level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                    {
                        if (field.IsNotSerialized)
                            continue;
                        text.Append(field.Name).Append('=');
                        Describe(field.GetValue(value), text, met, depth + 1);
                        text.Append(", ");
                    }
                }
            }
            text.Append('}');
        }

        static string NameOf(Type type)
        {
            if (type.IsArray)
                return NameOf(type.GetElementType()) + "[" + new string(',', type.GetArrayRank() - 1) + "]";
            string name = type.Name;
            foreach (var argument in type.GetGenericArguments())
                name += "," + NameOf(argument);
            return name;
        }
    }
}
