using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>
/// What the loop of a set or map does beside adding, where keys may hold objects that are still being read (<see cref="Rekeyed"/>).
/// </summary>
/// <remarks>
/// <code>
/// Rekeyed? noted = null;
/// for (...)
/// {
///     int referred = S.TracksReferences ? source.Referred() : 0;
///     var item = (item);                                                   // of a map its key; the value is read behind the next line
///     referred = S.TracksReferences ? source.Referred() - referred : 0;
///     if (referred == 0 || Rekeyed.NoteItem(ref noted, Model, target, item))
///         target.Add(item);
/// }
/// if (noted is not null) source.Completed(Model, target, noted);
///
/// // what is made of an array of all items, whether or not it is a key that refers
/// if (referred != 0) source.Completed(Model, target, Rekeyed.OfItems(Model, target, items));
/// </code>
/// </remarks>
internal sealed class Noting
{
    readonly Body _body;
    readonly LocalBuilder _noted;
    readonly LocalBuilder _referred;

    public Noting(Body body)
    {
        _body = body;
        _noted = body.Local(typeof(Rekeyed));
        _referred = body.Local(typeof(int));
        body.Il.Emit(OpCodes.Ldnull);
        body.Store(_noted);
        body.Int(0);
        body.Store(_referred);
    }

    /// <summary>Before a key, or before all items.</summary>
    public void EmitBefore() => WhereTracked(() =>
    {
        _body.Wire();
        _body.Call(nameof(ISource.Referred));
        _body.Store(_referred);
    });

    /// <summary>Behind a key, or behind all items.</summary>
    public void EmitAfter() => WhereTracked(() =>
    {
        _body.Wire();
        _body.Call(nameof(ISource.Referred));
        _body.Load(_referred);
        _body.Il.Emit(OpCodes.Sub);
        _body.Store(_referred);
    });

    /// <summary>Before it is added, or passed over until all has been read.</summary>
    public void EmitNote(TypeModel model, LocalBuilder target, Label pass, string method, params LocalBuilder[] parts) => WhereTracked(() =>
    {
        var end = _body.Label();
        _body.Load(_referred);
        _body.GoIfFalse(end);
        _body.LoadAddress(_noted);
        _body.LoadModel(model);
        _body.Load(target);
        foreach (var part in parts)
            _body.Load(part);
        _body.CallStatic(typeof(Rekeyed), method, [.. parts.Select(p => p.LocalType)]);
        _body.GoIfFalse(pass);
        _body.Mark(end);
    });

    /// <summary>Behind the last item.</summary>
    public void EmitCompleted(TypeModel model, LocalBuilder target) => WhereTracked(() =>
    {
        var end = _body.Label();
        _body.Load(_noted);
        _body.GoIfFalse(end);
        EmitHandOver(model, target);
        _body.Mark(end);
    });

    /// <summary>Behind the conversion of all items.</summary>
    public void EmitChecked(CollectionModel model, LocalBuilder items, LocalBuilder target)
    {
        EmitAfter();
        WhereTracked(() =>
        {
            var end = _body.Label();
            _body.Load(_referred);
            _body.GoIfFalse(end);
            _body.LoadModel(model);
            _body.Load(target);
            _body.Load(items);
            if (model is MapModel map)
                _body.CallStatic(typeof(Rekeyed), nameof(Rekeyed.OfEntries), map.KeyType, map.ValueType);
            else
                _body.CallStatic(typeof(Rekeyed), nameof(Rekeyed.OfItems), model.ItemType);
            _body.Store(_noted);
            EmitHandOver(model, target);
            _body.Mark(end);
        });
    }

    void EmitHandOver(TypeModel model, LocalBuilder target)
    {
        _body.Wire();
        _body.LoadModel(model);
        _body.Load(target);
        _body.Load(_noted);
        _body.Call(nameof(ISource.Completed));
    }

    void WhereTracked(Action emit)
    {
        var end = _body.Label();
        _body.LoadTrait(SourceTraits.TracksReferences);
        _body.GoIfFalse(end);
        emit();
        _body.Mark(end);
    }
}
