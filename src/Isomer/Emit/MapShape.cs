using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>The shape of a map: key event, key, value event, value.</summary>
/// <remarks>
/// <code>
/// // writing
/// sink.BeginMap(Model, count);
/// { sink.Key(Model, i); (key) sink.MapValue(Model); (value) }              // for each entry, as CollectionShape has it
/// sink.EndMap(Model, count);
///
/// // reading
/// int count = source.BeginMap(Model);
/// while (source.NextKey(Model, i, count)) { var k = (key); source.MapValue(Model); target[k] = (value); }
/// source.EndMap(Model);
/// </code>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class MapShape(ShapeAssembly assembly, MapModel model, Func<TypeModel, ShapeMethods> find)
    : CollectionShape(assembly, model, find)
{
    protected override void EmitWriteItem(Body body, LocalBuilder index, LocalBuilder item)
    {
        body.Wire();
        body.LoadModel(Model);
        body.Load(index);
        body.Call(nameof(ISink.Key));
        ValueEmitter.Write(body, model.Key, () => LoadPart(body, item, "Key"));
        body.Wire();
        body.LoadModel(Model);
        body.Call(nameof(ISink.MapValue));
        ValueEmitter.Write(body, model.Value, () => LoadPart(body, item, "Value"));
    }

    void LoadPart(Body body, LocalBuilder item, string name)
    {
        body.LoadAddress(item);
        body.Il.Emit(OpCodes.Call, ItemType.GetProperty(name)!.GetMethod!);
    }

    protected override void EmitBegin(Body body, Action loadCount)
    {
        body.Wire();
        body.LoadModel(Model);
        loadCount();
        body.Call(nameof(ISink.BeginMap));
    }

    protected override void EmitEnd(Body body, LocalBuilder count)
    {
        body.Wire();
        body.LoadModel(Model);
        body.Load(count);
        body.Call(nameof(ISink.EndMap));
    }

    protected override void EmitSnapshot(Body body)
    {
        body.Argument(1);
        if (Model.Type.IsValueType)
            body.Il.Emit(OpCodes.Box, Model.Type);
        if (typeof(IEnumerable<>).MakeGenericType(ItemType).IsAssignableFrom(Model.Type))
            body.CallStatic(typeof(Walks), nameof(Walks.Entries), model.KeyType, model.ValueType);
        else
            body.CallStatic(typeof(Walks), nameof(Walks.UntypedEntries));
    }

    protected override void EmitReadBegin(Body body)
    {
        body.Wire();
        body.LoadModel(Model);
        body.Call(nameof(ISource.BeginMap));
    }

    protected override void EmitReadNext(Body body, LocalBuilder index, LocalBuilder count)
    {
        body.Wire();
        body.LoadModel(Model);
        body.Load(index);
        body.Load(count);
        body.Call(nameof(ISource.NextKey));
    }

    protected override LocalBuilder EmitReadItem(Body body)
    {
        var (key, value) = EmitReadParts(body, null);
        var item = body.Local(ItemType);
        body.Load(key);
        body.Load(value);
        body.Il.Emit(OpCodes.Newobj, ItemType.GetConstructor([model.KeyType, model.ValueType])!);
        body.Store(item);
        return item;
    }

    protected override LocalBuilder EmitAdd(Body body, LocalBuilder target, Noting? noting)
    {
        var (key, value) = EmitReadParts(body, noting);
        var pass = body.Label();
        noting?.EmitNote(Model, target, pass, nameof(Rekeyed.NoteEntry), key, value);
        var add = Build.Add!;
        EmitCheckEnds(body, key, target);
        EmitCheckFits(body, add, key, value, target);
        EmitCheckTold(body, key, value, target);
        body.LoadReceiver(target);
        body.Load(key);
        body.Load(value);
        body.CallOn(TargetType, add);
        if (add.ReturnType != typeof(void))
            body.Il.Emit(OpCodes.Pop);
        body.Mark(pass);
        return key;
    }

    /// <summary>A table of any class, behind IDictionary.</summary>
    /// <code>
    /// if (Gathering.TakesEntries(Model, existing))
    /// {
    ///     (the head) if (empties) Gathering.Empty(existing, Model);
    ///     int count = source.BeginMap(Model); (register existing) var guard = Gathering.GuardOf(existing);
    ///     for (int i = 0; source.NextKey(Model, i, count); i++) Gathering.PutEntry(existing, guard, (key), (value));     // or noted
    ///     source.EndMap(Model); return existing;
    /// }
    /// </code>
    protected override void EmitMergeOther(Body body)
    {
        if (Model.Type != typeof(IDictionary))
            return;
        var (fresh, exact, next, end, pass) = (body.Label(), body.Label(), body.Label(), body.Label(), body.Label());
        body.LoadModel(Model);
        body.Argument(1);
        body.CallStatic(typeof(Gathering), nameof(Gathering.TakesEntries));
        body.GoIfFalse(fresh);
        EmitReadHead(body, exact);
        body.Mark(exact);
        EmitEmpty(body);
        var (target, guard) = (body.Local(typeof(IDictionary)), body.Local(typeof(GuardedAdding)));
        var (count, i) = (body.Local(typeof(int)), body.Local(typeof(int)));
        body.Argument(1);
        body.Store(target);
        EmitReadBegin(body);
        body.Store(count);
        EmitRegister(body, EmitIdentity(body), () => body.Load(target));
        body.Load(target);
        body.CallStatic(typeof(Gathering), nameof(Gathering.GuardOf));
        body.Store(guard);
        body.Int(0);
        body.Store(i);
        var noting = new Noting(body);
        body.Mark(next);
        EmitReadNext(body, i, count);
        body.GoIfFalse(end);
        var (key, value) = EmitReadParts(body, noting);
        noting.EmitNote(Model, target, pass, nameof(Rekeyed.NoteEntry), key, value);
        body.Load(target);
        body.Load(guard);
        body.Load(key);
        body.Load(value);
        body.CallStatic(typeof(Gathering), nameof(Gathering.PutEntry));
        body.Mark(pass);
        EmitIncrement(body, i);
        body.Go(next);
        body.Mark(end);
        EmitReadEnd(body);
        noting.EmitCompleted(Model, target);
        body.Argument(1);
        body.Return();
        body.Mark(fresh);
    }

    (LocalBuilder Key, LocalBuilder Value) EmitReadParts(Body body, Noting? noting)
    {
        var (key, value) = (body.Local(model.KeyType), body.Local(model.ValueType));
        noting?.EmitBefore();
        ValueEmitter.Read(body, model.Key);
        body.Store(key);
        noting?.EmitAfter();
        body.Wire();
        body.LoadModel(Model);
        body.Call(nameof(ISource.MapValue));
        ValueEmitter.Read(body, model.Value);
        body.Store(value);
        return (key, value);
    }

    protected override void EmitReadEnd(Body body)
    {
        body.Wire();
        body.LoadModel(Model);
        body.Call(nameof(ISource.EndMap));
    }
}
