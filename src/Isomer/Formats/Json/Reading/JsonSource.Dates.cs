using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>The mirror of <see cref="JsonSink"/>'s dates.</summary>
internal ref partial struct JsonSource
{
    public DateTime DateTime()
    {
        if (!_profile.HasUsualDates)
            return OtherDateTime();
        var content = Quoted(out byte[]? rented);
        bool valid = Utf8Dates.TryReadDateTime(ref MemoryMarshal.GetReference(content), content.Length, out DateTime value,
            out int consumed) && consumed == content.Length;
        Return(rented);
        return valid ? value : throw NoSuch("an ISO 8601 date and time");
    }

    public DateTimeOffset DateTimeOffset()
    {
        if (!_profile.HasUsualDates)
            return OtherDateTimeOffset();
        var content = Quoted(out byte[]? rented);
        bool valid = Utf8Dates.TryReadDateTimeOffset(ref MemoryMarshal.GetReference(content), content.Length, out DateTimeOffset value,
            out int consumed) && consumed == content.Length;
        Return(rented);
        return valid ? value : throw NoSuch("an ISO 8601 date and time");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    DateTime OtherDateTime()
    {
        var options = _profile.Options;
        if (IsUnixTime(options))
            return JsonDateForms.InZone(UnixTime(), options.DateZone);
        var content = Quoted(out byte[]? rented);
        bool valid = JsonDateForms.TryRead(content, options.DateFormat, out DateTime value);
        Return(rented);
        return valid ? JsonDateForms.InZone(value, options.DateZone) : throw NoSuch(Described(options));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    DateTimeOffset OtherDateTimeOffset()
    {
        var options = _profile.Options;
        if (IsUnixTime(options))
            return new DateTimeOffset(UnixTime());
        var content = Quoted(out byte[]? rented);
        bool valid = JsonDateForms.TryRead(content, options.DateFormat, out DateTimeOffset value);
        Return(rented);
        return valid ? value : throw NoSuch(Described(options));
    }

    static bool IsUnixTime(JsonOptions options) =>
        options.DateFormat is null && options.Dates is JsonDates.UnixSeconds or JsonDates.UnixMilliseconds;

    static string Described(JsonOptions options) =>
        options.DateFormat is { } format
            ? $"a date as JsonOptions.DateFormat has it ('{format}'), nor one of ISO 8601"
            : "a date and time of ISO 8601, nor \"\\/Date(milliseconds)\\/\"";

    DateTime UnixTime()
    {
        bool isKey = Peek() == (byte)'"';
        if (isKey)
            _position++;
        if (!Utf8Integers.TryReadInt64(ref Here, _length - _position, out long time, out int consumed))
            Fail("a number of Unix time");
        time = CloseNumber(isKey, consumed, time);
        long unit = _profile.Options.Dates == JsonDates.UnixSeconds ? System.TimeSpan.TicksPerSecond : System.TimeSpan.TicksPerMillisecond;
        try
        {
            return System.DateTime.UnixEpoch.AddTicks(checked(time * unit));
        }
        catch (Exception e) when (e is OverflowException or ArgumentOutOfRangeException)
        {
            throw Error($"{time} is beyond the range of dates.", e);
        }
    }
}
