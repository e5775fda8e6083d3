using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Values whose declared type does not say what they are: by their records, and by the names of types, which are looked up in the closed set.</summary>
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
        // Nothing is declared as what an interface or object is: it is read whole, or promised.
        return Find(declared) == Shapes.Head.Null ? null : _referenced;
    }

    /// <summary>The type of the object whose record stands there.</summary>
    readonly Type TypeAt(int offset)
    {
        var there = new NrbfBytes(_in.Payload, offset);
        var record = (NrbfRecord)there.Byte();
        int id = there.Int32();
        switch (record)
        {
            case NrbfRecord.ClassWithId:
                return TypeOf(_state.Last(_index, there.Int32(), offset), offset);
            case >= NrbfRecord.SystemClassWithMembers and <= NrbfRecord.ClassWithMembersAndTypes:
                return TypeOf(_index.ClassOf(id, offset), offset);
            case NrbfRecord.ObjectArray:
                return typeof(object[]);
            case NrbfRecord.StringArray:
                return typeof(string[]);
            case NrbfRecord.PrimitiveArray:
                there.Int32();
                return TypeOf(there.Primitive()).MakeArrayType();
            case NrbfRecord.Array:
                var shape = NrbfArrayShape.Read(ref there);
                var element = ElementAt(ref there);
                return shape.Lengths.Length > 1 ? element.MakeArrayType(shape.Lengths.Length) : shape.Bounds is [not 0] ? element.MakeArrayType(1) : element.MakeArrayType();
            default:
                throw new WireFormatException($"A record of kind {(byte)record} is no object.") { Offset = offset };
        }
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
                return TypeOf(there.Primitive()).MakeArrayType();
            default:
                return TypeOf(there.String(), start);
        }
    }

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
        var info = OpenClass(_carried?.Type);
        var type = _carried?.Type ?? info.Type!;
        _carried = null;
        var entries = new SerializationInfo(type, new FormatterConverter());
        Push(new NrbfFrame { Class = info, Map = [], IsPart = true });
        var any = _options.Convention.ModelOf(typeof(object));
        for (int i = 0; i < info.Members.Length; i++)
        {
            _state.Frames[_top].Next = i + 1;
            _primitive = info.Primitives[i];
            object? value = Dynamic(any);
            try
            {
                entries.AddValue(info.Members[i], value, value?.GetType() ?? typeof(object));
            }
            catch (SerializationException e)
            {
                throw new WireFormatException($"The entry '{info.Members[i]}' comes twice.", e) { Offset = _in.At };
            }
        }
        Pop();
        return entries;
    }
#pragma warning restore SYSLIB0050

    /// <summary>The fields of a class that derives from one of the framework's collections, each as what it is; what nothing takes is passed over.</summary>
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
            fields.Values[map[i]] = Dynamic(any);
            fields.AreThere[map[i]] = true;
        }
        Pop();
        return fields;
    }

    /// <summary>An array of several dimensions, or whose first item has another number than 0.</summary>
    Array Rectangular(Type type, int id)
    {
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
