using System.Collections.Concurrent;
using System.Text;
using System.Text.Json;
using Isomer.Battery;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Compares with System.Text.Json: equal bytes written, equal values read, in every tier of shapes.</summary>
static class JsonCheck
{
    static readonly ConcurrentDictionary<Convention, Convention> Reflected = new();

    /// <summary>What the defaults of ours are equivalent to.</summary>
    public static readonly JsonSerializerOptions Stj = new() { IncludeFields = true };

    public static JsonSerializerOptions StjWith(Action<JsonSerializerOptions> change)
    {
        var options = new JsonSerializerOptions(Stj);
        change(options);
        return options;
    }

    /// <summary>The options with emitted shapes and with reflection.</summary>
    public static IEnumerable<JsonOptions> Tiers(JsonOptions? options = null)
    {
        options ??= JsonOptions.Default;
        yield return options;
        yield return options with
        {
            Convention =
            Reflected.GetOrAdd(options.Convention, c => ((PlainConvention)c).WithTier(ShapeTier.Reflection))
        };
    }

    /// <summary>Both write the same text.</summary>
    public static string SameText<T>(T value, JsonOptions? ours = null, JsonSerializerOptions? theirs = null)
    {
        string expected = JsonSerializer.Serialize(value, theirs ?? Stj);
        foreach (var options in Tiers(ours))
        {
            Assert.Equal(expected, Encoding.UTF8.GetString(Json.Serialize(value, options)));
            var stream = new MemoryStream();
            Json.Serialize(stream, value, options);
            Assert.Equal(expected, Encoding.UTF8.GetString(stream.ToArray()));
        }
        return expected;
    }

    /// <summary>Both write the same text, and read it to equal values.</summary>
    public static void Same<T>(T value, JsonOptions? ours = null, JsonSerializerOptions? theirs = null) =>
        SameReading<T>(SameText(value, ours, theirs), ours, theirs);

    /// <summary>Both read the text to equal values (as their text shows).</summary>
    public static void SameReading<T>(string text, JsonOptions? ours = null, JsonSerializerOptions? theirs = null)
    {
        theirs ??= Stj;
        string expected = JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(text, theirs), theirs);
        foreach (var options in Tiers(ours))
        {
            Assert.Equal(expected, JsonSerializer.Serialize(Json.FromText<T>(text, options), theirs));
            if (ByLot<T>(text, options) is { } read)
                Assert.Equal(expected, JsonSerializer.Serialize(read(), theirs));
        }
    }

    /// <summary>
    /// Another way of reading the text, chosen by what it is: all of them for each case would take the tests five times as long. Null where
    /// no other takes it.
    /// </summary>
    static Func<T>? ByLot<T>(string text, JsonOptions options)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        // Half a pair has no bytes, and a mark before the text is another matter in each way.
        if (Encoding.UTF8.GetString(bytes) != text || text.StartsWith('\uFEFF'))
            return null;
        uint lot = 2166136261;
        foreach (byte b in bytes)
            lot = (lot ^ b) * 16777619;
        lot ^= (uint)typeof(T).Name.Length * 40503;
        if (options.Convention is PlainConvention plain && (lot & 0x700) == 0)
            options = options with { Convention = Promoted.GetOrAdd(plain, c => c.WithTier(ShapeTier.Promoted)) };
        return (lot % 5) switch
        {
            0 => () => Json.Deserialize<T>(bytes, options),
            1 => () => Json.Deserialize<T>(new Dribble(bytes, 1 + (int)(lot >> 8) % 7), options),
            2 => () => Json.Deserialize<T>(Pieces.Of(bytes, 1 + (int)(lot >> 8) % 7), options),
            3 => () => Json.DeserializeAsync<T>(new Dribble(bytes, 1 + (int)(lot >> 8) % 7), options).AsTask().GetAwaiter().GetResult(),
            _ => () =>
                Json.DeserializeAsync<T>(System.IO.Pipelines.PipeReader.Create(new Dribble(bytes, 3)), options).AsTask().GetAwaiter()
                    .GetResult(),
        };
    }

    static readonly ConcurrentDictionary<PlainConvention, Convention> Promoted = new();

    /// <summary>Gives so many bytes at a time.</summary>
    sealed class Dribble(byte[] bytes, int most) : MemoryStream(bytes)
    {
        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, most));

        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, most)]);

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(buffer.Length, most)], cancellationToken);
    }

    /// <summary>Both refuse the text, ours with a place.</summary>
    public static WireFormatException SameRefusal<T>(string text, JsonOptions? ours = null, JsonSerializerOptions? theirs = null)
    {
        Assert.ThrowsAny<JsonException>(() => JsonSerializer.Deserialize<T>(text, theirs ?? Stj));
        return Refused<T>(text, ours);
    }

    /// <summary>Ours reads it to an equal value if theirs takes it, and refuses it if theirs does.</summary>
    public static void AsTheyDo<T>(string text)
    {
        try
        {
            JsonSerializer.Deserialize<T>(text, Stj);
        }
        catch (JsonException)
        {
            Refused<T>(text);
            return;
        }
        SameReading<T>(text);
    }

    public static WireFormatException Refused<T>(string text, JsonOptions? ours = null)
    {
        WireFormatException? last = null;
        foreach (var options in Tiers(ours))
        {
            last = Assert.Throws<WireFormatException>(() => Json.FromText<T>(text, options));
            Assert.Equal("Json", last.Format);
            Assert.InRange(last.Offset, 0, Encoding.UTF8.GetByteCount(text));
            Assert.True(last.Line >= 1 && last.Column >= 1 && last.Path is ['$', ..]);
            if (ByLot<T>(text, options) is not { } read)
                continue;
            var other = Assert.Throws<WireFormatException>(() => { _ = read(); });
            Assert.True(other.Format == "Json" && other.Path is ['$', ..], $"{other}");
            Assert.InRange(other.Offset, 0, Encoding.UTF8.GetByteCount(text));
        }
        return last!;
    }
}
