using System.Data.SqlTypes;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Text;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// Columns of any length, which .NET Framework marked [Serializable] and this runtime does not. What they hold as a stream is written as
// what is in it.

[Entries]
struct SqlBytesFields
{
    public bool IsNull;
    [OptionalField] public byte[]? data;
    public readonly bool Hasdata() => !IsNull;
}

sealed class SqlBytesSurrogate : FieldsSurrogate<SqlBytes, SqlBytesFields>
{
    public override ClrName? Name => new("System.Data.SqlTypes.SqlBytes", [], SqlLibrary.Name);

    public override SqlBytesFields ToCarrier(SqlBytes value) => value.IsNull ? new() { IsNull = true } : new() { data = value.Value };

    public override SqlBytes FromCarrier(SqlBytesFields carrier) =>
        carrier.IsNull ? SqlBytes.Null : new SqlBytes(Given(carrier.data, nameof(carrier.data)));
}

[Entries]
struct SqlCharsFields
{
    public bool IsNull;
    [OptionalField] public char[]? data;
    public readonly bool Hasdata() => !IsNull;
}

sealed class SqlCharsSurrogate : FieldsSurrogate<SqlChars, SqlCharsFields>
{
    public override ClrName? Name => new("System.Data.SqlTypes.SqlChars", [], SqlLibrary.Name);

    public override SqlCharsFields ToCarrier(SqlChars value) => value.IsNull ? new() { IsNull = true } : new() { data = value.Value };

    public override SqlChars FromCarrier(SqlCharsFields carrier) =>
        carrier.IsNull ? SqlChars.Null : new SqlChars(Given(carrier.data, nameof(carrier.data)));
}

[FieldsOf(typeof(SqlXml), SqlLibrary.Name)]
struct SqlXmlFields
{
    public bool m_fNotNull;
    public Stream? m_stream;
    [OptionalField] public bool firstCreateReader;
    [OptionalField, FieldCache("System.Reflection", Declared = typeof(System.Reflection.MethodInfo))]
    public object? createSqlReaderMethodInfo;
}

/// <summary>
/// The bytes that it was made of, or its text as UTF-8. What a payload holds is not parsed until somebody asks for a reader: so what is no
/// XML can be written again.
/// </summary>
sealed class SqlXmlSurrogate : FieldsSurrogate<SqlXml, SqlXmlFields>
{
    public override ClrName? Name => new("System.Data.SqlTypes.SqlXml", [], SqlLibrary.Name);

    public override SqlXmlFields ToCarrier(SqlXml value) => value.IsNull ? default
        : new()
        {
            m_fNotNull = true,
            m_stream = new MemoryStream(Stream(value) is MemoryStream made ? made.ToArray() : Encoding.UTF8.GetBytes(value.Value)),
            firstCreateReader = true
        };

    public override SqlXml FromCarrier(SqlXmlFields carrier)
    {
        if (!carrier.m_fNotNull)
            return SqlXml.Null;
        if (Given(carrier.m_stream, nameof(carrier.m_stream)) is not MemoryStream stream)
            throw Wrong(nameof(carrier.m_stream), $"is a '{carrier.m_stream!.GetType()}'");
        // It stands where the last reader left it, which has nothing to say of what comes next.
        return new SqlXml(new MemoryStream(stream.ToArray()));
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_stream")]
    static extern ref Stream? Stream(SqlXml value);
}
