using System.Diagnostics.CodeAnalysis;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>Items whose number may be known only at their end: gathered, then put into a list or array of exactly that many.</summary>
/// <remarks>
/// <code>
/// // a list; source.Identity() is -1 where nothing can refer to it
/// if ((count &amp; identity) &lt; 0)
/// {
///     Gather&lt;T&gt; gather = default;
///     for (int i = 0; source.NextItem(i, count); i++) gather.Add((value));
///     source.EndArray(Model);
///     return gather.ToList();
/// }
/// // an array
/// if (S.KeepsDefaultArrays &amp;&amp; count == Absence.NoArray) items = null;      // of an ImmutableArray
/// else if (count &lt; 0) { (the same loop) items = gather.ToArray(); }        // of large structs: grows by doubling instead
/// else { items = new T[count] (or the one that is awaited); (register) for (...) items[i] = (value); }
/// if (count != i) (register)        // not known, or the input told another than it has
/// </code>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal abstract partial class CollectionShape
{
    /// <summary>Whether items whose number is not known are gathered first (<see cref="Gather{T}"/>).</summary>
    bool Gathers => !ItemType.IsValueType || ItemType.IsEnum || Scalars.Of(ItemType) != Scalar.None;

    /// <summary>
    /// if ((count &amp; identity) &lt; 0) { (gather); return list; }: what can be referred to must exist before its items are read.
    /// </summary>
    void EmitListOfUnknownCount(Body body, LocalBuilder count, LocalBuilder identity)
    {
        var known = body.Label();
        body.Load(count);
        body.Load(identity);
        body.Il.Emit(OpCodes.And);
        body.Int(0);
        body.Il.Emit(OpCodes.Bge, known);
        EmitGather(body, count, nameof(Gather<>.ToList));
        body.Return();
        body.Mark(known);
    }

    /// <summary>Fills a list whose count is not known behind what it has: one that grew by doubling left behind as much again.</summary>
    void EmitFillOfUnknownCount(Body body, LocalBuilder target, LocalBuilder count, LocalBuilder identity)
    {
        var known = body.Label();
        body.Load(count);
        body.Load(identity);
        body.Il.Emit(OpCodes.And);
        body.Int(0);
        body.Il.Emit(OpCodes.Bge, known);
        EmitGather(body, count, nameof(Gather<>.AddTo), () => body.Load(target));
        body.Return();
        body.Mark(known);
    }

    /// <summary>Leaves on the stack a list or array of the items that come.</summary>
    void EmitGather(Body body, LocalBuilder count, string result, Action? loadTarget = null)
    {
        var type = typeof(Gather<>).MakeGenericType(ItemType);
        var (gather, i) = (body.Local(type), body.Local(typeof(int)));
        var (next, end) = (body.Label(), body.Label());
        body.LoadAddress(gather);
        body.Il.Emit(OpCodes.Initobj, type);
        body.Int(0);
        body.Store(i);
        body.Mark(next);
        EmitReadNext(body, i, count);
        body.GoIfFalse(end);
        var item = EmitReadItem(body);
        body.LoadAddress(gather);
        body.Load(item);
        body.Il.Emit(OpCodes.Call, type.GetMethod(nameof(Gather<>.Add))!);
        EmitIncrement(body, i);
        body.Go(next);
        body.Mark(end);
        EmitReadEnd(body);
        body.LoadAddress(gather);
        loadTarget?.Invoke();
        body.Il.Emit(OpCodes.Call, type.GetMethod(result)!);
    }

    /// <summary>if (S.KeepsDefaultArrays &amp;&amp; count == Absence.NoArray) { items = null; goto done; }</summary>
    static void EmitIfNoArray(Body body, LocalBuilder count, LocalBuilder items, Label done)
    {
        var some = body.Label();
        body.LoadTrait(SourceTraits.KeepsDefaultArrays);
        body.GoIfFalse(some);
        body.Load(count);
        body.Int(Absence.NoArray);
        body.Il.Emit(OpCodes.Bne_Un, some);
        body.Il.Emit(OpCodes.Ldnull);
        body.Store(items);
        body.Go(done);
        body.Mark(some);
    }

    /// <summary>Leaves on the stack an array of exactly the items that come.</summary>
    protected virtual LocalBuilder EmitReadItems(Body body, bool register = true)
    {
        var arrayType = ItemType.MakeArrayType();
        var (count, i, items) = (body.Local(typeof(int)), body.Local(typeof(int)), body.Local(arrayType));
        EmitReadBegin(body);
        body.Store(count);
        EmitComparerTold(body, count, _told);
        var identity = EmitIdentity(body);
        var (unknown, made, next, end, room, done) = (body.Label(), body.Label(), body.Label(), body.Label(), body.Label(), body.Label());
        if (Model is SequenceModel { MayBeNoArray: true })
            EmitIfNoArray(body, count, items, done);
        body.Load(count);
        body.Int(0);
        body.Il.Emit(OpCodes.Blt, unknown);
        EmitNewOrAwaited(body, items, () =>
        {
            body.Load(count);
            body.Il.Emit(OpCodes.Newarr, ItemType);
            body.Store(items);
        });
        // An array of known length can be referred to by its own items.
        if (register)
            EmitRegister(body, identity, () => body.Load(items));
        body.Go(made);
        body.Mark(unknown);
        if (Gathers)
        {
            EmitGather(body, count, nameof(Gather<>.ToArray));
            body.Store(items);
            body.Go(done);
        }
        else
        {
            body.Int(4);
            body.Il.Emit(OpCodes.Newarr, ItemType);
            body.Store(items);
        }
        body.Mark(made);
        body.Int(0);
        body.Store(i);
        body.Mark(next);
        EmitReadNext(body, i, count);
        body.GoIfFalse(end);
        body.Load(i);
        body.Load(items);
        body.Il.Emit(OpCodes.Ldlen);
        body.Il.Emit(OpCodes.Conv_I4);
        body.Il.Emit(OpCodes.Bne_Un, room);
        body.LoadAddress(items);
        body.Load(i);
        body.Int(2);
        body.Il.Emit(OpCodes.Mul);
        body.Int(4);
        body.Il.Emit(OpCodes.Call, typeof(Math).GetMethod(nameof(Math.Max), [typeof(int), typeof(int)])!);
        body.CallStatic(typeof(Array), nameof(Array.Resize), ItemType);
        body.Mark(room);
        var item = EmitReadItem(body);
        body.Load(items);
        body.Load(i);
        body.Load(item);
        body.Il.Emit(OpCodes.Stelem, ItemType);
        EmitIncrement(body, i);
        body.Go(next);
        body.Mark(end);
        EmitReadEnd(body);
        body.LoadAddress(items);
        body.Load(i);
        body.CallStatic(typeof(Array), nameof(Array.Resize), ItemType);
        body.Mark(done);
        if (register)
        {
            var known = body.Label();
            body.Load(count);
            body.Load(i);
            body.Il.Emit(OpCodes.Beq, known);
            EmitRegister(body, identity, () => body.Load(items));
            body.Mark(known);
        }
        body.Load(items);
        return identity;
    }
}
