using System.Diagnostics.CodeAnalysis;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>
/// How a value is written and read where it stands. Scalars, enums and nullables are inline events; everything else is a
/// direct call of its shape.
/// </summary>
/// <remarks>
/// <code>
/// sink.Int32(v);                                                       // scalar
/// sink.Enum(model, (long)v);                                           // enum
/// if (v.HasValue) { sink.Present(); (value) } else sink.Null();        // Nullable of T
/// Shape1_Line.Write(ref sink, v);                                      // the rest
///
/// v = source.Int32();
/// v = checked((Color)source.Enum(model));                              // nint too: checked((nint)source.Int64())
/// if (source.TryNull()) v = null; else v = (value);
/// v = Shape1_Line.Read(ref source);
/// </code>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ValueEmitter
{
    /// <summary>Whether values of this model are written where they stand, without a shape.</summary>
    public static bool IsInline(TypeModel model) => model is ScalarModel or EnumModel or OptionalModel { Access.IsNullable: true };

    public static void Write(Body body, TypeModel model, Action load)
    {
        switch (model)
        {
            case ScalarModel scalar:
                body.Wire();
                load();
                body.Call(EventOf(body, scalar.Scalar, widen: true));
                break;
            case EnumModel e:
                body.Wire();
                body.LoadModel(model);
                load();
                body.Il.Emit(IsUnsigned(e.Underlying) ? OpCodes.Conv_U8 : OpCodes.Conv_I8);
                body.Call(nameof(ISink.Enum));
                break;
            case OptionalModel { Access.IsNullable: true } optional:
                var nullable = body.Local(model.Type);
                var (none, end) = (body.Label(), body.Label());
                load();
                body.Store(nullable);
                LoadHasValue(body, nullable, model.Type);
                body.GoIfFalse(none);
                WritePresent(body, optional, nullable);
                body.Go(end);
                body.Mark(none);
                body.Wire();
                body.Call(nameof(ISink.Null));
                body.Mark(end);
                break;
            default:
                body.Wire();
                load();
                body.CallShape(body.Shape.ShapeOf(model).Write);
                break;
        }
    }

    /// <summary>A nullable that is known to have a value.</summary>
    public static void WritePresent(Body body, OptionalModel model, LocalBuilder nullable)
    {
        body.Wire();
        body.Call(nameof(ISink.Present));
        WriteSome(body, model.Value, () =>
        {
            body.LoadAddress(nullable);
            body.Il.Emit(OpCodes.Call, model.Type.GetMethod("GetValueOrDefault", [])!);
        });
    }

    /// <summary>
    /// A value where null around it says something else: no array is an empty one, if (S.DefaultArraysAreNull) v = Absence.OrEmpty(v).
    /// </summary>
    public static void WriteSome(Body body, TypeModel model, Action load)
    {
        Write(body, model, model switch
        {
            SequenceModel { MayBeNoArray: true } sequence => () => LoadArray(nameof(Absence.OrEmpty), sequence.ElementType),
            SurrogateModel { Surrogate.KeepsNoArray: true } =>
                () => LoadArray(nameof(Absence.OrEmptySegment), model.Type.GetGenericArguments()[0]),
            _ => load,
        });

        void LoadArray(string replaced, Type item)
        {
            var some = body.Label();
            load();
            body.LoadTrait(SinkTraits.DefaultArraysAreNull);
            body.GoIfFalse(some);
            body.CallStatic(typeof(Absence), replaced, item);
            body.Mark(some);
        }
    }

    public static void LoadHasValue(Body body, LocalBuilder nullable, Type type)
    {
        body.LoadAddress(nullable);
        body.Il.Emit(OpCodes.Call, type.GetProperty("HasValue")!.GetMethod!);
    }

    /// <summary>Leaves the value on the stack.</summary>
    public static void Read(Body body, TypeModel model)
    {
        switch (model)
        {
            case ScalarModel scalar:
                body.Wire();
                body.Call(EventOf(body, scalar.Scalar, widen: false));
                if (scalar.Scalar is Scalar.IntPtr)
                    body.Il.Emit(OpCodes.Conv_Ovf_I);
                else if (scalar.Scalar is Scalar.UIntPtr)
                    body.Il.Emit(OpCodes.Conv_Ovf_U_Un);
                break;
            case EnumModel e:
                body.Wire();
                body.LoadModel(model);
                body.Call(nameof(ISource.Enum));
                body.Il.Emit(NarrowTo(e.Underlying));
                break;
            case OptionalModel { Access.IsNullable: true } optional:
                var result = body.Local(model.Type);
                var (none, end) = (body.Label(), body.Label());
                body.Wire();
                body.Call(nameof(ISource.TryNull));
                body.GoIfTrue(none);
                Read(body, optional.Value);
                body.Il.Emit(OpCodes.Newobj, model.Type.GetConstructor([optional.ValueType])!);
                body.Store(result);
                body.Go(end);
                body.Mark(none);
                body.LoadAddress(result);
                body.Il.Emit(OpCodes.Initobj, model.Type);
                body.Mark(end);
                body.Load(result);
                break;
            default:
                body.Wire();
                body.CallShape(body.Shape.ShapeOf(model).Read);
                break;
        }
    }

    /// <summary>The event of a scalar; nint and nuint go as 64 bits.</summary>
    static string EventOf(Body body, Scalar scalar, bool widen)
    {
        if (scalar is not (Scalar.IntPtr or Scalar.UIntPtr))
            return scalar.ToString();
        if (widen)
            body.Il.Emit(scalar is Scalar.IntPtr ? OpCodes.Conv_I8 : OpCodes.Conv_U8);
        return scalar is Scalar.IntPtr ? nameof(ISink.Int64) : nameof(ISink.UInt64);
    }

    static bool IsUnsigned(Scalar scalar) =>
        scalar is Scalar.Byte or Scalar.UInt16 or Scalar.UInt32 or Scalar.UInt64 or Scalar.Char or Scalar.Boolean;

    /// <summary>From the 64 bits of an enum to its own, refusing what does not fit.</summary>
    static OpCode NarrowTo(Scalar scalar) => scalar switch
    {
        Scalar.SByte => OpCodes.Conv_Ovf_I1,
        Scalar.Byte or Scalar.Boolean => OpCodes.Conv_Ovf_U1,
        Scalar.Int16 => OpCodes.Conv_Ovf_I2,
        Scalar.UInt16 or Scalar.Char => OpCodes.Conv_Ovf_U2,
        Scalar.Int32 => OpCodes.Conv_Ovf_I4,
        Scalar.UInt32 => OpCodes.Conv_Ovf_U4,
        _ => OpCodes.Nop,
    };
}
