using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// Objects that several places share. A place is given what was made of the object before, if that is of the place's own type;
/// else the object is read again where its bytes are, as the type that the place has: a detour.
/// </summary>
/// <remarks>
/// A detour is asked for by three things: an object that was skipped where it stands, one that the reader has as two types (an
/// array in one place, a list in another), and one that the reader has as a struct, of which each place has a copy. The bytes of
/// all detours together are bounded, for nested copies double with each level.
/// </remarks>
internal ref partial struct CompactAdapter
{
    /// <summary>How many bytes of detours each byte of the payload pays for, and how many are free.</summary>
    const int AgainPerByte = 16, AgainFree = 1 << 20;

    /// <summary>A detour: where to go on after it, and where it began.</summary>
    readonly record struct Redirect(int Position, int Top, int NextId, int Start);

    public readonly void Register(int identity, object value)
    {
        if (identity >= 0)
            CollectionsMarshal.AsSpan(_objects)[identity].Keep(value);
    }

    /// <summary>Gives an object that is written whole its number. One that is read as a struct makes nothing that can be shared.</summary>
    void Count(CompactType declared, CompactType exact, bool isShared)
    {
        if (_objects is null || !declared.HasIdentity)
            return;
        int id = _nextId++;
        if (id == _objects.Count)
            _objects.Add(new CompactEntry { Position = _position, Type = exact, IsSkipped = !isShared });
        _identity = id;
    }

    Head Enter(Head head, CompactType declared, CompactType exact, TypeModel model)
    {
        _identity = -1;
        bool isShared = !model.Type.IsValueType;
        Count(declared, exact, isShared);
        if (_identity < 0)
            return head;
        ref var entry = ref CollectionsMarshal.AsSpan(_objects)[_identity];
        if (entry.As(model.Type) is not { } known)
        {
            entry.IsSkipped &= !isShared;
            return head;
        }
        // On a detour through an object of which this part was made before.
        _reference = known;
        _identity = -1;
        SkipExact(_type!);
        _type = null;
        return Shapes.Head.Reference;
    }

    Head Recall(CompactType declared, TypeModel model)
    {
        int id = IdOfReference();
        var entry = _objects![id];
        _reference = entry.As(model.Type);
        _type = null;
        // Where nothing was made of it yet it is being read: a cycle, which Reference refuses.
        if (_reference is not null || (entry.Value is null && !entry.IsSkipped))
            return Shapes.Head.Reference;
        Detour(id);
        CollectionsMarshal.AsSpan(_objects)[id].IsSkipped = false;
        _identity = id;
        int subtype = Array.FindIndex(declared.Subtypes, s => s.Type == entry.Type);
        if (entry.Type == declared || subtype < 0)
            return Shapes.Head.Value;
        _subtype = _plan.Match(declared, model).Subtypes[subtype];
        return _subtype >= 0 ? Shapes.Head.Subtype
            : throw new WireFormatException(
                $"The writer has the subtype {declared.Subtypes[subtype]} here, which '{model.Type}' does not have{Where()}.");
    }

    int IdOfReference()
    {
        ulong id = Varint();
        return id < (ulong)_objects!.Count ? (int)id
            : throw new WireFormatException($"A reference points to object {id} of {_objects.Count}.");
    }

    /// <summary>Goes to where the object stands; the end of the object leads back.</summary>
    void Detour(int id)
    {
        var entry = _objects![id];
        // What opens no level (a carrier that refers to itself) is not bounded by the depth.
        if (_redirects!.Count > _limits.MaxDepth)
            throw new WireFormatException($"The reference to object {id} leads to itself.") { Offset = CompactErrors.AtPosition };
        _redirects.Push(new Redirect(_position, _top, _nextId, entry.Position));
        _nextId = id + 1;
        _position = entry.Position;
        AnnounceExact(entry.Type);
    }

    /// <summary>At the end of an object or collection: back from a detour that began with it.</summary>
    void Return()
    {
        if (_redirects is null || !_redirects.TryPeek(out var redirect) || redirect.Top != _top)
            return;
        _redirects.Pop();
        _again += _position - redirect.Start;
        if (_again > (long)AgainPerByte * _bytes.Length + AgainFree)
        {
            throw new WireFormatException(
                $"Shared objects were read again for more than {AgainPerByte} times the payload: the reader has other types than the writer.")
            { Offset = CompactErrors.AtPosition };
        }
        _position = redirect.Position;
        _nextId = redirect.NextId;
    }
}

/// <summary>An object that was met while reading with references: where its bytes are, and what was made of it.</summary>
internal record struct CompactEntry
{
    /// <summary>What was made of it first; null while nothing is, and where it is read as a struct.</summary>
    public object? Value;

    /// <summary>What was made of it for places of other types.</summary>
    List<object>? _others;

    public int Position;
    public CompactType Type;

    /// <summary>Whether a reference to it has to read it, for nobody makes of it what could be shared.</summary>
    public bool IsSkipped;

    /// <summary>What was made of it, if a place of this type can hold that; or null.</summary>
    public readonly object? As(Type type)
    {
        if (Value is null || Fits(Value, type))
            return Value;
        return _others?.Find(type.IsInstanceOfType);
    }

    /// <summary>
    /// Whether a place of this type holds the value; nodes are read by the models of the collections that they were written as.
    /// </summary>
    public static bool Fits(object value, Type type) => type.IsInstanceOfType(value) || value is Node;

    public void Keep(object value)
    {
        IsSkipped = false;
        if (Value is null || Value.GetType() == value.GetType())
            Value = value;
        else
            (_others ??= []).Add(value);
    }
}
