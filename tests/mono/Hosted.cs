// What .NET Framework's programs kept of the machine, of servers, of databases and of what went wrong, and its description as text. As Shapes.cs: compiled by mono's compiler and into the tests.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Specialized;
using System.Data.SqlTypes;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Text;

#pragma warning disable

namespace IsomerMono
{
    public static class HostedGraphs
    {
        public static Dictionary<string, Func<object>> All()
        {
            var all = new Dictionary<string, Func<object>>();
            all["named"] = () => new NameValueCollection { { "a", "1" }, { "A", "2" }, { null, "z" } };
            all["named by ordinal"] = () => new NameValueCollection(StringComparer.Ordinal) { { "a", "1" }, { "A", "2" } };
            // Tables of the first edition: a provider of hash codes and a comparer that ignore case.
            all["first table"] = () => new Hashtable(new CaseInsensitiveHashCodeProvider(CultureInfo.InvariantCulture), new CaseInsensitiveComparer(CultureInfo.InvariantCulture)) { { "Key", 1 } };
            all["cookie"] = () => new Cookie("n", "v", "/p", "x.org") { HttpOnly = true, Secure = true, Comment = "c" };
            all["cookies"] = () => new CookieCollection { new Cookie("n", "v", "/p", "x.org"), new Cookie("m", "w", "/", "y.org") };
            all["container"] = () =>
            {
                var container = new CookieContainer();
                container.Add(new Cookie("n", "v", "/p", "x.org"));
                container.Add(new Cookie("m", "w", "/", "x.org"));
                return container;
            };
            all["zone"] = () => TimeZoneInfo.CreateCustomTimeZone("Own", TimeSpan.FromMinutes(90), "Own", "Own", "Summer", new[]
            {
                TimeZoneInfo.AdjustmentRule.CreateAdjustmentRule(new DateTime(2000, 1, 1), new DateTime(2009, 12, 31), TimeSpan.FromHours(1),
                    TimeZoneInfo.TransitionTime.CreateFloatingDateRule(new DateTime(1, 1, 1, 2, 0, 0), 3, 5, DayOfWeek.Sunday), TimeZoneInfo.TransitionTime.CreateFixedDateRule(new DateTime(1, 1, 1, 3, 0, 0), 10, 26)),
            });
            all["UTC"] = () => TimeZoneInfo.Utc;
            all["SqlInt32"] = () => new SqlInt32(5);
            all["SqlInt32 null"] = () => SqlInt32.Null;
            all["SqlInt64"] = () => new SqlInt64(-5);
            all["SqlByte"] = () => new SqlByte(7);
            all["SqlBoolean"] = () => SqlBoolean.True;
            all["SqlString"] = () => new SqlString("abc");
            all["SqlGuid"] = () => new SqlGuid("00112233-4455-6677-8899-aabbccddeeff");
            all["SqlDateTime"] = () => new SqlDateTime(2020, 1, 2);
            all["SqlDouble"] = () => new SqlDouble(1.5);
            all["SqlSingle"] = () => new SqlSingle(1.5f);
            all["SqlSingle null"] = () => SqlSingle.Null;
            all["SqlMoney"] = () => new SqlMoney(-1.25m);
            all["SqlDecimal"] = () => new SqlDecimal(-12345678901234567890.50m);
            all["SqlBinary"] = () => new SqlBinary(new byte[] { 1, 2 });
            // Encodings of which another object stands in the payload, and the one that is written with tables.
            all["Latin-1"] = () => Encoding.GetEncoding(28591);
            all["Latin-1 changed"] = () => Encoding.GetEncoding(28591).Clone();
            all["Latin-1 strict"] = () => Encoding.GetEncoding(28591, EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback);
            all["Latin-1 replaced"] = () => Encoding.GetEncoding(28591, new EncoderReplacementFallback("x"), new DecoderReplacementFallback("y"));
            all["UTF-7"] = () => new UTF7Encoding();
            all["UTF-7 changed"] = () => new UTF7Encoding().Clone();
            all["UTF-7 with optionals"] = () => new UTF7Encoding(true);
            all["UTF-7 strict"] = () => With(new UTF7Encoding(true), EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback);
            all["UTF-7 replaced"] = () => With(new UTF7Encoding(), new EncoderReplacementFallback("x"), null);
            foreach (var error in Errors())
            {
                var made = error;
                all[error.GetType().Name] = () => made;
                all[error.GetType().Name + " thrown"] = () => Thrown(made);
            }
            return all;
        }

        static Encoding With(Encoding encoding, EncoderFallback encoder, DecoderFallback decoder)
        {
            var own = (Encoding)encoding.Clone();
            own.EncoderFallback = encoder;
            own.DecoderFallback = decoder ?? own.DecoderFallback;
            return own;
        }

        static IEnumerable<Exception> Errors()
        {
            var with = new Exception("x", new IOException("b"));
            with.Data["k"] = 1;
            yield return with;
            yield return new ArgumentOutOfRangeException("n", 5, "c");
            yield return new ArgumentNullException("p");
            yield return new InvalidOperationException("y", new KeyNotFoundException("b"));
            yield return new TimeoutException("t");
            yield return new FileNotFoundException("f", "name.txt");
            yield return new ObjectDisposedException("o");
            yield return new OperationCanceledException("o");
            yield return new AggregateException("all", new FormatException("1"), new NotSupportedException("2"));
            yield return new System.Data.ConstraintException("c");
            yield return new CookieException();
            yield return new UriFormatException("u");
            yield return new System.Net.Sockets.SocketException(10054);
        }

        static Exception Thrown(Exception error)
        {
            try
            {
                throw error;
            }
            catch (Exception e)
            {
                return e;
            }
        }

        public static string Describe(object value)
        {
            return value is NameValueCollection ? Described((NameValueCollection)value)
                : value is Hashtable ? "KEY=" + ((Hashtable)value)["KEY"]
                : value is Cookie ? Described((Cookie)value)
                : value is CookieCollection ? string.Join(", ", ((CookieCollection)value).Cast<Cookie>().Select(Described).ToArray())
                : value is CookieContainer ? ((CookieContainer)value).Count + " " + ((CookieContainer)value).GetCookieHeader(new Uri("http://x.org/p/q"))
                : value is TimeZoneInfo ? Described((TimeZoneInfo)value)
                : value is SqlDateTime ? ((SqlDateTime)value).Value.Ticks.ToString(CultureInfo.InvariantCulture)
                : value is SqlBinary ? BitConverter.ToString(((SqlBinary)value).Value)
                : value is Exception ? Described((Exception)value)
                : value is Encoding ? Described((Encoding)value)
                : value.GetType().Name + " " + value;
        }

        static string Described(NameValueCollection named)
        {
            return string.Join(", ", named.AllKeys.Select(k => (k ?? "null") + "=" + named[k]).ToArray());
        }

        static string Described(Encoding encoding)
        {
            return encoding.CodePage + " " + encoding.IsReadOnly + " " + Tried(() => BitConverter.ToString(encoding.GetBytes("a!\u00E9\u0100\u20AC"))) + " " + Tried(() => encoding.GetString(new byte[] { 0x41, 0x2B, 0xE9, 0xFF }));
        }

        static string Tried(Func<string> work)
        {
            try
            {
                return work();
            }
            catch (ArgumentException e)
            {
                return e.GetType().Name;
            }
        }

        static string Described(Cookie cookie)
        {
            return cookie.Name + "=" + cookie.Value + " " + cookie.Domain + cookie.Path + (cookie.HttpOnly ? " http" : "") + (cookie.Secure ? " secure" : "") + " " + cookie.Comment;
        }

        static string Described(TimeZoneInfo zone)
        {
            return zone.Id + " " + zone.BaseUtcOffset + string.Concat(zone.GetAdjustmentRules().Select(r => " from " + r.DateStart.Ticks + " to " + r.DateEnd.Ticks + " by " + r.DaylightDelta + ": " + Described(r.DaylightTransitionStart) + ", " + Described(r.DaylightTransitionEnd)).ToArray());
        }

        static string Described(TimeZoneInfo.TransitionTime time)
        {
            return time.IsFixedDateRule + " " + time.TimeOfDay.Ticks + " " + time.Month + " " + (time.IsFixedDateRule ? time.Day + "" : time.Week + " " + time.DayOfWeek);
        }

        // Messages are put together by each runtime in its own words: of those only that there are some is told.
        static string Described(Exception error)
        {
            bool isOwn = error is ArgumentException || error is ObjectDisposedException || error is AggregateException || error is System.Net.Sockets.SocketException || error is CookieException;
            return error.GetType().Name + " " + (isOwn ? (error.Message.Length > 0).ToString() : error.Message) + " " + error.Data.Count + (error.InnerException == null ? "" : " of " + Described(error.InnerException))
                + (error is ArgumentException ? " " + ((ArgumentException)error).ParamName : "") + (error is FileNotFoundException ? " " + ((FileNotFoundException)error).FileName : "") + (error.StackTrace == null ? "" : " thrown");
        }
    }
}
