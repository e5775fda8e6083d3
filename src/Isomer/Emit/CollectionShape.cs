using System.Reflection;
using System.Reflection.Emit;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>
/// What sequences and maps share: the loop over what is there, the comparer, and the loop that adds what comes. The
/// derived shapes say what one item is.
/// </summary>
/// <remarks>
/// <code>
/// // writing, by enumerator; a span is looped over by index
/// if (S.KeepsComparers) sink.Comparer(Comparers.CodeOf(value.Comparer));   // only of what has a comparer of strings
/// if (S.KeepsComparers) CollectionComparers.CheckUsual(Model, value.Comparer);         // of what has another
/// if (S.KeepsDefaultArrays &amp;&amp; value.IsDefault) { sink.BeginArray(Model, Absence.NoArray); return; }      // of an ImmutableArray
/// if (S.KeepsComparers &amp;&amp; S.KeepsDefaultArrays &amp;&amp; CollectionComparers.Told(Model, value) is var told and not 0)
///     sink.BeginArray(Model, told);                                        // of a set or map behind an interface
/// int count = value.Count; sink.BeginArray(Model, count); int i = 0;
/// var e = value.GetEnumerator();
/// try { while (e.MoveNext()) { (item e.Current); i++; } } finally { e.Dispose(); }
/// Refusals.CountChanged(Model, count, i); sink.EndArray(Model);
///
/// // reading, by adding
/// var comparer = S.KeepsComparers ? source.Comparer() : default;
/// int count = source.BeginArray(Model);
/// if (S.KeepsComparers &amp;&amp; Absence.IsTold(count))
/// { comparer = Absence.ComparerOf(count); count = Absence.OwnCount(source.BeginArray(Model)); }
/// int identity = S.TracksReferences ? source.Identity() : -1;
/// var target = new Set(Comparers.Of(comparer));                            // a list: count >= 0 ? new(count) : new()
/// if (S.TracksReferences) source.Register(identity, target);
/// for (int i = 0; source.NextItem(i, count);)
/// {
///     HashGuard.CheckEnds((item), target);                                 // where items are asked for a hash that may go on to others
///     HashGuard.CheckFits((item), target);                                 // where the method that adds takes any object
///     HashGuard.CheckTold((item), null, target);                           // where it refuses what comes twice, and tells it
///     target.Add((item));
///     if (++i >= 256) HashGuard.Check(ref guard, item, target.Count, target.Capacity, target);    // of a hash table; (i, 0) if hidden,
///                                                                          // and CountKeyed of a KeyedCollection
/// }
/// source.EndArray(Model);                                                  // where keys may hold objects: Noting has more
///
/// // reading into an array; what is made of one, with Build.Convert, is registered when it is made
/// var items = count >= 0 ? new T[count] : new T[4];                        // registered now if count >= 0, else at the end
/// for (...) { if (i == items.Length) Array.Resize(ref items, Math.Max(i * 2, 4)); items[i] = (item); }
/// Array.Resize(ref items, i);
/// </code>
/// </remarks>
internal abstract partial class CollectionShape(ShapeAssembly assembly, CollectionModel model, Func<TypeModel, ShapeMethods> find)
    : ReferenceShape(assembly, model, find)
{
    protected Walk Walk { get; } = model.Walk;

    protected Build Build { get; } = model.Build;

    protected Type ItemType { get; } = model.ItemType;

    bool KeepsComparer { get; } = model.KeepsComparer;

    bool LooksBehind { get; } = model.LooksBehind;

    bool TellsComparer { get; } = model.TellsComparer;

    bool Rekeys { get; } = model.Rekeys;

    /// <summary>Writes the item number <paramref name="index"/>.</summary>
    protected abstract void EmitWriteItem(Body body, LocalBuilder index, LocalBuilder item);

    protected abstract void EmitBegin(Body body, Action loadCount);

    protected abstract void EmitEnd(Body body, LocalBuilder count);

    /// <summary>Opens the collection for reading; leaves the count on the stack.</summary>
    protected abstract void EmitReadBegin(Body body);

    /// <summary>Leaves on the stack whether another item follows.</summary>
    protected abstract void EmitReadNext(Body body, LocalBuilder index, LocalBuilder count);

    /// <summary>Reads an item into a new local of ItemType.</summary>
    protected abstract LocalBuilder EmitReadItem(Body body);

    /// <summary>Adds the item to the target by Build.Add, noted if that is needed; returns a local that holds the key to guard.</summary>
    protected abstract LocalBuilder EmitAdd(Body body, LocalBuilder target, Noting? noting);

    protected abstract void EmitReadEnd(Body body);

    /// <summary>Pushes a span over the items that do not lie in memory yet.</summary>
    protected abstract void EmitSnapshot(Body body);

    protected override void EmitWriteExact(Body body)
    {
        body.Method.SetImplementationFlags(MethodImplAttributes.NoInlining);
        if (KeepsComparer)
        {
            var skip = body.Label();
            body.LoadTrait(SinkTraits.KeepsComparers);
            body.GoIfFalse(skip);
            body.Wire();
            body.ArgumentReceiver(1, Model.Type);
            body.CallOn(Model.Type, Walk.Comparer!);
            body.CallStatic(typeof(Comparers), nameof(Comparers.CodeOf));
            body.Call(nameof(ISink.Comparer));
            body.Mark(skip);
        }
        else if (Walk.KeyComparer is { } getter)
        {
            var skip = body.Label();
            body.LoadTrait(SinkTraits.KeepsComparers);
            body.GoIfFalse(skip);
            body.LoadModel(Model);
            if (getter.IsStatic)
            {
                body.Argument(1);
                body.Il.Emit(OpCodes.Call, getter);
            }
            else
            {
                body.ArgumentReceiver(1, Model.Type);
                body.CallOn(Model.Type, getter);
            }
            body.CallStatic(typeof(CollectionComparers), nameof(CollectionComparers.CheckUsual));
            body.Mark(skip);
        }
        EmitNoArray(body);
        EmitTold(body);
        if (Walk.Kind == WalkKind.Enumerator)
            EmitEnumeration(body);
        else
            EmitSpanLoop(body);
        body.Return();
    }

    /// <summary>
    /// if (S.KeepsComparers &amp;&amp; S.KeepsDefaultArrays) { int told = CollectionComparers.Told(Model, value); if (told != 0)
    /// sink.BeginMap(Model, told); }
    /// </summary>
    void EmitTold(Body body)
    {
        if (!LooksBehind)
            return;
        var (told, skip) = (body.Local(typeof(int)), body.Label());
        body.LoadTrait(SinkTraits.KeepsComparers);
        body.GoIfFalse(skip);
        body.LoadTrait(SinkTraits.KeepsDefaultArrays);
        body.GoIfFalse(skip);
        body.LoadModel(Model);
        body.Argument(1);
        body.CallStatic(typeof(CollectionComparers), nameof(CollectionComparers.Told));
        body.Store(told);
        body.Load(told);
        body.GoIfFalse(skip);
        EmitBegin(body, () => body.Load(told));
        body.Mark(skip);
    }

    /// <summary>if (S.KeepsDefaultArrays &amp;&amp; value.IsDefault) { sink.BeginArray(Model, Absence.NoArray); return; }</summary>
    void EmitNoArray(Body body)
    {
        if (Model is not SequenceModel { MayBeNoArray: true })
            return;
        var some = body.Label();
        body.LoadTrait(SinkTraits.KeepsDefaultArrays);
        body.GoIfFalse(some);
        body.ArgumentAddress(1);
        body.Il.Emit(OpCodes.Call, Model.Type.GetProperty("IsDefault")!.GetMethod!);
        body.GoIfFalse(some);
        EmitBegin(body, () => body.Int(Absence.NoArray));
        body.Return();
        body.Mark(some);
    }

    protected LocalBuilder EmitSpan(Body body)
    {
        var span = body.Local(typeof(ReadOnlySpan<>).MakeGenericType(ItemType));
        switch (Walk.Kind)
        {
            case WalkKind.Array:
                body.Argument(1);
                body.Il.Emit(OpCodes.Newobj, span.LocalType.GetConstructor([ItemType.MakeArrayType()])!);
                break;
            case WalkKind.List:
                body.Argument(1);
                body.CallStatic(typeof(System.Runtime.InteropServices.CollectionsMarshal), "AsSpan", ItemType);
                body.Il.Emit(OpCodes.Call,
                    typeof(Span<>).MakeGenericType(ItemType).GetMethods()
                        .First(m => m.Name == "op_Implicit" && m.ReturnType == span.LocalType));
                break;
            case WalkKind.ImmutableArray:
                body.ArgumentAddress(1);
                body.Il.Emit(OpCodes.Call, Model.Type.GetMethod("AsSpan", [])!);
                break;
            default:
                EmitSnapshot(body);
                break;
        }
        body.Store(span);
        return span;
    }

    protected virtual void EmitSpanLoop(Body body)
    {
        var span = EmitSpan(body);
        EmitItems(body, span);
    }

    protected void EmitItems(Body body, LocalBuilder span)
    {
        var (count, i, item) = (body.Local(typeof(int)), body.Local(typeof(int)), body.Local(ItemType));
        body.LoadAddress(span);
        body.Il.Emit(OpCodes.Call, span.LocalType.GetProperty("Length")!.GetMethod!);
        body.Store(count);
        EmitBegin(body, () => body.Load(count));
        var (test, next) = (body.Label(), body.Label());
        body.Int(0);
        body.Store(i);
        body.Go(test);
        body.Mark(next);
        body.LoadAddress(span);
        body.Load(i);
        body.Il.Emit(OpCodes.Call, span.LocalType.GetProperty("Item")!.GetMethod!);
        body.Il.Emit(OpCodes.Ldobj, ItemType);
        body.Store(item);
        EmitWriteItem(body, i, item);
        EmitIncrement(body, i);
        body.Mark(test);
        body.Load(i);
        body.LoadAddress(span);
        body.Il.Emit(OpCodes.Call, span.LocalType.GetProperty("Length")!.GetMethod!);
        body.Il.Emit(OpCodes.Blt, next);
        EmitEnd(body, count);
    }

    void EmitEnumeration(Body body)
    {
        var (count, i, item) = (body.Local(typeof(int)), body.Local(typeof(int)), body.Local(ItemType));
        body.ArgumentReceiver(1, Model.Type);
        body.CallOn(Model.Type, Walk.Count!);
        body.Store(count);
        EmitBegin(body, () => body.Load(count));
        var enumeratorType = Walk.GetEnumerator!.ReturnType;
        var enumerator = body.Local(enumeratorType);
        body.ArgumentReceiver(1, Model.Type);
        body.CallOn(Model.Type, Walk.GetEnumerator);
        body.Store(enumerator);
        body.Int(0);
        body.Store(i);
        bool dispose = typeof(IDisposable).IsAssignableFrom(enumeratorType);
        if (dispose)
            body.Il.BeginExceptionBlock();
        var (next, done) = (body.Label(), body.Label());
        body.Mark(next);
        body.LoadReceiver(enumerator);
        body.CallOn(enumeratorType,
            enumeratorType.GetMethod("MoveNext", []) ?? typeof(System.Collections.IEnumerator).GetMethod("MoveNext")!);
        body.GoIfFalse(done);
        body.LoadReceiver(enumerator);
        body.CallOn(enumeratorType, enumeratorType.GetProperty("Current")!.GetMethod!);
        body.Store(item);
        EmitWriteItem(body, i, item);
        EmitIncrement(body, i);
        body.Go(next);
        body.Mark(done);
        if (dispose)
        {
            body.Il.BeginFinallyBlock();
            body.LoadReceiver(enumerator);
            body.CallOn(enumeratorType, typeof(IDisposable).GetMethod("Dispose")!);
            body.Il.EndExceptionBlock();
        }
        body.LoadModel(Model);
        body.Load(count);
        body.Load(i);
        body.CallStatic(typeof(Refusals), nameof(Refusals.CountChanged));
        EmitEnd(body, count);
    }

    protected static void EmitIncrement(Body body, LocalBuilder i)
    {
        body.Load(i);
        body.Int(1);
        body.Il.Emit(OpCodes.Add);
        body.Store(i);
    }
}
