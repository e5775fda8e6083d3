using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>
/// The body of one emitted method: an IL generator with the few phrases that shapes are made of. Argument 0 is the wire
/// (ref S), so a phrase that calls it pushes it first: <c>Wire(); ...arguments...; Call(nameof(ISink.Int32))</c>.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class Body
{
    readonly ShapeBuilder _shape;
    readonly Type _wireType;
    readonly Type _contract;

    public Body(ShapeBuilder shape, MethodBuilder method)
    {
        _shape = shape;
        Method = method;
        Il = method.GetILGenerator();
        _wireType = method.GetGenericArguments()[0];
        _contract = method.Name.StartsWith("Write", StringComparison.Ordinal) ? typeof(ISink) : typeof(ISource);
    }

    public MethodBuilder Method { get; }

    public ILGenerator Il { get; }

    public ShapeBuilder Shape => _shape;

    public void Wire() => Il.Emit(OpCodes.Ldarg_0);

    public void Argument(int index) => Il.Emit(OpCodes.Ldarg, (short)index);

    public void ArgumentAddress(int index) => Il.Emit(OpCodes.Ldarga, (short)index);

    public void Return() => Il.Emit(OpCodes.Ret);

    /// <summary>return (T)source.Reference();</summary>
    public void ReturnReference(Type type)
    {
        Wire();
        Call(nameof(ISource.Reference));
        Il.Emit(OpCodes.Unbox_Any, type);
        Return();
    }

    public void Int(int value) => Il.Emit(OpCodes.Ldc_I4, value);

    public LocalBuilder Local(Type type) => Il.DeclareLocal(type);

    public void Load(LocalBuilder local) => Il.Emit(OpCodes.Ldloc, local);

    public void LoadAddress(LocalBuilder local) => Il.Emit(OpCodes.Ldloca, local);

    public void Store(LocalBuilder local) => Il.Emit(OpCodes.Stloc, local);

    /// <summary>What members of the local are called on: the address of a struct, a reference itself.</summary>
    public void LoadReceiver(LocalBuilder local) => Il.Emit(local.LocalType.IsValueType ? OpCodes.Ldloca : OpCodes.Ldloc, local);

    /// <summary>What members of an argument of this type are called on: the address of a struct, a reference itself.</summary>
    public void ArgumentReceiver(int index, Type type) => Il.Emit(type.IsValueType ? OpCodes.Ldarga : OpCodes.Ldarg, (short)index);

    public Label Label() => Il.DefineLabel();

    public Label[] Labels(int count)
    {
        var labels = new Label[count];
        for (int i = 0; i < count; i++)
            labels[i] = Il.DefineLabel();
        return labels;
    }

    public void Mark(Label label) => Il.MarkLabel(label);

    public void Go(Label label) => Il.Emit(OpCodes.Br, label);

    public void GoIfTrue(Label label) => Il.Emit(OpCodes.Brtrue, label);

    public void GoIfFalse(Label label) => Il.Emit(OpCodes.Brfalse, label);

    /// <summary>
    /// Goes to one of the labels by the number on the stack. By none of none, which a saved assembly has no instruction for.
    /// </summary>
    public void Switch(Label[] cases)
    {
        if (cases.Length > 0)
            Il.Emit(OpCodes.Switch, cases);
        else
            Il.Emit(OpCodes.Pop);
    }

    /// <summary>The model of the shape, or any other.</summary>
    public void LoadModel(TypeModel model) => Il.Emit(OpCodes.Ldsfld, _shape.Constant(model, typeof(TypeModel)));

    public void LoadConstant(object value, Type type) => Il.Emit(OpCodes.Ldsfld, _shape.Constant(value, type));

    /// <summary>Calls a method of the wire; it and the arguments are on the stack.</summary>
    public void Call(string name) => Constrained(Known.Method(_contract, name));

    /// <summary>Calls a generic method of the wire that has this many parameters.</summary>
    public void CallGeneric(string name, int parameters, Type argument) =>
        Constrained(
            _contract.GetMethods().First(m => m.Name == name && m.IsGenericMethodDefinition && m.GetParameters().Length == parameters)
                .MakeGenericMethod(argument));

    void Constrained(MethodInfo method)
    {
        Il.Emit(OpCodes.Constrained, _wireType);
        Il.Emit(OpCodes.Callvirt, method);
    }

    /// <summary>Pushes whether the format has a trait, as zero or not: folded by the JIT, with the branch that hangs on it.</summary>
    public void LoadTrait(SinkTraits trait) => LoadTrait(typeof(ISink), (int)trait);

    /// <inheritdoc cref="LoadTrait(SinkTraits)"/>
    public void LoadTrait(SourceTraits trait) => LoadTrait(typeof(ISource), (int)trait);

    void LoadTrait(Type contract, int trait)
    {
        Il.Emit(OpCodes.Constrained, _wireType);
        Il.Emit(OpCodes.Call, Known.Method(contract, "get_" + nameof(ISink.Traits)));
        Int(trait);
        Il.Emit(OpCodes.And);
    }

    /// <summary>Calls a method of a shape for the same wire; the wire and the arguments are on the stack.</summary>
    public void CallShape(MethodInfo method) => Il.Emit(OpCodes.Call, method.MakeGenericMethod(_wireType));

    /// <summary>Calls a static method of the library that is generic over the wire.</summary>
    public void CallForWire(Type type, string name) => Il.Emit(OpCodes.Call, Known.Method(type, name).MakeGenericMethod(_wireType));

    public void CallStatic(Type type, string name, params Type[] arguments)
    {
        var method = Known.Method(type, name);
        Il.Emit(OpCodes.Call, arguments.Length == 0 ? method : method.MakeGenericMethod(arguments));
    }

    /// <summary>Calls an instance method on a target of this static type: its address for a struct, itself for a class.</summary>
    public void CallOn(Type target, MethodInfo method)
    {
        if (target.IsValueType)
        {
            if (method.DeclaringType!.IsInterface || !method.DeclaringType.IsValueType)
            {
                Il.Emit(OpCodes.Constrained, target);
                Il.Emit(OpCodes.Callvirt, method);
                return;
            }
            Il.Emit(OpCodes.Call, method);
            return;
        }
        if (method.DeclaringType!.IsInterface && !target.IsInterface && !method.DeclaringType.IsAssignableFrom(target))
            Il.Emit(OpCodes.Castclass, method.DeclaringType);
        Il.Emit(method.IsVirtual ? OpCodes.Callvirt : OpCodes.Call, method);
    }

    /// <summary>A constant of a parameter's or member's type.</summary>
    public void LoadDefault(Type type, object? value)
    {
        if (value is null)
        {
            if (!type.IsValueType)
            {
                Il.Emit(OpCodes.Ldnull);
                return;
            }
            var empty = Local(type);
            LoadAddress(empty);
            Il.Emit(OpCodes.Initobj, type);
            Load(empty);
            return;
        }
        LoadConstant(value, typeof(object));
        var exact = Nullable.GetUnderlyingType(type) ?? type;
        Il.Emit(OpCodes.Unbox_Any, exact);
        if (exact != type)
            Il.Emit(OpCodes.Newobj, type.GetConstructor([exact])!);
    }
}
