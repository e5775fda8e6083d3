using System.Collections;
using System.Data;
using System.Globalization;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Scenarios;

/// <summary>The values of the scenarios that come from no database. All deterministic.</summary>
static class Samples
{
    const string MultiLine = "\r\n        AJKLjaskljLA\r\n   ahjksjkAHJKS\r\n   AJKHSKJhaksjhAHSJKa\r\n   AJKSHajkhsjkHKSJKash\r\n   ASJKhasjkKASJKahsjk\r\n        ";

    /// <summary>Article 004's object, of 1000 items, half of each subtype. Its date has no parts of a second.</summary>
    public static colclass Collection() => Fill(new colclass());

    public static exoticclass Exotic() => FillExotic(new exoticclass());

    public static exoticwithdataset ExoticWithDataSet()
    {
        exoticwithdataset result = FillExotic(new exoticwithdataset());
        result.dataset = DataSet();
        return result;
    }

    static T Fill<T>(T result) where T : colclass
    {
        var random = new SplitMix64(20110310);
        result.done = true;
        result.date = new DateTime(2011, 3, 10, 13, 25, 17);
        result.multilineString = MultiLine;
        result.gggg = Guid(random);
        result.dec = 123.45m;
        result.isNew = true;
        for (int i = 0; i < 1000; i++)
        {
            result.items.Add(i % 2 == 0
                ? new class1
                {
                    Name = "Hello " + i.ToString(CultureInfo.InvariantCulture),
                    Code = "#" + i.ToString(CultureInfo.InvariantCulture),
                    guid = Guid(random)
                }
                : new class2
                {
                    Name = "Hi " + i.ToString(CultureInfo.InvariantCulture),
                    Code = "1",
                    description = "desc? " + Words.Phrase(random, 10, 0)
                });
        }
        return result;
    }

    static T FillExotic<T>(T result) where T : exoticclass
    {
        Fill(result);
        var random = new SplitMix64(20110311);
        result.hash = new Hashtable
        {
            ["0"] = new class1 { Name = "0", Code = "hello", guid = Guid(random) },
            ["1"] = new class2 { Name = "1", Code = "desc", description = "hello" },
            ["n"] = "text"
        };
        result.stringDictionary = Enumerable.Range(0, 20)
            .ToDictionary(i => "name " + i.ToString(CultureInfo.InvariantCulture),
                i => "value " + i.ToString(CultureInfo.InvariantCulture));
        result.objectDictionary = result.items.Take(10).Select((item, i) => (item, i))
            .ToDictionary(x => "key " + x.i.ToString(CultureInfo.InvariantCulture), x => Copy(x.item));
        result.intDictionary = result.items.Take(10).Select((item, i) => (item, i)).ToDictionary(x => x.i, x => Copy(x.item));
        result.nullableGuid = Guid(random);
        result.nullableDecimal = 1.25m;
        result.nullableDouble = 0.1;
        result.bytes = [.. Enumerable.Range(0, 1024).Select(_ => (byte)random.Below(256))];
        result.arrayType = ["a", "b", "c"];
        result.intarray = [.. Enumerable.Range(0, 100)];
        result.ordinaryInt = 42;
        result.ordinaryDouble = 1.5;
        return result;
    }

    /// <summary>Another object of the same content: sharing is not what this scenario is about.</summary>
    static baseclass Copy(baseclass item) => item switch
    {
        class1 c => new class1 { Name = c.Name, Code = c.Code, guid = c.guid },
        class2 c => new class2 { Name = c.Name, Code = c.Code, description = c.description },
        _ => new baseclass { Name = item.Name, Code = item.Code },
    };

    static Guid Guid(SplitMix64 random)
    {
        byte[] bytes = new byte[16];
        BitConverter.TryWriteBytes(bytes, random.Next());
        BitConverter.TryWriteBytes(bytes.AsSpan(8), random.Next());
        return new Guid(bytes);
    }

    /// <summary>Article 004's: two tables of 100 rows of ten columns.</summary>
    static DataSet DataSet()
    {
        var random = new SplitMix64(20110312);
        var set = new DataSet("NewDataSet") { Locale = CultureInfo.InvariantCulture };
        for (int t = 1; t <= 2; t++)
        {
            DataTable table = set.Tables.Add("T" + t.ToString(CultureInfo.InvariantCulture));
            for (int c = 0; c < 5; c++)
            {
                table.Columns.Add("n" + c.ToString(CultureInfo.InvariantCulture), typeof(int));
                table.Columns.Add("s" + c.ToString(CultureInfo.InvariantCulture), typeof(string));
            }
            for (int r = 0; r < 100; r++)
                table.Rows.Add(
                    [.. Enumerable.Range(0, 10).Select(c => c % 2 == 0 ? (object)random.Below(1000) : Words.Phrase(random, 12, 0))]);
        }
        set.AcceptChanges();
        return set;
    }
}
