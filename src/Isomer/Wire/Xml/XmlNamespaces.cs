using System.Text;
using System.Xml;

namespace Isomer.Wire.Xml;

/// <summary>
/// Numbers for the namespaces that models use, so that reading compares integers. Only what types say gets a number here:
/// namespaces of an input never do, so the table cannot be flooded.
/// </summary>
internal static class XmlNamespaces
{
    public const string XmlUri = "http://www.w3.org/XML/1998/namespace";
    public const string XmlnsUri = "http://www.w3.org/2000/xmlns/";
    public const string SchemaInstanceUri = "http://www.w3.org/2001/XMLSchema-instance";
    public const string SchemaUri = "http://www.w3.org/2001/XMLSchema";

    /// <summary>No namespace.</summary>
    public const int None = 0;
    public const int Xml = 1;
    public const int Xmlns = 2;
    public const int SchemaInstance = 3;
    public const int Schema = 4;

    /// <summary>A prefix that is not declared.</summary>
    public const int Undeclared = -1;

    // Whose the strings are; nobody asks it.
    static readonly XmlDictionary Dictionary = new();

    /// <summary>So many are far more than types have; options that name ever new ones come to an end here and not in the memory.</summary>
    const int Most = 1 << 16;

    static readonly Lock Gate = new();
    static Table s_table = Start();

    /// <summary>The number of a namespace that a type has.</summary>
    public static int Number(string uri)
    {
        if (Find(uri) is >= 0 and var known)
            return known;
        lock (Gate)
        {
            if (Find(uri) is >= 0 and var meanwhile)
                return meanwhile;
            Volatile.Write(ref s_table, s_table.With(Encoding.UTF8.GetBytes(uri)));
            return s_table.Count - 1;
        }
    }

    /// <summary>The number of a namespace that some type has, or -1.</summary>
    public static int Find(ReadOnlySpan<byte> uri) => Volatile.Read(ref s_table).Find(uri);

    /// <summary>How many there are: they only become more.</summary>
    public static int Count => Volatile.Read(ref s_table).Count;

    /// <summary>The namespace as a string of a dictionary, for the framework's writers and readers.</summary>
    public static XmlDictionaryString DictionaryText(int number) => Volatile.Read(ref s_table).DictionaryText(number);

    /// <summary>The text of a numbered namespace.</summary>
    public static ReadOnlySpan<byte> Text(int number) => Volatile.Read(ref s_table).Text(number);

    static int Find(string uri)
    {
        Span<byte> utf8 = uri.Length <= 256 ? stackalloc byte[768] : new byte[Encoding.UTF8.GetMaxByteCount(uri.Length)];
        return Find(utf8[..Encoding.UTF8.GetBytes(uri, utf8)]);
    }

    static Table Start()
    {
        var table = new Table(0, [], [], [-1, -1, -1, -1]);
        // Behind those with a constant the ones of the serializers' own types, which may be named before any type has met them.
        foreach (string uri in new[] { "", XmlUri, XmlnsUri, SchemaInstanceUri, SchemaUri, "http://microsoft.com/wsdl/types/",
            "http://schemas.microsoft.com/2003/10/Serialization/", "http://schemas.microsoft.com/2003/10/Serialization/Arrays" })
            table = table.With(Encoding.UTF8.GetBytes(uri));
        return table;
    }

    /// <summary>
    /// Open addressing over the namespaces; replaced as a whole, so that finding takes no lock. The arrays have room: those of an older
    /// table grow behind what it counts.
    /// </summary>
    sealed class Table(int count, byte[][] names, XmlDictionaryString[] texts, int[] buckets)
    {
        public int Count => count;

        public ReadOnlySpan<byte> Text(int number) => names[number];

        public XmlDictionaryString DictionaryText(int number) => texts[number];

        public int Find(ReadOnlySpan<byte> uri)
        {
            int mask = buckets.Length - 1;
            for (int at = Hash(uri) & mask; Volatile.Read(ref buckets[at]) is >= 0 and var number; at = (at + 1) & mask)
                // One that came after this table is for those that have the next.
                if (number < count && uri.SequenceEqual(names[number]))
                    return number;
            return -1;
        }

        public Table With(byte[] uri)
        {
            if (count == Most)
                throw new NotSupportedException(
                    $"More than {Most} XML namespaces have been asked for. Namespaces belong to types: give options few of them.");
            var (all, texts2, places) = (names, texts, buckets);
            if (count == names.Length)
            {
                Array.Resize(ref all, Math.Max(16, count * 2));
                Array.Resize(ref texts2, all.Length);
                places = new int[all.Length * 2];
                Array.Fill(places, -1);
                for (int i = 0; i < count; i++)
                    Place(places, all[i], i);
            }
            all[count] = uri;
            texts2[count] = new XmlDictionaryString(Dictionary, Encoding.UTF8.GetString(uri), count);
            Place(places, uri, count);
            return new Table(count + 1, all, texts2, places);
        }

        static void Place(int[] places, byte[] uri, int number)
        {
            int at = Hash(uri) & (places.Length - 1);
            while (places[at] >= 0)
                at = (at + 1) & (places.Length - 1);
            Volatile.Write(ref places[at], number);
        }

        /// <summary>Of the length and the last bytes, in which namespaces differ.</summary>
        static int Hash(ReadOnlySpan<byte> uri)
        {
            uint hash = (uint)uri.Length;
            foreach (byte b in uri[Math.Max(0, uri.Length - 16)..])
                hash = (hash ^ b) * 0x01000193;
            return (int)(hash ^ (hash >> 15));
        }
    }
}
