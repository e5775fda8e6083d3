using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Emit;
using Isomer.Ahead;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>The generic methods of a shape that other shapes call.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed record ShapeMethods(MethodInfo Write, MethodInfo WriteExact, MethodInfo Read, MethodInfo ReadExact, MethodInfo Fill,
    MethodInfo Merge)
{
    public static ShapeMethods Of(Type shape) => new(
        shape.GetMethod("Write")!, shape.GetMethod("WriteExact")!, shape.GetMethod("Read")!,
        shape.GetMethod("ReadExact")!, shape.GetMethod("Fill")!, shape.GetMethod("Merge")!);
}

/// <summary>
/// Builds the shape of one model. Defines what every kind has in common; what the methods do is the kind's own file.
/// </summary>
/// <remarks>
/// <code>
/// public struct Shape0_Order : IShape&lt;Order&gt;
/// {
///     static readonly TypeModel Model = (TypeModel)Handoff.Take(17);    // saved: (TypeModel)Bound&lt;Shape0_Order&gt;.Constants()[0]
///     public static void  Write&lt;S&gt;(ref S sink, Order value) where S : struct, ISink, allows ref struct;
///     public static void  WriteExact&lt;S&gt;(ref S sink, Order value);
///     public static Order Read&lt;S&gt;(ref S source) where S : struct, ISource, allows ref struct;
///     public static Order ReadExact&lt;S&gt;(ref S source);
///     public static void  Fill&lt;S&gt;(ref S source, ref Order target);
///     // Read into what is there, or into that collection emptied.
///     public static Order Merge&lt;S&gt;(ref S source, Order existing, bool empties);
/// }
/// </code>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal abstract class ShapeBuilder
{
    readonly TypeBuilder _type;
    readonly bool _isSaved;
    readonly Func<TypeModel, ShapeMethods> _find;
    readonly Dictionary<object, FieldBuilder> _constants = new(ReferenceEqualityComparer.Instance);
    readonly List<(FieldBuilder Field, int Ticket)> _handoffs = [];
    List<object?>? _known;
    Type? _created;

    protected ShapeBuilder(ShapeAssembly assembly, TypeModel model, Func<TypeModel, ShapeMethods> find)
    {
        Model = model;
        _find = find;
        _type = assembly.DefineShape(model.Type);
        _isSaved = assembly.IsSaved;
        var contract = typeof(IShape<>).MakeGenericType(model.Type);
        _type.AddInterfaceImplementation(contract);
        var (t, byRef) = (model.Type, model.Type.MakeByRefType());
        Methods = new ShapeMethods(
            Define("Write", typeof(ISink), typeof(void), contract, t),
            Define("WriteExact", typeof(ISink), typeof(void), contract, t),
            Define("Read", typeof(ISource), t, contract),
            Define("ReadExact", typeof(ISource), t, contract),
            Define("Fill", typeof(ISource), typeof(void), contract, byRef),
            Define("Merge", typeof(ISource), t, null, t, typeof(bool)));
    }

    public TypeModel Model { get; }

    public ShapeMethods Methods { get; }

    /// <summary>The type while it is being made: what saved code names it by.</summary>
    public TypeBuilder Builder => _type;

    public Type Created => _created ?? throw new InvalidOperationException("The shape has not been created.");

    public static ShapeBuilder Define(ShapeAssembly assembly, TypeModel model, Func<TypeModel, ShapeMethods> find) => model switch
    {
        ObjectModel o => o.Union is null ? new ObjectShape(assembly, o, find) : new UnionShape(assembly, o, find),
        SequenceModel s => new SequenceShape(assembly, s, find),
        MapModel m => new MapShape(assembly, m, find),
        OptionalModel o => new OptionalShape(assembly, o, find),
        SurrogateModel s => new SurrogateShape(assembly, s, find),
        _ => new ValueShape(assembly, model, find),
    };

    /// <summary>Emits all methods of the shape.</summary>
    public void Emit()
    {
        EmitWrite(Body(Methods.Write));
        EmitWriteExact(Body(Methods.WriteExact));
        EmitRead(Body(Methods.Read));
        EmitReadExact(Body(Methods.ReadExact));
        EmitFill(Body(Methods.Fill));
        EmitMerge(Body(Methods.Merge));
        EmitStaticConstructor();
    }

    public void Create() => _created = _type.CreateType();

    protected abstract void EmitWrite(Body body);

    protected abstract void EmitWriteExact(Body body);

    protected abstract void EmitRead(Body body);

    protected abstract void EmitReadExact(Body body);

    /// <summary>target = ReadExact(ref source): for kinds that cannot be read into.</summary>
    protected virtual void EmitFill(Body body)
    {
        body.Argument(1);
        body.Wire();
        body.CallShape(Methods.ReadExact);
        body.Il.Emit(OpCodes.Stobj, Model.Type);
        body.Return();
    }

    /// <summary>return Read(ref source): for kinds that cannot be read into.</summary>
    protected virtual void EmitMerge(Body body)
    {
        body.Wire();
        body.CallShape(Methods.Read);
        body.Return();
    }

    /// <summary>A static readonly field that holds this object.</summary>
    public FieldBuilder Constant(object value, Type type)
    {
        if (_constants.TryGetValue(value, out var field))
            return field;
        field = _type.DefineField("c" + _constants.Count, type, FieldAttributes.Public | FieldAttributes.Static | FieldAttributes.InitOnly);
        _constants.Add(value, field);
        _handoffs.Add((field, _isSaved ? NumberOf(value) : Handoff.Leave(value)));
        return field;
    }

    /// <summary>What a saved shape asks for: the place of the object among all that its model has.</summary>
    int NumberOf(object value)
    {
        _known ??= ShapeConstants.Of(Model);
        int number = _known.FindIndex(k => ReferenceEquals(k, value));
        return number >= 0
            ? number
            : throw new InvalidOperationException(
                $"The shape of '{Model.Type}' holds on to '{value}', which its model does not tell ({nameof(ShapeConstants)}).");
    }

    /// <summary>The methods of another model's shape.</summary>
    public ShapeMethods ShapeOf(TypeModel model) => _find(model);

    /// <summary>A further static method, generic over the format, that only this shape calls.</summary>
    protected MethodBuilder DefineHelper(string name, Type wire, Type returns, params Type[] parameters) =>
        Define(name, wire, returns, null, parameters);

    protected Body Body(MethodInfo method) => new(this, (MethodBuilder)method);

    MethodBuilder Define(string name, Type wire, Type returns, Type? contract, params Type[] parameters)
    {
        var method = _type.DefineMethod(name, MethodAttributes.Public | MethodAttributes.Static | MethodAttributes.HideBySig);
        var s = method.DefineGenericParameters("S")[0];
        s.SetGenericParameterAttributes(
            GenericParameterAttributes.NotNullableValueTypeConstraint | GenericParameterAttributes.DefaultConstructorConstraint
                | GenericParameterAttributes.AllowByRefLike);
        s.SetBaseTypeConstraint(typeof(ValueType));
        s.SetInterfaceConstraints(wire);
        method.SetParameters([s.MakeByRefType(), .. parameters]);
        method.SetReturnType(returns);
        // Who reads a saved shape, by a debugger or as C#, finds the names that IShape says.
        if (_isSaved)
            foreach (var (place, parameter) in NamesOf(name, wire).Index())
                method.DefineParameter(place + 1, ParameterAttributes.None, parameter);
        if (contract is not null)
            _type.DefineMethodOverride(method, contract.GetMethod(name)!);
        return method;
    }

    static string[] NamesOf(string method, Type wire) => method switch
    {
        "Write" or "WriteExact" => ["sink", "value"],
        "Fill" => ["source", "target"],
        "Merge" => ["source", "existing", "empties"],
        "Members" => ["source", "table", "target"],
        _ => [wire == typeof(ISink) ? "sink" : "source"],
    };

    void EmitStaticConstructor()
    {
        if (_handoffs.Count == 0)
            return;
        var il = _type.DefineTypeInitializer().GetILGenerator();
        if (_isSaved)
        {
            EmitConstants(il);
            return;
        }
        foreach (var (field, ticket) in _handoffs)
        {
            il.Emit(OpCodes.Ldc_I4, ticket);
            il.Emit(OpCodes.Call, typeof(Handoff).GetMethod(nameof(Handoff.Take))!);
            il.Emit(OpCodes.Castclass, field.FieldType);
            il.Emit(OpCodes.Stsfld, field);
        }
        il.Emit(OpCodes.Ret);
    }

    /// <summary>var all = Bound&lt;Shape0_Order&gt;.Constants(); c0 = (TypeModel)all[0]; ...</summary>
    void EmitConstants(ILGenerator il)
    {
        var all = il.DeclareLocal(typeof(object[]));
        il.Emit(OpCodes.Call,
            TypeBuilder.GetMethod(typeof(Bound<>).MakeGenericType(_type), typeof(Bound<>).GetMethod(nameof(Bound<>.Constants))!));
        il.Emit(OpCodes.Stloc, all);
        foreach (var (field, number) in _handoffs)
        {
            il.Emit(OpCodes.Ldloc, all);
            il.Emit(OpCodes.Ldc_I4, number);
            il.Emit(OpCodes.Ldelem_Ref);
            il.Emit(OpCodes.Castclass, field.FieldType);
            il.Emit(OpCodes.Stsfld, field);
        }
        il.Emit(OpCodes.Ret);
    }
}
