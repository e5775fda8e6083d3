using System.Reflection;
using System.Reflection.Emit;

namespace Isomer.Cli.Converting.Items;

/// <summary>What the records of a stream have in common: the names of members in their order, and what is in each.</summary>
abstract record RecordShape
{
    /// <summary>Nothing but null was seen.</summary>
    sealed record Unknown : RecordShape
    {
        public override bool Holds(Node? node) => node is null;
        public override Type ToType(ModuleBuilder module, string name) => typeof(string);
        protected override RecordShape? Join(RecordShape other) => other;
    }

    /// <summary>A text, a truth value, a number: null or of one CLR type.</summary>
    sealed record Scalar(Type Type) : RecordShape
    {
        public override bool Holds(Node? node) => node is null || (node is NodeValue v && v.Value.GetType() == Type);

        public override Type ToType(ModuleBuilder module, string name) =>
            Type.IsValueType ? typeof(Nullable<>).MakeGenericType(Type) : Type;

        protected override RecordShape? Join(RecordShape other) => other is Unknown || other == this ? this : null;
    }

    sealed record List(RecordShape Item) : RecordShape
    {
        public override bool Holds(Node? node) => node is null || (node is NodeArray array && array.All(Item.Holds));

        public override Type ToType(ModuleBuilder module, string name) =>
            typeof(List<>).MakeGenericType(Item.ToType(module, name + "Item"));

        protected override RecordShape? Join(RecordShape other) =>
            other is Unknown ? this : other is List list && Item.Join(list.Item) is { } item ? new List(item) : null;
    }

    /// <summary>What has no one kind stays a node within the record.</summary>
    sealed record Mixed : RecordShape
    {
        public override bool Holds(Node? node) => true;
        public override Type ToType(ModuleBuilder module, string name) => typeof(Node);
        protected override RecordShape? Join(RecordShape other) => this;
    }

    sealed record Members((string Name, RecordShape Shape)[] All) : RecordShape
    {
        public override bool Holds(Node? node)
        {
            if (node is not NodeObject o)
                return node is null;
            if (o.Count != All.Length)
                return false;
            for (int i = 0; i < All.Length; i++)
                if (o.Members[i].Key != All[i].Name || !All[i].Shape.Holds(o.Members[i].Value))
                    return false;
            return true;
        }

        public override Type ToType(ModuleBuilder module, string name)
        {
            var fields = All.Select((m, i) => (m.Name, Type: m.Shape.ToType(module, $"{name}_{i}"))).ToArray();
            TypeBuilder type = module.DefineType(name, TypeAttributes.Public | TypeAttributes.Sealed);
            foreach (var (field, fieldType) in fields)
                type.DefineField(field, fieldType, FieldAttributes.Public);
            return type.CreateType();
        }

        protected override RecordShape? Join(RecordShape other)
        {
            if (other is Unknown)
                return this;
            if (other is not Members { All: var theirs } || theirs.Length != All.Length)
                return null;
            var joined = new (string, RecordShape)[All.Length];
            for (int i = 0; i < All.Length; i++)
            {
                if (theirs[i].Name != All[i].Name)
                    return null;
                joined[i] = (All[i].Name, All[i].Shape.Join(theirs[i].Shape) ?? new Mixed());
            }
            return new Members(joined);
        }
    }

    /// <summary>Whether a value is one of these, so that it comes back as it is.</summary>
    public abstract bool Holds(Node? node);

    /// <summary>A class whose fields are called as the members.</summary>
    public abstract Type ToType(ModuleBuilder module, string name);

    /// <summary>What holds both; null if they have nothing in common.</summary>
    protected abstract RecordShape? Join(RecordShape other);

    public bool CanBecome(RecordShape other) => Join(other) is not null;

    public RecordShape With(RecordShape other) => Join(other)!;

    /// <summary>The shape of a record; null if it has names that mean something in JSON or that no field can have.</summary>
    public static RecordShape? Of(NodeObject record) => record.Count == 0 || !HasNames(record) ? null : Shape(record, 0);

    static bool HasNames(NodeObject o) =>
        o.Count <= 256 && o.All(m => m.Key.Length is > 0 and <= 512 && m.Key[0] != '$' && !m.Key.Contains('\0', StringComparison.Ordinal));

    static RecordShape Shape(Node? node, int depth)
    {
        switch (node)
        {
            case null:
                return new Unknown();
            case NodeValue { Value: bool or long or int or double or decimal or string } v:
                return new Scalar(v.Value.GetType());
            case NodeArray array when depth < 8:
                RecordShape? item = new Unknown();
                foreach (Node? each in array)
                    item = item?.Join(Shape(each, depth + 1));
                return item is null or Mixed ? new Mixed() : new List(item);
            case NodeObject o when depth < 8 && o.Count > 0 && HasNames(o):
                return new Members([.. o.Select(m => (m.Key, Shape(m.Value, depth + 1)))]);
            default:
                return new Mixed();
        }
    }
}
