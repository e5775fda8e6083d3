using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using Isomer.Model;
using Isomer.Shapes;

#pragma warning disable SYSLIB0050 // the pattern of an older age is what this is about

namespace Isomer.Conventions;

/// <summary>
/// A class that is carried by itself, and of which something else is made when it has been read: the object that an IObjectReference
/// stands for, the one DBNull. In the place of an object that may be of any type.
/// </summary>
internal interface IReplacing
{
    /// <summary>What stands for the object that was read.</summary>
    object Replace(object read);
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class Replacing
{
    public static Surrogate? Of(Type type)
    {
        if (type == typeof(DBNull))
            return DBNullSurrogate.Instance;
        return typeof(IObjectReference).IsAssignableFrom(type) && !type.IsAbstract
            && ContractKinds.Of(type, out _, out _) == ContractKind.Class
            ? (Surrogate)Activator.CreateInstance(typeof(RealObjectSurrogate<>).MakeGenericType(type))!
            : null;
    }
}

/// <summary>IObjectReference in data contracts. References to what was read lead to the object that it stands for.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class RealObjectSurrogate<[DynamicallyAccessedMembers(Trimming.Carried)] T> : Surrogate<T, T>, IReplacing
{
    public override T ToCarrier(T value) => value;

    // An object of a derived class was replaced by its own surrogate.
    public override T FromCarrier(T carrier) => carrier is null || carrier.GetType() != typeof(T) ? carrier
        : Replace(carrier) is T real ? real
        : throw new WireFormatException(
            $"A '{typeof(T)}' stands for an object of another type, which cannot stand where '{typeof(T)}' is declared.");

    public object Replace(object read) =>
        ((IObjectReference)read).GetRealObject(CallbackContext.Current)
            ?? throw new WireFormatException($"'{typeof(T)}.{nameof(IObjectReference.GetRealObject)}' gave null.");
}

/// <summary>DBNull, of which there is one: an object without members.</summary>
internal sealed class DBNullSurrogate : Surrogate<DBNull, DBNull>, IReplacing
{
    public static readonly DBNullSurrogate Instance = new();

    public override DBNull ToCarrier(DBNull value) => value;

    public override DBNull FromCarrier(DBNull carrier) => DBNull.Value;

    public object Replace(object read) => DBNull.Value;
}
