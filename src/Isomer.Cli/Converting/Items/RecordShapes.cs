using System.Reflection;
using System.Reflection.Emit;
using Isomer.Formats;

namespace Isomer.Cli.Converting.Items;

/// <summary>
/// Nodes of one stream as objects of few layouts. A node tells the names of its members each time; records of a stream have the same ones
/// nearly always. So a class is made for records of the same members, and Compact tells its layout once. What comes back is the same node,
/// which is looked at each time; records that no class holds are written as nodes.
/// </summary>
sealed class RecordShapes
{
    /// <summary>Where records have more forms than this, they are no table, and each class costs time and memory.</summary>
    const int Most = 32;

    static readonly CompactOptions s_told = new() { Schema = CompactSchema.Embedded };
    static readonly CompactOptions s_named = new() { Schema = CompactSchema.Fingerprint };
    static readonly JsonOptions s_json = new() { Numbers = JsonNumbers.NamedFloats };

    readonly List<(RecordShape Shape, Type Type)> _known = [];
    static int s_assemblies;

    ModuleBuilder? _module;
    int _made;

    public byte[] Write(Node? node)
    {
        if (node is not NodeObject record)
            return Compact.Format.WriteNode(node);
        foreach (var (shape, type) in _known)
            if (shape.Holds(record))
                return Serialize(record, type, s_named) ?? Compact.Format.WriteNode(node);
        if (_made == Most || RecordShape.Of(record) is not { } found)
            return Compact.Format.WriteNode(node);
        // The members of a class that is known, of other kinds or of a kind where there was only null: a wider one takes its place.
        int same = _known.FindIndex(k => k.Shape.CanBecome(found));
        RecordShape made = same < 0 ? found : _known[same].Shape.With(found);
        if (TypeOf(made) is not { } emitted || Serialize(record, emitted, s_told) is not { } bytes || !CompactStreamLayouts.CanTell(bytes)
            || !Compact.ParseNode(bytes)!.Equals(node))
        {
            _made++;
            return Compact.Format.WriteNode(node);
        }
        if (same >= 0)
            _known.RemoveAt(same);
        _known.Insert(0, (made, emitted));
        _made++;
        return bytes;
    }

    static byte[]? Serialize(NodeObject record, Type type, CompactOptions options)
    {
        try
        {
            return Compact.Serialize(Json.Deserialize(Json.Serialize<Node>(record, s_json), type, s_json), type, options);
        }
        catch (Exception e) when (e is WireFormatException or NotSupportedException)
        {
            return null;
        }
    }

    Type? TypeOf(RecordShape shape)
    {
        // A name of its own for each: assemblies of one name are taken for one where shapes are made.
        _module ??= AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Isomer.Records" + Interlocked.Increment(ref s_assemblies)),
            AssemblyBuilderAccess.Run).DefineDynamicModule("Isomer.Records");
        try
        {
            return shape.ToType(_module, "Record" + _made);
        }
        catch (ArgumentException)
        {
            return null; // a name that no field can have
        }
    }
}
