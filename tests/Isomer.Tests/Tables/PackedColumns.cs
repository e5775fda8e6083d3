using System.Globalization;
using System.Numerics;

namespace Isomer.Tests.OfTables;

/// <summary>Random columns: lists of each type of item, of many distributions.</summary>
sealed class PackedColumns(int seed)
{
    readonly Random _random = new(seed);

    public long[] Integers(int count) => Fill<long>(count, _random.Next(12) switch
    {
        0 => _ => 7,
        1 => i => i,
        2 => i => -5_000_000_000 + (i * 3L),
        3 => _ => _random.Next(100),
        4 => _ => _random.NextInt64(long.MinValue, long.MaxValue),
        5 => _ => _random.Next(1000) * 600_000_000L,
        6 => i => i / 50,
        7 => _ => (_random.Next(4) * 1_000_000_007L) - 3,
        8 => _ => _random.Next(20) == 0 ? long.MinValue : long.MaxValue,
        9 => i => new DateTime(2020, 1, 1).Ticks + (i * 10_000_000L * _random.Next(3)),
        10 => _ => 1L << _random.Next(64),
        _ => i => (i & 63) < 60 ? 0 : _random.Next(),
    });

    public string[] Texts(int count)
    {
        string[] words = ["", "London", "Genève", "a", "Luleå", "😀", "\ud800", "0", "007", "x1", "London Bridge 12"];
        return Fill<string>(count, _random.Next(14) switch
        {
            0 => _ => "same",
            1 => _ => words[_random.Next(words.Length)],
            2 => _ => words[_random.Next(5)],
            3 => i => "CUST" + i,
            4 => _ => $"({_random.Next(100, 1000)}) 555-{_random.Next(10_000):D4}",
            5 => _ => _random.Next(9999) + " Main Street",
            6 => i => "/usr/share/doc/package-" + ((char)('a' + (i % 26))) + "/changelog" + new string('x', i % 7),
            7 => _ => new string((char)_random.Next(0x20, 0xFFFF), _random.Next(4)),
            8 => _ => Guid.NewGuid().ToString(),
            9 => i => "",
            10 => _ => _random.NextInt64().ToString(CultureInfo.InvariantCulture),
            11 => i => (i % 3 == 0 ? "Möller " : "Öst ") + _random.Next(50) + (i % 2 == 0 ? "é" : ""),
            12 => i => new string('y', i % 300) + i,
            _ => i =>
                $"2024-{_random.Next(1, 13):D2}-{_random.Next(1, 29):D2} {_random.Next(24):D2}:{_random.Next(60):D2}:{_random.Next(60):D2}",
        });
    }

    public double[] Doubles(int count) => Fill<double>(count, _random.Next(7) switch
    {
        0 => _ => _random.NextDouble(),
        1 => _ => _random.Next(100_000) / 100.0,
        2 => _ => _random.Next(1000) / 1024.0,
        3 => _ =>
            (double[])[double.NaN, double.PositiveInfinity, -0.0, 0.0, double.Epsilon, double.MaxValue,
                BitConverter.Int64BitsToDouble(0x7FF8000000000123)] is var odd ? odd[_random.Next(odd.Length)] : 0,
        4 => _ => _random.Next(3) * 0.1,
        5 => i => -i * 0.001,
        _ => _ => _random.Next(1_000_000) * 1e9,
    });

    public decimal[] Decimals(int count) => Fill<decimal>(count, _random.Next(8) switch
    {
        0 => _ => new decimal(_random.Next(), 0, 0, _random.Next(2) == 0, 2),
        1 => _ => _random.Next(100_000) / 100m,
        2 => _ => new decimal(_random.Next(100), 0, 0, false, (byte)_random.Next(5)),
        3 => _ =>
            (decimal[])[-0.00m, 0m, 0.000m, decimal.MaxValue, decimal.MinValue, 1e-28m, new decimal(-1, -1, 0, true, 28),
                new decimal(0, 0, 0, true, 28)] is var odd ? odd[_random.Next(odd.Length)] : 0,
        4 => _ => new decimal(_random.Next(), _random.Next(), _random.Next(), _random.Next(2) == 0, (byte)_random.Next(29)),
        5 => _ => 0.0m,
        6 => i => i,
        _ => _ => new decimal(_random.NextInt64()) * 0.0001m,
    });

    public T[] Fill<T>(int count, Func<int, T> item)
    {
        var items = new T[count];
        for (int i = 0; i < count; i++)
            items[i] = item(i);
        return items;
    }

    /// <summary>Items of any type that is packed.</summary>
    public Array Of(Type type, int count) =>
        type == typeof(bool)
            ? Fill<bool>(count, _random.Next(3) switch { 0 => _ => true, 1 => i => i > count / 2, _ => _ => _random.Next(2) == 0 })
        : type == typeof(char) ? Cast(count, v => (char)v)
        : type == typeof(sbyte) ? Cast(count, v => (sbyte)v)
        : type == typeof(byte) ? Cast(count, v => (byte)v)
        : type == typeof(short) ? Cast(count, v => (short)v)
        : type == typeof(ushort) ? Cast(count, v => (ushort)v)
        : type == typeof(int) ? Cast(count, v => (int)v)
        : type == typeof(uint) ? Cast(count, v => (uint)v)
        : type == typeof(long) ? Integers(count)
        : type == typeof(ulong) ? Cast(count, v => (ulong)v)
        : type == typeof(Half) ? Cast(count, v => BitConverter.Int16BitsToHalf((short)v))
        : type == typeof(TimeSpan) ? Cast(count, v => new TimeSpan(v))
        : type == typeof(DateOnly) ? Cast(count, v => DateOnly.FromDayNumber((int)((ulong)v % (ulong)(DateOnly.MaxValue.DayNumber + 1))))
        : type == typeof(TimeOnly) ? Cast(count, v => new TimeOnly((long)((ulong)v % TimeSpan.TicksPerDay)))
        : type == typeof(DateTime) ? Kinds(count)
        : type == typeof(DateTimeOffset)
            ? Cast(count,
                v => new DateTimeOffset((long)((ulong)v % (ulong)DateTime.MaxValue.Ticks / 2) + TimeSpan.TicksPerDay,
                    TimeSpan.FromMinutes(v % 840)))
        : type == typeof(float) ? Array.ConvertAll(Doubles(count), v => (float)v)
        : type == typeof(double) ? Doubles(count)
        : type == typeof(decimal) ? Decimals(count)
        : type == typeof(Guid)
            ? Fill<Guid>(count,
                _random.Next(3) switch
                {
                    0 => _ => Guid.NewGuid(),
                    1 => i => new Guid(i, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
                    _ => _ => Guid.Empty
                })
        : type == typeof(Int128) ? Cast(count, v => (Int128)v * v)
        : type == typeof(UInt128) ? Cast(count, v => (UInt128)(ulong)v << 60)
        : type == typeof(string) ? Texts(count)
        : type == typeof(byte[]) ? Array.ConvertAll(Texts(count), System.Text.Encoding.Unicode.GetBytes)
        : throw new ArgumentException(type.ToString());

    T[] Cast<T>(int count, Func<long, T> convert) => Array.ConvertAll(Integers(count), v => convert(v));

    DateTime[] Kinds(int count)
    {
        var kind = (DateTimeKind)_random.Next(3);
        bool isMixed = _random.Next(4) == 0;
        return Cast(count,
            v => new DateTime((long)((ulong)v % (ulong)(DateTime.MaxValue.Ticks + 1)), isMixed ? (DateTimeKind)((ulong)v % 3) : kind));
    }

    public int Count() =>
        _random.Next(6) switch
        {
            0 => _random.Next(3),
            1 => _random.Next(40),
            2 => 1 + (_random.Next(4) * 8),
            3 => _random.Next(300),
            4 => _random.Next(3000),
            _ => 8192
        };

    public bool[] Nulls(int count) =>
        Fill<bool>(count,
            _random.Next(5) switch { 0 or 1 => _ => false, 2 => _ => _random.Next(3) == 0, 3 => i => i > count / 2, _ => _ => true });
}
