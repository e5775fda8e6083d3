using System.Data;
using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using Isomer.Cli.Lab.Results;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Outside;

/// <summary>
/// Apache Parquet beside the DataSets, by a program of others: the tool has no writer of it. The program gets the columns of a table as
/// JSON on standard input, writes and reads them as Parquet in its own process, checks what it read, times itself when it is warm, and
/// answers with one object of JSON. So its times are no part of a race: other compilers, other collectors, other moments.
/// </summary>
/// <remarks>
/// What it gets: <c>{"seconds":2,"columns":[{"name":"Id","type":"int32","scale":0,"nullable":false,"values":[1,2]}]}</c>, of type int32,
/// int64, double, bool, string, timestamp (milliseconds), decimal (integers of one scale) or uuid; int64, decimal and uuid are texts. What
/// it says: <c>{"writer":"name 1.0","options":"...","bytes":1234,"write":[microseconds],"read":[microseconds]}</c>.
/// </remarks>
static class OutsideParquet
{
    public const string HowTo = "Apache Parquet is not here, for the tool has no writer of it. Node.js has: `npm install hyparquet-writer hyparquet` in a folder, and `isomer lab --parquet FOLDER`.";

    const string Writer = "hyparquet-writer", Script = "parquet.mjs";

    /// <summary>What a program may say, and how long it may take beside what it was given.</summary>
    const int MostCharacters = 1 << 22, MostSamples = 1 << 20, GraceSeconds = 60;

    /// <summary>A column as the program gets it.</summary>
    public sealed record Column(string Name, string Type, int Scale, bool Nullable, object?[] Values);

    /// <summary>What the program is asked for.</summary>
    public sealed record Request(double Seconds, Column[] Columns);

    /// <summary>What the program answers.</summary>
    public sealed record Answer
    {
        public string Writer { get; init; } = "";
        public string Options { get; init; } = "";
        public long Bytes { get; init; }
        public double[] Write { get; init; } = [];
        public double[] Read { get; init; } = [];
    }

    /// <summary>Asks the program; what goes wrong is the reason in the result.</summary>
    /// <param name="given">A folder with hyparquet-writer in its node_modules, or a program.</param>
    /// <param name="caseId">The case.</param>
    /// <param name="table">Its rows.</param>
    /// <param name="seconds">For warming up and measuring.</param>
    /// <param name="stop">Ends the program.</param>
    public static async Task<OutsideResult> MeasureAsync(string given, string caseId, DataTable table, double seconds,
        CancellationToken stop)
    {
        try
        {
            Answer answer = await AskAsync(StartOf(given), new Request(seconds, ColumnsOf(table)), seconds, stop).ConfigureAwait(false);
            return new OutsideResult
            {
                Case = caseId,
                Name = answer.Writer,
                Options = answer.Options,
                Bytes = answer.Bytes,
                Write = TimingOf(answer.Write),
                Read = TimingOf(answer.Read)
            };
        }
        catch (Exception e) when (e is CliException or WireFormatException or IOException or System.ComponentModel.Win32Exception
            or InvalidOperationException)
        {
            return new OutsideResult
            {
                Case = caseId,
                Name = Path.GetFileName(given.TrimEnd(Path.DirectorySeparatorChar)),
                Reason = e.Message.ReplaceLineEndings(" ") is { Length: > 220 } text
                        ? text[..219] + "…"
                        : e.Message.ReplaceLineEndings(" ")
            };
        }
    }

    static ProcessStartInfo StartOf(string given)
    {
        var info = new ProcessStartInfo
        { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
        if (!Directory.Exists(given))
        {
            info.FileName = given;
            return info;
        }
        string package = Path.Combine(given, "node_modules", Writer, "package.json");
        if (!File.Exists(package))
            throw new CliException(ExitCode.Usage, $"'{given}' has no {Writer}: run `npm install hyparquet-writer hyparquet` there.");
        info.FileName = "node";
        // Modules are looked for from the folder in which it runs.
        info.WorkingDirectory = Path.GetFullPath(given);
        string version = Json.ParseNode(File.ReadAllBytes(package))?["version"]?.ToString().Trim('"') ?? "";
        foreach (string argument in (string[])["--input-type=module", "--eval", ScriptText(), $"{Writer} {version}"])
            info.ArgumentList.Add(argument);
        return info;
    }

    static string ScriptText()
    {
        using var reader = new StreamReader(Assembly.GetExecutingAssembly().GetManifestResourceStream(Script)!);
        return reader.ReadToEnd();
    }

    static async Task<Answer> AskAsync(ProcessStartInfo info, Request request, double seconds, CancellationToken stop)
    {
        using Process process = Process.Start(info)!;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(TimeSpan.FromSeconds(seconds + GraceSeconds));
        try
        {
            Task<string> said = TextAsync(process.StandardOutput, limit.Token), complained = TextAsync(process.StandardError, limit.Token);
            try
            {
                await process.StandardInput.BaseStream.WriteAsync(Json.Serialize(request, JsonOptions.Web), limit.Token)
                    .ConfigureAwait(false);
                process.StandardInput.Close();
            }
            catch (IOException)
            {
                // It ended without reading all of it: what it said tells why.
            }
            await process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
            string text = await said.ConfigureAwait(false), error = await complained.ConfigureAwait(false);
            if (process.ExitCode != 0)
                throw new CliException(ExitCode.Usage,
                    $"The program ended with {process.ExitCode.ToString(CultureInfo.InvariantCulture)}: {LastLine(error)}");
            return Checked(Json.FromText<Answer>(text, JsonOptions.Web));
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw new CliException(ExitCode.Limit,
                $"The program was given {seconds.ToString(CultureInfo.InvariantCulture)} s, and had not ended {GraceSeconds} s after them.");
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }
    }

    static async Task<string> TextAsync(StreamReader reader, CancellationToken stop)
    {
        char[] buffer = new char[1 << 14];
        var text = new System.Text.StringBuilder();
        while (await reader.ReadAsync(buffer, stop).ConfigureAwait(false) is > 0 and var count)
            // What is more is read and dropped, so that the program can go on and end.
            if (text.Length < MostCharacters)
                text.Append(buffer, 0, count);
        return text.ToString();
    }

    static string LastLine(string text) =>
        text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .LastOrDefault(static l => l.Contains("rror", StringComparison.Ordinal)) ?? "it said nothing.";

    /// <summary>What another program says of itself is not believed where it cannot be.</summary>
    static Answer Checked(Answer? answer)
    {
        static bool IsTime(double[] samples) =>
            samples.Length is > 0 and <= MostSamples && Array.TrueForAll(samples, static s => s > 0 && double.IsFinite(s));
        return answer is { Writer.Length: > 0 and <= 100, Options.Length: <= 200, Bytes: > 0 } && IsTime(answer.Write)
            && IsTime(answer.Read) ? answer
            : throw new CliException(ExitCode.Corrupt, "The program's answer has no name of a writer, no bytes, or no times.");
    }

    static Timing TimingOf(double[] samples)
    {
        Interval median = Statistics.Median95(samples);
        return new Timing
        {
            Median = median.Value,
            Low = median.Low,
            High = median.High,
            P95 = Statistics.Quantile(samples, 0.95),
            Min = samples.Min(),
            Samples = [.. samples.Take(1000)]
        };
    }

    static Column[] ColumnsOf(DataTable table) =>
        [.. table.Columns.Cast<DataColumn>().Select(c => Of(c, [.. table.Rows.Cast<DataRow>().Select(r => r[c])]))];

    static Column Of(DataColumn column, object[] values)
    {
        var (type, scale, to) = FormOf(column.DataType, values);
        return new Column(column.ColumnName, type, scale, Array.Exists(values, static v => v is DBNull),
            [.. values.Select(v => v is DBNull ? null : to(v))]);
    }

    static (string Type, int Scale, Func<object, object> To) FormOf(Type type, object[] values)
    {
        if (type == typeof(DateTime) && values.All(static v => v is DBNull || ((DateTime)v).Ticks % TimeSpan.TicksPerMillisecond == 0))
            return ("timestamp", 0, static v => (((DateTime)v).Ticks - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerMillisecond);
        int scale = type == typeof(decimal) ? values.OfType<decimal>().Select(static d => (int)d.Scale).DefaultIfEmpty().Max() : 0;
        if (type == typeof(decimal) && scale <= 9 && values.OfType<decimal>().All(static d => Math.Abs(d) < 1_000_000))
            return ("decimal", scale, v => ((long)((decimal)v * (decimal)Math.Pow(10, scale))).ToString(CultureInfo.InvariantCulture));
        return Type.GetTypeCode(type) switch
        {
            TypeCode.Boolean => ("bool", 0, static v => v),
            TypeCode.SByte or TypeCode.Byte or TypeCode.Int16 or TypeCode.UInt16 or TypeCode.Int32 =>
                ("int32", 0, static v => Convert.ToInt32(v, CultureInfo.InvariantCulture)),
            TypeCode.UInt32 or TypeCode.Int64 =>
                ("int64", 0, static v => Convert.ToInt64(v, CultureInfo.InvariantCulture).ToString(CultureInfo.InvariantCulture)),
            TypeCode.Double when values.All(static v => v is DBNull || double.IsFinite((double)v)) => ("double", 0, static v => v),
            _ when type == typeof(Guid) => ("uuid", 0, static v => ((Guid)v).ToString()),
            _ => ("string", 0, static v => v switch
            {
                byte[] bytes => Convert.ToBase64String(bytes),
                // All of its digits, as the others have them.
                DateTime or DateTimeOffset => ((IFormattable)v).ToString("O", CultureInfo.InvariantCulture),
                _ => Convert.ToString(v, CultureInfo.InvariantCulture)!,
            }),
        };
    }
}
