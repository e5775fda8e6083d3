using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Values whose declared type does not say what they are: a varint tag, then the value as that type is declared.</summary>
internal ref partial struct CompactSink
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Dynamic(object? value, TypeModel declared)
    {
        if (value is null)
        {
            _out.Put(CompactMark.Null);
            return;
        }
        var type = value.GetType();
        // What was registered or declared comes before what is built in: its members are its own.
        if (_root.FindDynamic(type) is { } known)
        {
            Varint((ulong)(CompactType.FirstIndex + known.Index));
            Write(known.Model!, value);
            return;
        }
        if (Scalars.Of(type) is var scalar and not Scalar.None)
        {
            Varint((ulong)scalar);
            WriteScalar(value);
            return;
        }
        if (value is Node or DynamicNode)
        {
            if (value is ForeignNode foreign)
                Dynamic(foreign.Whole, declared);
            else
                WriteNode(value as Node ?? ((DynamicNode)value).Node, declared);
            return;
        }
        if (CompactDynamic.TagOf(type) is { Tag: not 0 } builtIn)
        {
            Varint((ulong)builtIn.Tag);
            if (builtIn.Item != Scalar.None)
                _out.Put((byte)builtIn.Item);
            if (builtIn.Tag == CompactDynamic.PlainObject)
            {
                if (!Reference(value))
                    Present();
                return;
            }
            Write(declared.Convention.ModelOf(type), value);
            return;
        }
        throw new NotSupportedException(
            $"A value of type '{type}' stands where object is declared, and nothing reachable from '{_root.Model.Type}' declares that type. Register it: Convention.Plain.WithSubtype<object, {type.Name}>(\"{type.Name}\").");
    }

    /// <summary>Where object is declared a tag says that it is a node; within it that is known.</summary>
    void WriteNode(Node node, TypeModel declared)
    {
        if (declared.Type == typeof(object))
            Varint(CompactDynamic.NodeTag);
        var any = CompactNodeValues.AnyOf(declared);
        switch (node)
        {
            case NodeValue { RawNumber: { } text }:
                Varint(CompactDynamic.NumberTag);
                String(text);
                break;
            case NodeValue value:
                Dynamic(value.Value, any);
                break;
            default:
                Varint(node is NodeArray ? CompactDynamic.ObjectList : (ulong)CompactDynamic.StringMap);
                if (Reference(node))
                    break;
                Present();
                NodeWriter<CompactSink>.Write(ref this, node, any);
                break;
        }
    }

    void Write(TypeModel model, object value)
    {
        Enter();
        Codecs<CompactSink, CompactSource>.Of(model).WriteObject(ref this, value);
        _depth++;
    }

    void WriteScalar(object value)
    {
        switch (value)
        {
            case string v: String(v); break;
            case int v: Int32(v); break;
            case bool v: Boolean(v); break;
            case double v: Double(v); break;
            case long v: Int64(v); break;
            case decimal v: Decimal(v); break;
            case DateTime v: DateTime(v); break;
            case Guid v: Guid(v); break;
            case char v: Char(v); break;
            case sbyte v: SByte(v); break;
            case byte v: Byte(v); break;
            case short v: Int16(v); break;
            case ushort v: UInt16(v); break;
            case uint v: UInt32(v); break;
            case ulong v: UInt64(v); break;
            case Int128 v: Int128(v); break;
            case UInt128 v: UInt128(v); break;
            case nint v: Int64(v); break;
            case nuint v: UInt64(v); break;
            case Half v: Half(v); break;
            case float v: Single(v); break;
            case BigInteger v: BigInteger(v); break;
            case DateTimeOffset v: DateTimeOffset(v); break;
            case TimeSpan v: TimeSpan(v); break;
            case DateOnly v: DateOnly(v); break;
            case TimeOnly v: TimeOnly(v); break;
            case byte[] v: Bytes(v); break;
            default: throw new NotSupportedException($"'{value.GetType()}' is not a scalar.");
        }
    }
}
