using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// The comparers of collections over enums of every base: the original's comparer of all but int says in its entries that it is another.
/// </summary>
public class NrbfComparerTests
{
    public enum OfByte : byte { A }

    public enum OfSByte : sbyte { A }

    public enum OfShort : short { A }

    public enum OfUShort : ushort { A }

    public enum OfInt { A }

    public enum OfUInt : uint { A }

    public enum OfLong : long { A }

    public enum OfULong : ulong { A }

    static void Same(object value)
    {
        byte[] original = NrbfTests.Original(value);
        var options = NrbfTests.Options with { KnownTypes = [value.GetType()] };
        Assert.Equal(Convert.ToHexString(original), Convert.ToHexString(Nrbf.Serialize(value, options)));
        Assert.Null(SameGraph.Difference(value, Nrbf.Deserialize<object>(original, options)));
    }

    static void Collections<T>() where T : struct, Enum
    {
        Same(new HashSet<T> { default });
        Same(new Dictionary<T, int> { [default] = 1 });
        Same(new SortedSet<T> { default });
        Same(new SortedDictionary<T, string> { [default] = "a" });
        Same(new HashSet<T?> { default(T) });
        Same(new HashSet<T[]>());
    }

    [Fact]
    public void Of_enums_of_every_base()
    {
        Collections<OfByte>();
        Collections<OfSByte>();
        Collections<OfShort>();
        Collections<OfUShort>();
        Collections<OfInt>();
        Collections<OfUInt>();
        Collections<OfLong>();
        Collections<OfULong>();
    }
}
