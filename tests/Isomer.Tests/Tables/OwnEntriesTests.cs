using System.Data;
using System.Runtime.Serialization;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0038, SYSLIB0050, SYSLIB0051, CS0672 // the patterns of an older age are what is tested

namespace Isomer.Tests.OfTables;

/// <summary>
/// Sets of a class that adds entries of its own, which its constructor takes: that is not called, for it takes any schema.
/// </summary>
public class OwnEntriesTests
{
    [Serializable]
    public class NotedSet : DataSet
    {
        public string? Note;

        public NotedSet()
        {
        }

        protected NotedSet(SerializationInfo info, StreamingContext context) : base(info, context) => Note = info.GetString("Note");

        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.AddValue("Note", Note);
            info.AddValue("Numbers", new int[] { 1, 2 });
        }
    }

    /// <summary>By the interface anew: it has no public method of that name.</summary>
    [Serializable]
    public class ExplicitSet : DataSet, ISerializable
    {
        public string? Note;

        public ExplicitSet()
        {
        }

        protected ExplicitSet(SerializationInfo info, StreamingContext context) : base(info, context) => Note = info.GetString("Note");

        void ISerializable.GetObjectData(SerializationInfo info, StreamingContext context)
        {
            GetObjectData(info, context);
            info.AddValue("Note", Note);
        }
    }

    /// <summary>Names that begin as the framework's do.</summary>
    [Serializable]
    public class AlikeSet : DataSet
    {
        public static string Name = "";

        public AlikeSet()
        {
        }

        protected AlikeSet(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }

        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.AddValue(Name, "mine");
        }
    }

    /// <summary>
    /// Both came back without the entry, in silence: no method was found, and a name that begins as the framework's was taken for one of
    /// its own.
    /// </summary>
    [Theory, InlineData(SerializationFormat.Xml), InlineData(SerializationFormat.Binary)]
    public void Entries_are_found_however_they_are_added_and_called(SerializationFormat form)
    {
        var set = Filled<ExplicitSet>(form);
        set.Note = "hello";
        byte[] payload = NrbfTests.Original(set);
        Assert.Equal("hello", ((ExplicitSet)NrbfTests.Original(payload)).Note);
        Assert.Contains("'Note' of its own",
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<ExplicitSet>(payload)).Message, StringComparison.Ordinal);
        if (form == SerializationFormat.Binary)
            Assert.Contains("RemotingFormat to Xml", Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(set)).Message,
                StringComparison.Ordinal);
        foreach (string name in (string[])["DataSet.Note", "DataTable.Note", "DataTable_Note", "DataTable_1Note", "DataSet.Tables_",
            "DataSet.Tables_0x", "SchemaSerializationMode.Note"])
        {
            AlikeSet.Name = name;
            byte[] alike = NrbfTests.Original(Filled<AlikeSet>(form));
            Assert.Contains($"'{name}' of its own",
                Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<AlikeSet>(alike)).Message, StringComparison.Ordinal);
        }
    }

    /// <summary>Overrides it, and adds nothing.</summary>
    [Serializable]
    public class PlainSet : DataSet
    {
        public override void GetObjectData(SerializationInfo info, StreamingContext context) => base.GetObjectData(info, context);
    }

    static T Filled<T>(SerializationFormat form) where T : DataSet, new()
    {
        var set = new T();
        set.Tables.Add("T").Columns.Add("a", typeof(int));
        set.Tables[0].Rows.Add(7);
        set.RemotingFormat = form;
        return set;
    }

    /// <summary>The set came back without its note, in silence. Its rows are there, in both forms.</summary>
    [Theory, InlineData(SerializationFormat.Xml), InlineData(SerializationFormat.Binary)]
    public void Entries_of_ones_own_are_not_lost_in_silence(SerializationFormat form)
    {
        var set = Filled<NotedSet>(form);
        set.Note = "hello";
        byte[] payload = NrbfTests.Original(set);
        Assert.Equal("hello", ((NotedSet)NrbfTests.Original(payload)).Note);
        string message = Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<NotedSet>(payload)).Message;
        Assert.Contains("'Note' of its own", message, StringComparison.Ordinal);
        Assert.Contains("ReadNrbfAsync", message, StringComparison.Ordinal);
        Assert.Throws<WireFormatException>(
            () => Nrbf.Deserialize<object>(payload, new NrbfOptions { KnownTypes = [typeof(NotedSet)] }));
        using var rows = NrbfRowsTests.Read(payload);
        Assert.True(rows.Read());
        Assert.Equal(7, rows.GetInt32(0));
        if (form == SerializationFormat.Binary)
        {
            Assert.Contains("RemotingFormat to Xml", Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(set)).Message,
                StringComparison.Ordinal);
            return;
        }
        Assert.Equal(Convert.ToHexString(payload), Convert.ToHexString(Nrbf.Serialize(set)));
        byte[] envelope = Soap.Serialize(set, SoapRowsTests.Options);
        Assert.Throws<WireFormatException>(() => Soap.Deserialize<NotedSet>(envelope, SoapRowsTests.Options));
        using var read = SoapRowsTests.Read(envelope);
        Assert.True(read.Read());
        Assert.Equal(7, read.GetInt32(0));
    }

    /// <summary>A class that adds none is read as before.</summary>
    [Theory, InlineData(SerializationFormat.Xml), InlineData(SerializationFormat.Binary)]
    public void A_class_that_adds_nothing_is_read(SerializationFormat form)
    {
        byte[] payload = NrbfTests.Original(Filled<PlainSet>(form));
        Assert.Equal(7, Nrbf.Deserialize<PlainSet>(payload)!.Tables[0].Rows[0][0]);
    }
}
