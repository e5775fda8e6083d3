using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>The shape of a sequence: one event and one value an item, or all of them at once.</summary>
/// <remarks>
/// <code>
/// // writing
/// if (S.Bulks) { sink.Bulk&lt;double&gt;(Model, span); return; }           // unmanaged numbers in an array or list
/// sink.BeginArray(Model, span.Length);
/// for (int i = 0; i &lt; span.Length; i++) { sink.Item(i); (value span[i]) }       // or (value (object)span[i])
/// sink.EndArray(Model);
///
/// // reading: as CollectionShape has it, but for unmanaged numbers first
/// if (S.Bulks) { var list = new List&lt;double&gt;(); source.Bulk&lt;double&gt;(Model, list); return list; }
/// if (S.Bulks) items = source.Bulk&lt;double&gt;(Model); else (items one by one)
/// </code>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class SequenceShape(ShapeAssembly assembly, SequenceModel model, Func<TypeModel, ShapeMethods> find)
    : CollectionShape(assembly, model, find)
{
    SinkTraits TakesBulk => model.Bulk == Scalar.None ? SinkTraits.BulksChecked : SinkTraits.Bulks;

    SourceTraits GivesBulk => model.Bulk == Scalar.None ? SourceTraits.BulksChecked : SourceTraits.Bulks;

    protected override void EmitWriteItem(Body body, LocalBuilder index, LocalBuilder item)
    {
        body.Wire();
        body.Load(index);
        body.Call(nameof(ISink.Item));
        ValueEmitter.Write(body, model.Shown, () =>
        {
            body.Load(item);
            if (model.Shown.Type != ItemType && ItemType.IsValueType)
                body.Il.Emit(OpCodes.Box, ItemType);
        });
    }

    protected override void EmitBegin(Body body, Action loadCount)
    {
        body.Wire();
        body.LoadModel(Model);
        loadCount();
        body.Call(nameof(ISink.BeginArray));
    }

    protected override void EmitEnd(Body body, LocalBuilder count)
    {
        body.Wire();
        body.LoadModel(Model);
        body.Call(nameof(ISink.EndArray));
    }

    protected override void EmitSpanLoop(Body body)
    {
        var span = EmitSpan(body);
        if (model.Block != Scalar.None)
        {
            var one = body.Label();
            body.LoadTrait(TakesBulk);
            body.GoIfFalse(one);
            body.Wire();
            body.LoadModel(Model);
            body.Load(span);
            body.CallGeneric(nameof(ISink.Bulk), 2, ItemType);
            body.Return();
            body.Mark(one);
        }
        EmitItems(body, span);
    }

    protected override void EmitSnapshot(Body body)
    {
        body.Argument(1);
        if (Model.Type.IsValueType)
            body.Il.Emit(OpCodes.Box, Model.Type);
        if (typeof(IEnumerable<>).MakeGenericType(ItemType).IsAssignableFrom(Model.Type))
            body.CallStatic(typeof(Walks), nameof(Walks.Items), ItemType);
        else if (ItemType != typeof(object))
            body.CallStatic(typeof(Walks), nameof(Walks.CastItems), ItemType);
        else
            body.CallStatic(typeof(Walks), nameof(Walks.UntypedItems));
    }

    protected override void EmitReadBegin(Body body)
    {
        body.Wire();
        body.LoadModel(Model);
        body.Call(nameof(ISource.BeginArray));
    }

    protected override void EmitReadNext(Body body, LocalBuilder index, LocalBuilder count)
    {
        body.Wire();
        body.Load(index);
        body.Load(count);
        body.Call(nameof(ISource.NextItem));
    }

    protected override LocalBuilder EmitReadItem(Body body)
    {
        var item = body.Local(ItemType);
        ValueEmitter.Read(body, model.Element);
        body.Store(item);
        return item;
    }

    protected override LocalBuilder EmitAdd(Body body, LocalBuilder target, Noting? noting)
    {
        noting?.EmitBefore();
        var item = EmitReadItem(body);
        noting?.EmitAfter();
        var pass = body.Label();
        noting?.EmitNote(Model, target, pass, nameof(Rekeyed.NoteItem), item);
        var add = Build.Add ?? TargetType.GetMethod("Add", [ItemType])!;
        EmitCheckEnds(body, item, target);
        EmitCheckFits(body, add, item, null, target);
        EmitCheckTold(body, item, null, target);
        body.LoadReceiver(target);
        body.Load(item);
        if (add.GetParameters()[0].ParameterType != ItemType && ItemType.IsValueType)
            body.Il.Emit(OpCodes.Box, ItemType);
        body.CallOn(TargetType, add);
        if (add.ReturnType != typeof(void))
            body.Il.Emit(OpCodes.Pop);
        body.Mark(pass);
        return item;
    }

    protected override void EmitReadEnd(Body body)
    {
        body.Wire();
        body.LoadModel(Model);
        body.Call(nameof(ISource.EndArray));
    }

    protected override void EmitReadExact(Body body)
    {
        EmitBulkIntoList(body, () => body.Il.Emit(OpCodes.Newobj, TargetType.GetConstructor([])!), returns: true);
        base.EmitReadExact(body);
    }

    protected override void EmitFill(Body body)
    {
        EmitBulkIntoList(body, () =>
        {
            body.Argument(1);
            body.Il.Emit(OpCodes.Ldind_Ref);
        }, returns: false);
        base.EmitFill(body);
    }

    /// <summary>if (S.Bulks) { var list = (list); source.Bulk(Model, list); return list; }: for a list of unmanaged numbers only.</summary>
    void EmitBulkIntoList(Body body, Action loadList, bool returns)
    {
        if (model.Block == Scalar.None || Build.Kind != BuildKind.List)
            return;
        var one = body.Label();
        body.LoadTrait(GivesBulk);
        body.GoIfFalse(one);
        var list = body.Local(TargetType);
        var identity = EmitIdentity(body);
        loadList();
        body.Store(list);
        EmitRegister(body, identity, () => body.Load(list));
        body.Wire();
        body.LoadModel(Model);
        body.Load(list);
        body.CallGeneric(nameof(ISource.Bulk), 2, ItemType);
        if (returns)
            body.Load(list);
        body.Return();
        body.Mark(one);
    }

    protected override LocalBuilder EmitReadItems(Body body, bool register = true)
    {
        if (model.Block == Scalar.None)
            return base.EmitReadItems(body, register);
        var (one, end) = (body.Label(), body.Label());
        var items = body.Local(ItemType.MakeArrayType());
        var identity = body.Local(typeof(int));
        body.LoadTrait(GivesBulk);
        body.GoIfFalse(one);
        body.Load(EmitIdentity(body));
        body.Store(identity);
        body.Wire();
        body.LoadModel(Model);
        body.CallGeneric(nameof(ISource.Bulk), 1, ItemType);
        body.Store(items);
        if (register)
            EmitRegister(body, identity, () => body.Load(items));
        body.Go(end);
        body.Mark(one);
        var inner = base.EmitReadItems(body, register);
        body.Store(items);
        body.Load(inner);
        body.Store(identity);
        body.Mark(end);
        body.Load(items);
        return identity;
    }
}
