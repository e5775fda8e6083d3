using System.Globalization;
using System.Runtime.CompilerServices;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>Dates: ISO 8601, or what the options say.</summary>
internal ref partial struct JsonSink
{
    public void DateTime(DateTime value)
    {
        if (_profile.HasUsualDates)
            EndQuoted(Utf8Dates.WriteDateTime(ref Quoted(), value));
        else
            OtherDate(value);
    }

    public void DateTimeOffset(DateTimeOffset value)
    {
        if (_profile.HasUsualDates)
            EndQuoted(Utf8Dates.WriteDateTimeOffset(ref Quoted(), value));
        else
            OtherDate(value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void OtherDate(DateTime value)
    {
        var options = _profile.Options;
        value = JsonDateForms.InZone(value, options.DateZone);
        if (options.DateFormat is { } format)
            WriteText(value.ToString(format, CultureInfo.InvariantCulture));
        else if (options.Dates == JsonDates.Iso)
            EndQuoted(Utf8Dates.WriteDateTime(ref Quoted(), value));
        else if (options.Dates == JsonDates.Microsoft)
            EndQuoted(JsonDateForms.Write(ref Quoted(), value));
        else
            UnixTime(value.Kind == DateTimeKind.Local ? value.ToUniversalTime() : value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void OtherDate(DateTimeOffset value)
    {
        var options = _profile.Options;
        if (options.DateFormat is { } format)
            WriteText(value.ToString(format, CultureInfo.InvariantCulture));
        else if (options.Dates == JsonDates.Iso)
            EndQuoted(Utf8Dates.WriteDateTimeOffset(ref Quoted(), value));
        else if (options.Dates == JsonDates.Microsoft)
            EndQuoted(JsonDateForms.Write(ref Quoted(), value));
        else
            UnixTime(value.UtcDateTime);
    }

    void UnixTime(DateTime utc)
    {
        long unit = _profile.Options.Dates == JsonDates.UnixSeconds ? System.TimeSpan.TicksPerSecond : System.TimeSpan.TicksPerMillisecond;
        var (time, rest) = Math.DivRem(utc.Ticks - System.DateTime.UnixEpoch.Ticks, unit);
        if (rest != 0)
            throw new NotSupportedException(
                $"{utc:O} is finer than {_profile.Options.Dates} can tell. Use JsonDates.Iso, or round it first.");
        if (_key == JsonKeys.Strings)
        {
            Int64(time);
            return;
        }
        _out.Put((byte)'"');
        _out.Advance(Utf8Integers.WriteInt64(ref _out.Reserve(Room), time));
        _out.Put((byte)'"');
    }
}
