using System.Data;
using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Documents that no memory holds, which come as a stream and are never on a disk: ISOMER_HUGE_GIGABYTES=10 for the ones of ten gigabytes.
/// Without it they are 64 MB, which also would not pass for constant memory if each row left something behind.
/// </summary>
[JudgedAlone("memory of the whole process")]
public class HugeDocumentTests(ITestOutputHelper output)
{
    static readonly string? s_gigabytes = Environment.GetEnvironmentVariable("ISOMER_HUGE_GIGABYTES");

    static long Length => s_gigabytes is null ? 64L << 20 : (long)(double.Parse(s_gigabytes, CultureInfo.InvariantCulture) * (1L << 30));

    /// <summary>A head, one block of rows again and again, an end.</summary>
    sealed class Repeated(byte[] head, byte[] block, long times, byte[] end) : Stream
    {
        long _at;

        public override long Length => head.Length + (block.Length * times) + end.Length;

        public override int Read(Span<byte> buffer)
        {
            var piece = _at < head.Length ? head.AsSpan((int)_at)
                : _at < head.Length + (block.Length * times) ? block.AsSpan((int)((_at - head.Length) % block.Length))
                : end.AsSpan((int)(_at - head.Length - (block.Length * times)));
            int count = Math.Min(piece.Length, buffer.Length);
            piece[..count].CopyTo(buffer);
            _at += count;
            return count;
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Position { get => _at; set => throw new NotSupportedException(); }

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }

    /// <summary>Counts what is written and keeps none of it.</summary>
    sealed class Nowhere : Stream
    {
        public long Written { get; private set; }

        public override bool CanRead => false;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => Written;

        public override long Position { get => Written; set => throw new NotSupportedException(); }

        public override void Flush()
        {
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => Written += count;

        public override void Write(ReadOnlySpan<byte> buffer) => Written += buffer.Length;

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Written += buffer.Length;
            return ValueTask.CompletedTask;
        }
    }

    const int BlockRows = 1000;

    static DataTable Rows()
    {
        var table = new DataTable("Orders");
        table.Columns.Add("Id", typeof(int));
        table.Columns.Add("Customer", typeof(string));
        table.Columns.Add("Total", typeof(decimal));
        table.Columns.Add("Paid", typeof(DateTime));
        table.Columns.Add("Open", typeof(bool));
        table.Columns.Add("Note", typeof(string));
        for (int i = 0; i < BlockRows; i++)
            table.Rows.Add(i, "customer " + (i % 50), i * 1.25m, new DateTime(2020, 1, 1).AddMinutes(i), i % 3 == 0,
                i % 4 == 0 ? null : "a note <" + i + ">");
        table.AcceptChanges();
        return table;
    }

    /// <summary>A document of the rows, cut where the first begins and the last ends.</summary>
    static Repeated Document(DataTable rows, XmlWriteMode mode, long length)
    {
        var written = new MemoryStream();
        var set = new DataSet("Shop");
        set.Tables.Add(rows);
        set.WriteXml(written, mode);
        string text = Encoding.UTF8.GetString(written.ToArray());
        int first = text.IndexOf("<Orders", StringComparison.Ordinal),
            end = text.LastIndexOf("</Orders>", StringComparison.Ordinal) + "</Orders>".Length;
        byte[] block = Encoding.UTF8.GetBytes(text[first..end]);
        return new Repeated(Encoding.UTF8.GetBytes(text[..first]), block, Math.Max(2, length / block.Length),
            Encoding.UTF8.GetBytes(text[end..]));
    }

    /// <summary>Every row comes, and what is alive at the end of it is what was alive when the first tenth had come.</summary>
    [Theory, InlineData(XmlWriteMode.IgnoreSchema), InlineData(XmlWriteMode.DiffGram)]
    public async Task A_document_is_read_in_constant_memory(XmlWriteMode mode)
    {
        var rows = Rows();
        using var document = Document(rows.Copy(), mode, Length);
        var watch = Stopwatch.StartNew();
        var memory = new Memory();
        long count = 0, sum = 0;
        await using (var reader =
            await Tables.ReadXmlAsync(document, rows, cancellationToken: TestContext.Current.CancellationToken))
        {
            while (await reader.ReadAsync(TestContext.Current.CancellationToken))
            {
                sum += reader.GetInt32(0);
                if ((count++ & 0x1FFF) == 0)
                    memory.Look(document.Position / (double)document.Length);
            }
        }
        Assert.Equal(0, count % BlockRows);
        Assert.True(count >= 2 * BlockRows);
        Assert.Equal(count / BlockRows * (BlockRows * (BlockRows - 1L) / 2), sum);
        Told($"read, {mode}", document.Length, count, watch, memory);
    }

    [Fact]
    public async Task A_document_is_written_in_constant_memory()
    {
        var watch = Stopwatch.StartNew();
        var memory = new Memory();
        using var nowhere = new Nowhere();
        using var rows = new Endless(Rows(), () => nowhere.Written < Length, () => memory.Look(nowhere.Written / (double)Length));
        await Tables.WriteXmlAsync(nowhere, rows, "Orders", new DataXmlOptions { WriteMode = XmlWriteMode.DiffGram },
            TestContext.Current.CancellationToken);
        Assert.True(nowhere.Written >= Length);
        Told("written, DiffGram", nowhere.Written, rows.Count, watch, memory);
    }

    void Told(string what, long bytes, long rows, Stopwatch watch, Memory memory)
    {
        output.WriteLine(
            string.Create(CultureInfo.InvariantCulture,
                $"{what}: {bytes:N0} bytes, {rows:N0} rows, {watch.Elapsed.TotalSeconds:N1} s ({bytes / watch.Elapsed.TotalSeconds / 1e6:N0} MB/s); alive after a tenth {memory.Early:N0}, at most later {memory.Late:N0}; at most {memory.Used:N0} of the heap in use"));
        // Other tests run beside this one: what they hold may come and go.
        Assert.True(memory.Early > 0 && memory.Late > 0, "Nothing was looked at before or after the first tenth.");
        Assert.True(memory.Late - memory.Early < 400L << 20,
            $"{memory.Early:N0} bytes were alive after a tenth, and {memory.Late:N0} later.");
    }

    /// <summary>What is alive, looked at now and then.</summary>
    sealed class Memory
    {
        double _next;

        public long Early { get; private set; }

        public long Late { get; private set; }

        public long Used { get; private set; }

        public void Look(double part)
        {
            Used = Math.Max(Used, GC.GetTotalMemory(false));
            // Of a document of any length so many times.
            if (part < _next)
                return;
            _next = part + (1 / 32.0);
            long alive = GC.GetTotalMemory(true);
            if (part < 0.1)
                Early = Math.Max(Early, alive);
            else
                Late = Math.Max(Late, alive);
        }
    }

    /// <summary>The rows of a table again and again.</summary>
    sealed class Endless(DataTable table, Func<bool> goesOn, Action looks) : IDataReader
    {
        DbDataReader _inner = table.CreateDataReader();

        public long Count { get; private set; }

        public bool Read()
        {
            if ((Count & 0x1FFF) == 0)
                looks();
            Count++;
            if (_inner.Read())
                return true;
            if (!goesOn())
            {
                Count--;
                return false;
            }
            _inner.Dispose();
            _inner = table.CreateDataReader();
            return _inner.Read();
        }

        public int FieldCount => _inner.FieldCount;

        public int Depth => 0;

        public bool IsClosed => false;

        public int RecordsAffected => -1;

        public object this[int i] => _inner[i];

        public object this[string name] => _inner[name];

        public DataTable? GetSchemaTable() => _inner.GetSchemaTable();

        public bool NextResult() => false;

        public void Close()
        {
        }

        public void Dispose() => _inner.Dispose();

        public string GetName(int i) => _inner.GetName(i);

        public string GetDataTypeName(int i) => _inner.GetDataTypeName(i);

        public Type GetFieldType(int i) => _inner.GetFieldType(i);

        public object GetValue(int i) => _inner.GetValue(i);

        public int GetValues(object[] values) => _inner.GetValues(values);

        public int GetOrdinal(string name) => _inner.GetOrdinal(name);

        public bool GetBoolean(int i) => _inner.GetBoolean(i);

        public byte GetByte(int i) => _inner.GetByte(i);

        public long GetBytes(int i, long fieldOffset, byte[]? buffer, int bufferoffset, int length) =>
            _inner.GetBytes(i, fieldOffset, buffer, bufferoffset, length);

        public char GetChar(int i) => _inner.GetChar(i);

        public long GetChars(int i, long fieldoffset, char[]? buffer, int bufferoffset, int length) =>
            _inner.GetChars(i, fieldoffset, buffer, bufferoffset, length);

        public IDataReader GetData(int i) => _inner.GetData(i);

        public DateTime GetDateTime(int i) => _inner.GetDateTime(i);

        public decimal GetDecimal(int i) => _inner.GetDecimal(i);

        public double GetDouble(int i) => _inner.GetDouble(i);

        public float GetFloat(int i) => _inner.GetFloat(i);

        public Guid GetGuid(int i) => _inner.GetGuid(i);

        public short GetInt16(int i) => _inner.GetInt16(i);

        public int GetInt32(int i) => _inner.GetInt32(i);

        public long GetInt64(int i) => _inner.GetInt64(i);

        public string GetString(int i) => _inner.GetString(i);

        public bool IsDBNull(int i) => _inner.IsDBNull(i);
    }
}
