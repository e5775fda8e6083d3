using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Copying;

/// <summary>The writing half of a copy: values of fixed width as they lie in memory, everything immutable as itself.</summary>
internal ref struct CopySink(CopyTape tape) : ISink
{
    OutputBuffer _out = new(default);
    int _pending;
    int _depth;

    public static SinkTraits Traits =>
        SinkTraits.TracksReferences | SinkTraits.TracksCarried | SinkTraits.KeepsRuntimeTypes | SinkTraits.Packs | SinkTraits.Bulks
            | SinkTraits.KeepsComparers | SinkTraits.OmitsDropped | SinkTraits.KeepsDefaultArrays;

    [UnscopedRef]
    public ref OutputBuffer Output => ref _out;

    public void Dispose() => _out.Dispose();

    public MemberTable BeginObject(TypeModel model)
    {
        Enter();
        return CopyTable.Of(model);
    }

    public readonly void Foretell(MemberTable table, int index, Type? type)
    {
    }

    public readonly void Member(MemberTable table, int index)
    {
    }

    public void NullMember(MemberTable table, int index) => _out.Put(CopyMark.Null);

    public bool OptionalMember(MemberTable table, int index, bool present)
    {
        _out.Put(present);
        return present;
    }

    public readonly void ExtraMember(MemberTable table, string name) => throw new NotSupportedException();

    public ref byte Block(int size) => ref _out.Take(size);

    public readonly ref byte BeginRun(MemberTable table, int first) => throw new NotSupportedException();

    public readonly ref byte Put<T>(ref byte cursor, MemberTable table, int index, T value)
        where T : unmanaged => throw new NotSupportedException();

    public readonly ref byte PutNull(ref byte cursor, MemberTable table, int index) => throw new NotSupportedException();

    public readonly void EndRun(ref byte cursor) => throw new NotSupportedException();

    public void EndObject(MemberTable table) => _depth--;

    public void BeginArray(TypeModel model, int count)
    {
        if (count == Absence.NoArray)
        {
            NoArray((SequenceModel)model);
            return;
        }
        if (!Absence.IsTold(count))
            Enter();
        _out.Put(count);
    }

    /// <summary>Where the source looks for a count, or for the items.</summary>
    void NoArray(SequenceModel model)
    {
        if (model.Bulk == Scalar.None)
            _out.Put(Absence.NoArray);
        else
            tape.Objects.Add(null);
    }

    public readonly void Item(int index)
    {
    }

    public void EndArray(TypeModel model) => _depth--;

    /// <summary>A copy that needs no other: the array is handed over, a list filled from it.</summary>
    public readonly void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged
    {
        // Not ToArray, which has one array without items for all: a set may hold several.
        var copy = GC.AllocateUninitializedArray<T>(items.Length);
        items.CopyTo(copy);
        tape.Objects.Add(copy);
    }

    public void BeginMap(TypeModel model, int count)
    {
        if (!Absence.IsTold(count))
            Enter();
        _out.Put(count);
    }

    public readonly void Key(TypeModel model, int index)
    {
    }

    public readonly void MapValue(TypeModel model)
    {
    }

    public void EndMap(TypeModel model, int count) => _depth--;

    public void Comparer(ComparerCode comparer) => _out.Put((byte)comparer);

    public void Null() => _out.Put(CopyMark.Null);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Present()
    {
        if (_pending == 0)
        {
            _out.Put(CopyMark.Value);
            return;
        }
        ref byte to = ref _out.Take(5);
        to = CopyMark.Numbered;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 1), _pending);
        _pending = 0;
    }

    public void Subtype(TypeModel declared, int index)
    {
        _out.Put(CopyMark.Subtype);
        _out.Put(_pending);
        _out.Put(index);
        _pending = 0;
    }

    public bool Reference(object value)
    {
        int number = tape.Numbers.Find(value, out int place, out int hash);
        if (number == 0)
        {
            _pending = tape.Numbers.Add(value, place, hash);
            return false;
        }
        _out.Put(CopyMark.Reference);
        _out.Put(number);
        return true;
    }

    public bool BeginCarried(TypeModel model, object? value)
    {
        var surrogate = ((SurrogateModel)model).Surrogate;
        if (value is null)
        {
            Null();
            return true;
        }
        // Items that were read are copied as the list that they are; those that come one by one are refused by the surrogate.
        if (surrogate.AsyncItems is not null)
        {
            _out.Put(CopyMark.Value);
            return false;
        }
        if (surrogate.IsOfValues)
        {
            Share(CopyMark.Shared, value);
            return true;
        }
        // A class that derives, or a view, has other fields than the class that is declared (Convention.Fields).
        if (surrogate is IFieldsSurrogate && value.GetType() != model.Type
            && model.Convention.ModelOf(value.GetType()) is SurrogateModel own && own.Type == value.GetType())
        {
            Dynamic(value, model);
            return true;
        }
        // What is carried as itself is one object with its carrier.
        if (surrogate.CarrierType == model.Type)
        {
            _out.Put(CopyMark.Value);
            return false;
        }
        if (Reference(surrogate.IdentityOf(value) is var one && one != value && tape.Numbers.Find(value, out _, out _) != 0 ? value : one))
            return true;
        if (surrogate.TryCopy(value) is not { } copy)
        {
            Present();
            return false;
        }
        Share(CopyMark.Copied, copy);
        _out.Put(_pending);
        _pending = 0;
        return true;
    }

    public readonly void EndCarried(TypeModel model)
    {
    }

    /// <summary>By what the value is: immutable ones are shared in their box, others go through the shape of their type.</summary>
    public void Dynamic(object? value, TypeModel declared)
    {
        if (value is null)
        {
            Null();
            return;
        }
        if (IsShared(value) || value is ForeignNode or NodeValue)
        {
            Share(CopyMark.Shared, value);
            return;
        }
        if (value is Node or DynamicNode)
        {
            if (Reference(value))
                return;
            ShareCopy(value is Node node ? node.Clone() : ((DynamicNode)value).Clone());
            return;
        }
        if (value.GetType() == typeof(object))
        {
            // A lock, or what stands for "nothing": all that it is is which one it is.
            if (Reference(value))
                return;
            ShareCopy(new object());
            return;
        }
        if (FrameworkClasses.PublicTypeOf(value.GetType()) is { } open && declared.Convention.ModelOf(open) is CollectionModel known)
        {
            AsPublic(value, declared, known);
            return;
        }
        var model = declared.Convention.ModelOf(value.GetType());
        // A query, or a list that the compiler made: it is what it is declared as.
        if (model is CollectionModel { Build.Kind: BuildKind.None } && declared is CollectionModel)
        {
            if (Reference(value))
                return;
            Present();
            Codecs<CopySink, CopySource>.Of(declared).WriteExactObject(ref this, value);
            return;
        }
        // It would come here again, without end: a value of other formats (entries of an ISerializable), or no data at all.
        if (model is DynamicModel)
            throw new NotSupportedException($"A '{value.GetType()}' cannot be copied under this convention. Leave it out; what is carried "
                + "by entries or derives from a collection is copied by Nrbf.Deserialize<T>(Nrbf.Serialize(value)).");
        var codec = Codecs<CopySink, CopySource>.Of(model);
        Share(CopyMark.RuntimeType, codec);
        codec.WriteObject(ref this, value);
    }

    /// <summary>A value of a class that only the framework knows, as one of the public class above it.</summary>
    void AsPublic(object value, TypeModel declared, CollectionModel model)
    {
        var codec = Codecs<CopySink, CopySource>.Of(model);
        if (declared.Type != model.Type)
            Share(CopyMark.RuntimeType, codec);
        if (Reference(value))
            return;
        Present();
        codec.WriteExactObject(ref this, value);
    }

    static bool IsShared(object value) =>
        value is string or int or long or bool or double or decimal or System.DateTime or System.Guid or System.Enum
        || Scalars.Of(value.GetType()) is not (Scalar.None or Scalar.Bytes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void Enter()
    {
        if ((++_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new NotSupportedException($"The value nests deeper, {_depth} levels so far, than the thread's stack allows.");
    }

    void Share(object? value)
    {
        if (value is null)
            Null();
        else
            Share(CopyMark.Value, value);
    }

    void Share(byte mark, object value)
    {
        _out.Put(mark);
        tape.Objects.Add(value);
    }

    /// <summary>What was made of the object that <see cref="Reference"/> has just given a number.</summary>
    void ShareCopy(object copy)
    {
        Share(CopyMark.Copied, copy);
        _out.Put(_pending);
        _pending = 0;
    }

    public void Enum(TypeModel model, long value) => _out.Put(value);
    public void Boolean(bool value) => _out.Put(value);
    public void Char(char value) => _out.Put(value);
    public void SByte(sbyte value) => _out.Put(value);
    public void Byte(byte value) => _out.Put(value);
    public void Int16(short value) => _out.Put(value);
    public void UInt16(ushort value) => _out.Put(value);
    public void Int32(int value) => _out.Put(value);
    public void UInt32(uint value) => _out.Put(value);
    public void Int64(long value) => _out.Put(value);
    public void UInt64(ulong value) => _out.Put(value);
    public void Int128(Int128 value) => _out.Put(value);
    public void UInt128(UInt128 value) => _out.Put(value);
    public void Half(Half value) => _out.Put(value);
    public void Single(float value) => _out.Put(value);
    public void Double(double value) => _out.Put(value);
    public void Decimal(decimal value) => _out.Put(value);
    public void BigInteger(BigInteger value) => Share(value);
    public void String(string? value) => Share(value);
    public void Bytes(byte[]? value)
    {
        if (value is null)
        {
            Null();
            return;
        }
        // One array that is reached twice stays one; of an empty one nobody can see it.
        if (value.Length > 0 && Reference(value))
            return;
        ShareCopy(value.AsSpan().ToArray());
    }

    public void Guid(Guid value) => _out.Put(value);
    public void DateTime(DateTime value) => _out.Put(value);
    public void DateTimeOffset(DateTimeOffset value) => _out.Put(value);
    public void TimeSpan(TimeSpan value) => _out.Put(value);
    public void DateOnly(DateOnly value) => _out.Put(value);
    public void TimeOnly(TimeOnly value) => _out.Put(value);
}

/// <summary>A copy has no names to keep; the table only carries the model.</summary>
internal sealed class CopyTable(TypeModel model) : MemberTable(model)
{
    static readonly int Slot = ModelSlot.Next();

    public static CopyTable Of(TypeModel model) => (CopyTable?)model.GetSlot(Slot) ?? model.SetSlot(Slot, new CopyTable(model));
}
