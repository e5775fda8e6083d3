using Isomer.Model;
using Isomer.Nodes;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// Nodes in <see cref="JsonOptions.Graph"/>: objects and arrays are what they are, and so are strings, bools and numbers in them, digit for
/// digit; what JSON has no form for says its type, <c>{"$type":"Guid","$value":"..."}</c>, and is read back as that. A scalar behind an
/// object member says that it is a node, <c>{"$type":"node","$value":5}</c>.
/// </summary>
internal ref partial struct JsonSink
{
    void WriteGraphNode(Node node, TypeModel declared)
    {
        var nodes = declared.Type == typeof(object) ? declared.Convention.ModelOf(typeof(Node)) : declared;
        if (node is not NodeValue value)
        {
            NodeWriter<JsonSink>.Write(ref this, node, nodes);
            return;
        }
        bool wrap = declared.Type == typeof(object) && _key == JsonKeys.Strings;
        if (wrap)
            OpenTyped("node");
        switch (value.Kind)
        {
            case NodeKind.Boolean:
                Boolean((bool)value.Value);
                break;
            case NodeKind.String when value.Value is string text:
                String(text);
                break;
            case NodeKind.Number when value.RawNumber is not null || !IsNamed(value.Value):
                RawNumber(value.NumberText!);
                break;
            default:
                WriteScalar(value.Value, nodes);
                break;
        }
        if (wrap)
            Close('{', '}');
    }

    static bool IsNamed(object number) => number switch
    {
        double d => !double.IsFinite(d),
        float f => !float.IsFinite(f),
        System.Half h => !System.Half.IsFinite(h),
        _ => false,
    };

    /// <summary><c>{"$type":"Guid","$value":"..."}</c></summary>
    void WriteScalar(object value, TypeModel nodes)
    {
        OpenTyped(GraphTypes.ScalarName(value.GetType())!);
        Codecs<JsonSink, JsonSource>.Of(nodes.Convention.ModelOf(value.GetType())).WriteObject(ref this, value);
        Close('{', '}');
    }

    void OpenTyped(string name)
    {
        _out.Put((byte)'{');
        _depth++;
        Separate('{');
        _out.Write("\"$type\""u8);
        Colon();
        WriteText(name);
        Separate('{');
        _out.Write("\"$value\""u8);
        Colon();
    }
}
