using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// What waits in a format that points forward until the whole graph has been read: tables whose keys may be objects that are read later,
/// callbacks of every object. One order, whatever the order of the input's records: what waits is prepared as soon as it can be; when all
/// has been read, it is made, the inner before the outer; then [OnDeserialized] runs; then the tables are made whose keys may make
/// themselves ready in that; then each <see cref="IDeserializationCallback"/> runs, in the order in which the objects were complete.
/// </summary>
internal sealed class Completion
{
    /// <summary>A value that waits, what it is to be made of, and whether what can be there before that is there.</summary>
    record struct Waiting(SurrogateModel Model, object Value, object Carrier, bool IsPrepared);

    readonly List<Waiting> _waiting = [];

    // Whether a constructor or the like may look at what waits before all has been read: 10,000 tables of objects took three times as long
    // to be prepared as to be made, so that they are where somebody may ask.
    bool _isAsked;

    // What others stand for, where any was given out that does.
    Dictionary<object, object>? _real;

    readonly List<(TypeModel Model, object Value)> _read = [];

    /// <summary>Takes an object that was read, and what carried it if it waits for others (<see cref="ISource.Completed"/>).</summary>
    public void Add(TypeModel model, object value, object? carrier)
    {
        if (model is SurrogateModel { Surrogate: var surrogate } carried)
        {
            if (surrogate.WaitsForGraph && surrogate.WaitsFor(carrier!))
                _waiting.Add(new(carried, value, carrier!, _isAsked && surrogate.Prepare(value, carrier!)));
            else
                surrogate.MakeObject(value, carrier!);
            if (surrogate.CalledBack.IsEmpty)
                return;
        }
        _read.Add((model, value));
    }

    /// <summary>Code of the program's own is about to be called with what has been read: what waits is prepared, from now on.</summary>
    public void MayBeAsked()
    {
        if (_isAsked)
            return;
        _isAsked = true;
        Prepare();
    }

    void Prepare()
    {
        foreach (ref var waiting in CollectionsMarshal.AsSpan(_waiting))
            if (!waiting.IsPrepared)
                waiting.IsPrepared = waiting.Model.Surrogate.Prepare(waiting.Value, waiting.Carrier);
    }

    /// <summary>
    /// Puts what others stand for where these were given out: in what is to be made now, and in what was prepared when it is complete, for
    /// its keys can be asked only then.
    /// </summary>
    public void PutIn(IEnumerable<object> graph, Dictionary<object, object> real)
    {
        var parts = new Dictionary<object, object>(ReferenceEqualityComparer.Instance);
        foreach (var (_, value, carrier, _) in _waiting)
            parts[value] = carrier;
        RealObjects.PutIn(graph, parts, real);
        _real = real;
    }

    /// <summary>The whole graph has been read.</summary>
    public void Finish()
    {
        var made = new List<Waiting>();
        var filled = new List<Waiting>();
        if (_isAsked || _read.Count > 0)
            Prepare();
        foreach (var waiting in _waiting)
            (waiting.Model.Surrogate.FillsItself(waiting.Carrier) ? filled : made).Add(waiting);
        MakeAll(made);
        foreach (var (model, value) in _read)
            foreach (var callback in CallbacksOf(model))
                if (callback.DeclaringType != typeof(IDeserializationCallback))
                    callback.CallBack(value);
        MakeAll(filled);
        foreach (var (model, value) in _read)
            foreach (var callback in CallbacksOf(model))
                if (callback.DeclaringType == typeof(IDeserializationCallback))
                {
                    if (model is SurrogateModel { Surrogate: var surrogate })
                        surrogate.BeforeCalledBack(value);
                    using (WrittenGraph.Leave(out _))
                        ((IDeserializationCallback)value).OnDeserialization(null);
                }
        Clear();
    }

    /// <summary>In the order in which they were read, but for what another must be made after.</summary>
    void MakeAll(List<Waiting> waiting)
    {
        if (!waiting.Exists(static w => w.Model.Surrogate.MadeBefore(w.Carrier) is not null))
        {
            foreach (var next in waiting)
                Make(next);
            return;
        }
        var places = Places(waiting);
        bool[] begun = new bool[waiting.Count];
        var chain = new Stack<int>();
        for (int i = 0; i < begun.Length; i++)
        {
            for (int next = i; !begun[next];)
            {
                begun[next] = true;
                chain.Push(next);
                if (waiting[next] is var (model, _, carrier, _) && model.Surrogate.MadeBefore(carrier) is { } inner
                    && places.TryGetValue(inner, out int before))
                    next = before;
            }
            // Of those that are around one another none can be the first: it says so.
            while (chain.TryPop(out int last))
                Make(waiting[last]);
        }
    }

    void Make(in Waiting waiting)
    {
        if (!waiting.IsPrepared)
        {
            waiting.Model.Surrogate.MakeObject(waiting.Value, waiting.Carrier);
            return;
        }
        waiting.Model.Surrogate.Complete(waiting.Value, waiting.Carrier);
        if (_real is not null)
            RealObjects.PutIn([waiting.Value], [], _real);
    }

    static Dictionary<object, int> Places(List<Waiting> waiting)
    {
        var places = new Dictionary<object, int>(waiting.Count, ReferenceEqualityComparer.Instance);
        for (int i = 0; i < waiting.Count; i++)
            places[waiting[i].Value] = i;
        return places;
    }

    /// <summary>Forgets all, as after an error.</summary>
    public void Clear()
    {
        _waiting.Clear();
        _read.Clear();
        _real = null;
        _isAsked = false;
    }

    static ImmutableArray<MethodInfo> CallbacksOf(TypeModel model) =>
        model is ObjectModel { Callbacks.Read: var read } ? read : ((SurrogateModel)model).Surrogate.CalledBack;
}
