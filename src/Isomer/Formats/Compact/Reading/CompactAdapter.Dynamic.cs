using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Dynamic values, and sequences of numbers.</summary>
internal ref partial struct CompactAdapter
{
    public object? Dynamic(TypeModel declared)
    {
        while (_type!.Kind == CompactKind.Alias)
            _type = _type.Item;
        Type? clrType = null;
        for (bool isTagged = false; _type.Kind == CompactKind.Dynamic; isTagged = true)
        {
            if (TakeNull())
                return Consumed<object>(null);
            Announce(TakeTag(out clrType));
            if (_type != CompactDynamic.NodeSlot)
                break;
            if (isTagged)
                throw CompactDynamic.BadTag(CompactDynamic.NodeTag);
            declared = CompactNodeValues.NodeOf(declared);
        }
        while (_type.Kind == CompactKind.Alias)
            _type = _type.Item!;
        if (declared is DynamicModel { IsBase: true } && _type != CompactDynamic.NumberText)
            return CompactNodeValues.CheckBase(Dynamic(clrType, declared), declared);
        return declared.Type != typeof(object) || _type == CompactDynamic.NumberText
            ? CompactNodeValues.Check(Node(clrType, declared), declared) : Dynamic(clrType, declared);
    }

    /// <summary>What stands where the reader has Node: of any collection.</summary>
    Node? Node(Type? clrType, TypeModel declared) => _type switch
    {
        var type when type == CompactDynamic.NumberText => CompactNodeValues.Number(String()),
        { MayBeNoArray: true } when TakeNull() => Consumed<Node>(null),
        { Kind: CompactKind.Sequence } => CompactNodeValues.Array(ref this, declared),
        { Kind: CompactKind.Map, Key: { Kind: CompactKind.Scalar, Scalar: Scalar.String } } => CompactNodeValues.Map(ref this, declared),
        { Kind: CompactKind.Map } => CompactNodeValues.Pairs(ref this, declared),
        { Kind: CompactKind.Object, Index: >= 0 } type => throw CompactNodeValues.NoNode(type.ToString()),
        _ => CompactNodeValues.From(Dynamic(clrType, CompactNodeValues.ObjectOf(declared))),
    };

    object? Dynamic(Type? clrType, TypeModel declared)
    {
        var type = _type!;
        if (type.Kind == CompactKind.Scalar)
            return CompactScalars.Box(ref this, type.Scalar);
        if (type == CompactDynamic.TypeOf(CompactDynamic.PlainObject, default))
            return PlainObject(declared);
        if (_plan.ModelOf(type) is { } model and not DynamicModel)
            return Read(model);
        if (clrType is not null)
            return Read(declared.Convention.ModelOf(clrType));
        if (type.Kind is CompactKind.Nullable or CompactKind.Option)
        {
            if (!Open())
                return Consumed<object>(null);
            return Dynamic(declared);
        }
        if (type.Kind == CompactKind.Enum)
            return CompactScalars.Box(ref this, type.Scalar);
        throw new WireFormatException(
            $"The writer has {type} where the reader has object{Where()}, and the reader knows no type for it. Register one: convention.WithSubtype<object, ...>.");
    }

    object? Read(TypeModel model)
    {
        if ((--_depth & 15) == 15)
            CompactLimits.EnterSlow(_depth);
        object? value = Codecs<CompactSink, CompactAdapter>.Of(model).ReadObject(ref this);
        _depth++;
        return value;
    }

    object? PlainObject(TypeModel declared)
    {
        switch (Head(declared))
        {
            case Shapes.Head.Null:
                return null;
            case Shapes.Head.Reference:
                return Reference();
            default:
                object value = new();
                Register(Identity(), value);
                Done();
                return value;
        }
    }

    public T[] Bulk<T>(TypeModel model) where T : unmanaged
    {
        if (TryRaw<T>(model, out var bytes))
        {
            // Not ToArray, which has one array without items for all (CompactSource.Bulk).
            var items = GC.AllocateUninitializedArray<T>(bytes.Length / Unsafe.SizeOf<T>());
            MemoryMarshal.Cast<byte, T>(bytes).CopyTo(items);
            Return();
            return items;
        }
        int count = BeginArray(model);
        if (count == Absence.NoArray)
            return null!;
        var result = new T[count];
        for (int i = 0; NextItem(i, count); i++)
            result[i] = Item<T>();
        EndArray(model);
        return result;
    }

    public void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged
    {
        if (TryRaw<T>(model, out var bytes))
        {
            target.AddRange(MemoryMarshal.Cast<byte, T>(bytes));
            Return();
            return;
        }
        int count = BeginArray(model);
        for (int i = 0; NextItem(i, count); i++)
            target.Add(Item<T>());
        EndArray(model);
    }

    /// <summary>The bytes of a sequence of exactly these items.</summary>
    bool TryRaw<T>(TypeModel model, out ReadOnlySpan<byte> bytes) where T : unmanaged
    {
        bytes = default;
        if (!Open())
            throw Null(model.Type.ToString());
        if (_type is not { Kind: CompactKind.Sequence, HasComparer: false, Item: { Kind: CompactKind.Scalar, Scalar: var scalar } }
            || scalar != Scalars.Of(typeof(T)) || (_type.MayBeNoArray && Remains(CompactMark.Null)))
            return false;
        int count = Count(Unsafe.SizeOf<T>());
        Done();
        int size = count * Unsafe.SizeOf<T>();
        bytes = MemoryMarshal.CreateReadOnlySpan(ref Take(size), size);
        return true;
    }

    T Item<T>() where T : unmanaged
    {
        if (typeof(T) == typeof(int)) return As<int, T>(Int32());
        if (typeof(T) == typeof(long)) return As<long, T>(Int64());
        if (typeof(T) == typeof(double)) return As<double, T>(Double());
        if (typeof(T) == typeof(float)) return As<float, T>(Single());
        if (typeof(T) == typeof(short)) return As<short, T>(Int16());
        if (typeof(T) == typeof(ushort)) return As<ushort, T>(UInt16());
        if (typeof(T) == typeof(uint)) return As<uint, T>(UInt32());
        if (typeof(T) == typeof(ulong)) return As<ulong, T>(UInt64());
        if (typeof(T) == typeof(byte)) return As<byte, T>(Byte());
        if (typeof(T) == typeof(sbyte)) return As<sbyte, T>(SByte());
        if (typeof(T) == typeof(char)) return As<char, T>(Char());
        if (typeof(T) == typeof(Int128)) return As<Int128, T>(Int128());
        if (typeof(T) == typeof(UInt128)) return As<UInt128, T>(UInt128());
        if (typeof(T) == typeof(Half)) return As<Half, T>(Half());
        if (typeof(T) == typeof(Guid)) return As<Guid, T>(Guid());
        if (typeof(T) == typeof(TimeSpan)) return As<TimeSpan, T>(TimeSpan());
        throw Mismatch(typeof(T).Name);
    }

    static TTo As<TFrom, TTo>(TFrom value) => Unsafe.As<TFrom, TTo>(ref value);
}
