using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// Values whose declared type does not say what they are: by their records, and by the names of types, which are looked up in the closed
/// set.
/// </summary>
internal ref partial struct NrbfSource
{
    public object? Dynamic(TypeModel declared)
    {
        if (declared.Type == typeof(SerializationInfo))
            return Entries();
        if (declared.Type == typeof(FieldValues))
            return Fields(((IDerived)_carried!.Surrogate).Plan);
        if (_primitive != NrbfPrimitive.None)
            return Boxed(_primitive);
        // The cell of a table: most are these two.
        if (_nulls == 0 && declared.Type == typeof(object))
            switch (_in.Peek())
            {
                case NrbfRecord.PrimitiveTyped:
                    return Typed();
                case NrbfRecord.String:
                    return Text();
            }
        // Nothing is declared as what an interface or object is: it is read whole, or promised.
        return Find(declared) == Shapes.Head.Null ? null : _referenced;
    }

    /// <summary>The type of the object whose record stands there; its class, if it is of one.</summary>
    readonly Type TypeAt(int offset, out NrbfClassInfo? info)
    {
        var there = new NrbfBytes(_in.Payload, offset);
        var record = (NrbfRecord)there.Byte();
        int id = there.Int32();
        info = null;
        switch (record)
        {
            case NrbfRecord.ClassWithId:
                info = ClassOf(id, there.Int32(), offset);
                return TypeOf(info, offset);
            case >= NrbfRecord.SystemClassWithMembers and <= NrbfRecord.ClassWithMembersAndTypes:
                info = _index.ClassOf(id, offset);
                return TypeOf(info, offset);
            case NrbfRecord.ObjectArray:
                return typeof(object[]);
            case NrbfRecord.StringArray:
                return typeof(string[]);
            case NrbfRecord.PrimitiveArray:
                there.Int32();
                return ArrayOf(there.Primitive());
            case NrbfRecord.Array:
                return SaidAt(offset, id) is { } said ? said.Type ??= ArrayAt(ref there) : ArrayAt(ref there);
            default:
                throw new WireFormatException($"A record of kind {(byte)record} is no object.") { Offset = offset };
        }
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Items)]
    readonly Type ArrayAt(ref NrbfBytes there)
    {
        var shape = NrbfArrayShape.Read(ref there);
        int rank = shape.Bounds is [not 0] ? 0 : shape.Rank, start = there.At;
        NrbfIndex.Details(ref there, there.Kind());
        int length = there.At - start;
        if (_state.ArrayTypes.Find(_in.Payload, start, length, rank) is { } known)
            return known;
        there.At = start;
        var element = ElementAt(ref there);
        var type = rank switch { 0 => element.MakeArrayType(1), 1 => element.MakeArrayType(), _ => element.MakeArrayType(rank) };
        return _state.ArrayTypes.Keep(_in.Payload, start, length, rank, type);
    }

    readonly Type ElementAt(ref NrbfBytes there)
    {
        int start = there.At;
        switch (there.Kind())
        {
            case NrbfKind.Primitive:
                return TypeOf(there.Primitive());
            case NrbfKind.String:
                return typeof(string);
            case NrbfKind.Object:
                return typeof(object);
            case NrbfKind.ObjectArray:
                return typeof(object[]);
            case NrbfKind.StringArray:
                return typeof(string[]);
            case NrbfKind.PrimitiveArray:
                return ArrayOf(there.Primitive());
            default:
                return TypeOf(there.String(), start);
        }
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Items)]
    static Type ArrayOf(NrbfPrimitive primitive) => primitive switch
    {
        NrbfPrimitive.Boolean => typeof(bool[]),
        NrbfPrimitive.Byte => typeof(byte[]),
        NrbfPrimitive.Char => typeof(char[]),
        NrbfPrimitive.Double => typeof(double[]),
        NrbfPrimitive.Int32 => typeof(int[]),
        NrbfPrimitive.Int64 => typeof(long[]),
        NrbfPrimitive.Single => typeof(float[]),
        _ => TypeOf(primitive).MakeArrayType(),
    };

    static Type TypeOf(NrbfPrimitive primitive) => primitive switch
    {
        NrbfPrimitive.Boolean => typeof(bool),
        NrbfPrimitive.Byte => typeof(byte),
        NrbfPrimitive.Char => typeof(char),
        NrbfPrimitive.Decimal => typeof(decimal),
        NrbfPrimitive.Double => typeof(double),
        NrbfPrimitive.Int16 => typeof(short),
        NrbfPrimitive.Int32 => typeof(int),
        NrbfPrimitive.Int64 => typeof(long),
        NrbfPrimitive.SByte => typeof(sbyte),
        NrbfPrimitive.Single => typeof(float),
        NrbfPrimitive.TimeSpan => typeof(TimeSpan),
        NrbfPrimitive.DateTime => typeof(DateTime),
        NrbfPrimitive.UInt16 => typeof(ushort),
        NrbfPrimitive.UInt32 => typeof(uint),
        _ => typeof(ulong),
    };

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about
    /// <summary>An ISerializable's entries, each as what it is.</summary>
    SerializationInfo Entries()
    {
        // A struct has no announcement: it is the one that the payload names, which its surrogate looks at.
        int start = _in.At;
        var info = OpenClass(_carried?.Type);
        var type = _carried?.Type ?? info.Type!;
        var surrogate = _carried?.Surrogate as IFieldsSurrogate;
        _carried = null;
        if (surrogate is { IsTable: true } && NrbfTableSurrogates.StandsFor(info.Name) is not null)
            return OfSurrogate(info, type, start);
        var entries = new SerializationInfo(type, PlainEntryConverter.Instance);
        _state.Completion.MayBeAsked();
        Entries(info, entries, surrogate is { IsTable: true }, surrogate);
        return entries;
    }

    /// <summary>The entries of the class that is open, or those of them that are asked for.</summary>
    void Entries(NrbfClassInfo info, SerializationInfo entries, bool isTable, IFieldsSurrogate? surrogate,
        Func<string, bool>? isAsked = null)
    {
        Push(new NrbfFrame { Class = info, Map = [], IsPart = true });
        var any = _options.Convention.ModelOf(typeof(object));
        for (int i = 0; i < info.Members.Length; i++)
        {
            _state.Frames[_top].Next = i + 1;
            _primitive = info.Primitives[i];
            string name = info.Members[i];
            if (isAsked?.Invoke(name) == false || (isTable ? Tabular.TableEntries.IsPassed(name) : surrogate?.Passes(name) == true))
            {
                SkipValue();
                continue;
            }
            _state.Frames[_top].Copies = surrogate?.CopiesEntry(name) == true ? FormatterCopies.All : FormatterCopies.None;
            object? value = Dynamic(any);
            if (isTable)
                value = TableEntry(name, value);
            try
            {
                entries.AddValue(name, value, value?.GetType() ?? typeof(object));
            }
            catch (SerializationException e)
            {
                throw new WireFormatException($"The entry '{name}' comes twice.", e) { Offset = _in.At };
            }
        }
        Pop();
    }
#pragma warning restore SYSLIB0050

    /// <summary>
    /// The fields of a class that derives from one of the framework's collections, each as what it is; what nothing takes is passed over.
    /// </summary>
    FieldValues Fields(FieldPlan plan)
    {
        var info = OpenClass(plan.Type);
        _carried = null;
        var fields = new FieldValues(plan);
        int[] map = plan.Map(info.Members, _options.Names.MemberOf);
        Push(new NrbfFrame { Class = info, Map = map, IsPart = true });
        var any = _options.Convention.ModelOf(typeof(object));
        for (int i = 0; i < map.Length; i++)
        {
            _state.Frames[_top].Next = i + 1;
            _primitive = info.Primitives[i];
            if (map[i] < 0)
            {
                SkipValue();
                continue;
            }
            _state.Frames[_top].IsPart = plan.IsPart(map[i]);
            _state.Frames[_top].Copies = plan.IsOwn(map[i]) ? FormatterCopies.None : FormatterCopies.All;
            // A node of a chain is no object of anyone else's, and read where it is declared as one.
            var declared = plan.Places[map[i]].Declared;
            fields.Values[map[i]] = FieldMembers.IsNode(declared)
                ? Codecs<NrbfSink, NrbfSource>.Of(_options.Convention.ModelOf(declared)).ReadObject(ref this) : Dynamic(any);
            fields.AreThere[map[i]] = true;
        }
        Pop();
        return fields;
    }

    /// <summary>An array of several dimensions, or whose first item has another number than 0.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Items)]
    Array Rectangular(Type type, int id)
    {
        // A class may have the name of an array.
        if (_in.Peek() != NrbfRecord.Array)
            throw NoArray(_in.At);
        _in.At += 5;
        var shape = NrbfArrayShape.Read(ref _in);
        var kind = _in.Kind();
        var primitive = NrbfIndex.Details(ref _in, kind);
        // The index has passed over as many items, or nulls, as there are.
        CheckRoom(type.GetElementType()!, shape.Count);
        var array = Array.CreateInstance(type.GetElementType()!, shape.Lengths, shape.Bounds ?? new int[shape.Lengths.Length]);
        Register(id, array);
        Push(new NrbfFrame { Items = primitive });
        var codec = Codecs<NrbfSink, NrbfSource>.Of(_options.Convention.ModelOf(type.GetElementType()!));
        int[] place = [.. shape.Bounds ?? new int[shape.Lengths.Length]];
        for (int i = 0; i < shape.Count; i++)
        {
            NextItem(i, shape.Count);
            array.SetValue(codec.ReadObject(ref this), place);
            for (int d = place.Length - 1; d >= 0 && ++place[d] == array.GetLowerBound(d) + array.GetLength(d); d--)
                place[d] = array.GetLowerBound(d);
        }
        _nulls = 0;
        Pop();
        return array;
    }
}
