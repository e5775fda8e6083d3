using System.Globalization;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Tabular;

namespace Isomer.Formats;

/// <summary>
/// Classes whose members are known by name alone: an ISerializable's entries, the fields of what derives from a collection, primitives and
/// enums as objects.
/// </summary>
internal ref partial struct NrbfSink
{
    /// <summary>An ISerializable's entries: each as the type that it was added as.</summary>
    void Entries(SerializationInfo entries)
    {
        if (_id == 0)
        {
            FlushNulls();
            _id = _state.NextInline();
        }
        _dueId = _id;
        _id = 0;
        bool isOther = entries.IsFullTypeNameSetExplicit || entries.IsAssemblyNameSetExplicit;
        var name = isOther
            ? new FormatterName(entries.FullTypeName, FormatterNames.LibraryOf(entries.AssemblyName))
            : _names.Of(entries.ObjectType);
        _carried = null;
        int count = entries.MemberCount, i = 0;
        var (names, types, values) = (new string[count], new Type[count], new object?[count]);
        foreach (var entry in entries)
            (names[i], types[i], values[i++]) = (entry.Name, entry.ObjectType,
                entry.Value switch
                {
                    NestedTable nested => NestedPayload(nested.Entries),
                    ColumnTypeName column => _names.OfColumn(column),
                    var value => NrbfPrimitives.Of(entry.ObjectType) == NrbfPrimitive.None ? value : AsPrimitive(entry, entries)
                });
        Values(name, names, types, values, types);
    }

    /// <summary>
    /// A value that was added as a type of the format's own becomes that type, as BinaryFormatter has it. For null it writes the byte of a
    /// null record, which is read as a value (10, true), or as the beginning of one.
    /// </summary>
    static object AsPrimitive(SerializationEntry entry, SerializationInfo entries)
    {
        if (entry.Value?.GetType() == entry.ObjectType)
            return entry.Value;
        string added = $"The entry '{entry.Name}' of a '{entries.ObjectType}' was added as '{entry.ObjectType}'";
        if (entry.Value is not { } value)
            throw new NotSupportedException(
                $"{added} and is null, which no payload can say: BinaryFormatter writes what is read as something else. Add it as a nullable, or leave it out.");
        // A text is no date here, which the framework's conversion would parse.
        if (entry.ObjectType == typeof(DateTime) || entry.ObjectType == typeof(TimeSpan))
            throw new NotSupportedException($"{added} and is a '{value.GetType()}'.");
        try
        {
            return Convert.ChangeType(value, entry.ObjectType, CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is InvalidCastException or FormatException or OverflowException)
        {
            throw new NotSupportedException($"{added}, which a '{value.GetType()}' does not become: {e.Message}", e);
        }
    }

    /// <summary>The fields of a class that derives from one of the framework's collections.</summary>
    void Fields(FieldValues fields)
    {
        _dueId = _id;
        _id = 0;
        _carried = null;
        var places = fields.Plan.Places;
        var (names, types) = (new string[places.Length], new Type[places.Length]);
        for (int i = 0; i < names.Length; i++)
            (names[i], types[i]) = (_names.MemberOf(fields.Plan.Type, places[i].Name), places[i].Declared);
        Values(_names.Of(fields.Plan.Type), names, types, fields.Values, null);
    }

    /// <summary>A class of members that are known by name alone.</summary>
    void Values(FormatterName name, string[] names, Type[] types, object?[] values, Type[]? entryTypes)
    {
        int library = Library(name.Library);
        for (int i = 0; i < names.Length; i++)
            if (NrbfPrimitives.Of(types[i]) == NrbfPrimitive.None && types[i] != typeof(string))
            {
                var type = values[i]?.GetType() ?? types[i];
                Library(_names.Of(type).Library);
                if (!_state.IsInOrder && values[i] is not null)
                    Watch(type);
            }
        if (!IsTold(name.Type, names, entryTypes, out _))
        {
            bool isTyped = entryTypes is not null || TellsTypes;
            Class(name, names.Length, library, isTyped);
            foreach (string member in names)
                Lps(member);
            for (int i = 0; i < names.Length; i++)
                Kind(types[i], values[i]?.GetType(), isTyped);
            for (int i = 0; i < names.Length && isTyped; i++)
                KindDetails(types[i], values[i]?.GetType());
            EndClass(library);
            _state.Add(name.Type, new NrbfClass(_dueId, names, entryTypes));
        }
        for (int i = 0; i < names.Length; i++)
            Value(types[i], values[i]);
    }

    void Value(Type declared, object? value)
    {
        _isItem = _isTyped = false;
        if (value is null)
            _out.Put((byte)NrbfRecord.Null);
        else if (NrbfPrimitives.Of(declared) != NrbfPrimitive.None)
            Shapes.Codecs<NrbfSink, NrbfSource>.Of(_options.Convention.ModelOf(declared)).WriteObject(ref this, value);
        else if (Nullable.GetUnderlyingType(declared) is { } underlying && NrbfPrimitives.Of(underlying) != NrbfPrimitive.None)
            TryTyped(value);
        else
            // A struct that is declared as anything but object, an interface too, stands in its place.
            Dynamic(value, _options.Convention.ModelOf(declared == typeof(object) ? declared : typeof(ValueType)));
    }

    /// <summary>A class of primitives alone; the number of the object that told it, 0 if another class of its name was told.</summary>
    int Simple(FormatterName name, int id, scoped ReadOnlySpan<(string Name, NrbfPrimitive Primitive)> members, bool areEntries = false)
    {
        bool isTyped = TellsTypes || areEntries;
        _dueId = id;
        _id = 0;
        int library = Library(name.Library);
        string[] names = new string[members.Length];
        for (int i = 0; i < names.Length; i++)
            names[i] = members[i].Name;
        if (IsTold(name.Type, names, null, out int first))
            return first;
        Class(name, members.Length, library, isTyped);
        foreach (string member in names)
            Lps(member);
        if (isTyped)
        {
            foreach (var _ in members)
                _out.Put((byte)NrbfKind.Primitive);
            foreach (var (_, primitive) in members)
                _out.Put((byte)primitive);
        }
        EndClass(library);
        return _state.Add(name.Type, new NrbfClass(id, names, null)) ? id : 0;
    }
}
