namespace Isomer.Formats;

/// <summary>The punctuation of DataSets and DataTables.</summary>
internal ref partial struct FastJsonSink
{
    static readonly FastJsonTypeName Schema =
        FastJsonTypeName.OfText("fastJSON.DatasetSchema, fastJSON, Version=2.4.0.0, Culture=neutral, PublicKeyToken=null");
    static readonly FastJsonTypeName ShortSchema = FastJsonTypeName.OfText("fastJSON.DatasetSchema, fastJSON");

    public void BeginTables()
    {
        _candidate = null;
        _table = null;
        _json.Enter();
        Output.Put((byte)'{');
    }

    public void TableName(string name, ref bool first)
    {
        if (!first)
            Output.Put((byte)',');
        first = false;
        _json.WriteText(name);
        Output.Put((byte)':');
        Output.Reserve(JsonSink.Room);
    }

    public void EndTables() => _json.Close('{', '}');

    /// <summary>fastJSON writes an object of a class of its own here, with a type and a number like any other.</summary>
    public void WriteSchema(List<string> info, string name)
    {
        if (_numbers is not null)
        {
            object schema = new();
            _numbers.Find(schema, out int place, out int hash);
            _numbers.Add(schema, place, hash);
        }
        WriteType(_profile.Rules.TypeNames == FastJsonTypeNames.Short ? ShortSchema : Schema);
        Output.Write(_profile.LowerKeys ? ",\"info\":["u8 : ",\"Info\":["u8);
        for (int i = 0; i < info.Count; i++)
        {
            if (i > 0)
                Output.Put((byte)',');
            _json.WriteText(info[i]);
        }
        Output.Write(_profile.LowerKeys ? "],\"name\":"u8 : "],\"Name\":"u8);
        _json.WriteText(name);
        Output.Put((byte)'}');
        Output.Reserve(JsonSink.Room);
    }
}
