using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
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
    record struct Waiting(SurrogateModel Model, object Value, object Carrier, bool IsPrepared)
    {
        public void Prepare() => IsPrepared = IsPrepared || Model.Surrogate.Prepare(Value, Carrier);
    }

    readonly List<Waiting> _waiting = [];
    readonly List<(TypeModel Model, object Value)> _read = [];

    /// <summary>Takes an object that was read, and what carried it if it waits for others (<see cref="ISource.Completed"/>).</summary>
    public void Add(TypeModel model, object value, object? carrier)
    {
        if (model is SurrogateModel { Surrogate: var surrogate } carried)
        {
            if (surrogate.WaitsForGraph && surrogate.WaitsFor(carrier!))
                _waiting.Add(new(carried, value, carrier!, surrogate.Prepare(value, carrier!)));
            else
                surrogate.MakeObject(value, carrier!);
            if (surrogate.CalledBack.IsEmpty)
                return;
        }
        _read.Add((model, value));
    }

    /// <summary>
    /// The tables that are still to be made, by identity, each with what it is to be made of: who changes that has them prepared anew.
    /// </summary>
    public Dictionary<object, object> Unprepared()
    {
        var result = new Dictionary<object, object>(ReferenceEqualityComparer.Instance);
        foreach (ref var waiting in CollectionsMarshal.AsSpan(_waiting))
        {
            result[waiting.Value] = waiting.Carrier;
            waiting.IsPrepared = false;
        }
        return result;
    }

    /// <summary>The whole graph has been read.</summary>
    public void Finish()
    {
        var made = new List<Waiting>();
        var filled = new List<Waiting>();
        foreach (ref var waiting in CollectionsMarshal.AsSpan(_waiting))
        {
            waiting.Prepare();
            (waiting.Model.Surrogate.FillsItself(waiting.Carrier) ? filled : made).Add(waiting);
        }
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
    static void MakeAll(List<Waiting> waiting)
    {
        if (!waiting.Exists(static w => w.Model.Surrogate.MadeBefore(w.Carrier) is not null))
        {
            foreach (var (model, value, carrier, _) in waiting)
                model.Surrogate.MakeObject(value, carrier);
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
            {
                var (model, value, carrier, _) = waiting[last];
                model.Surrogate.MakeObject(value, carrier);
            }
        }
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
    }

    static ImmutableArray<MethodInfo> CallbacksOf(TypeModel model) =>
        model is ObjectModel { Callbacks.Read: var read } ? read : ((SurrogateModel)model).Surrogate.CalledBack;
}
