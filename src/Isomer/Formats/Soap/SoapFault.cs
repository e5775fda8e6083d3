using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer;

#pragma warning disable IDE1006, CA1051, IDE0044 // fields bear the names that envelopes have

/// <summary>
/// A fault of SOAP: what stands in an envelope's body instead of an answer. It is read where it or object is asked for, and written as any
/// other object.
/// </summary>
[Serializable]
public sealed class SoapFault
{
    string? faultcode;
    string? faultstring;
    string? faultactor;
    object? detail;

    /// <summary>A fault of the server.</summary>
    public SoapFault() => faultcode = "SOAP-ENV:Server";

    /// <summary>A fault with its code, text, and what it tells beyond.</summary>
    public SoapFault(string? code, string? text, string? actor = null, object? detail = null) =>
        (faultcode, faultstring, faultactor, this.detail) = (code, text, actor, detail);

    /// <summary>Whose fault it is: SOAP-ENV:Client, SOAP-ENV:Server and the like.</summary>
    public string? Code => faultcode;

    /// <summary>For people to read.</summary>
    public string? Text => faultstring;

    /// <summary>Who caused the fault, as a URI.</summary>
    public string? Actor => faultactor;

    /// <summary>More, of any type: a <see cref="SoapServerFault"/> from remoting's servers.</summary>
    public object? Detail => detail;

    internal static (string Name, Type Type)[] Names { get; } = Named();

    static (string Name, Type Type)[] Named()
    {
        Trimming.Keep(typeof(SoapFault));
        Trimming.Keep(typeof(SoapServerFault));
        return [("System.Runtime.Serialization.Formatters.SoapFault", typeof(SoapFault)), (SoapServerFault.ClrName, typeof(SoapServerFault))];
    }
}

/// <summary>What remoting's servers tell of an exception: System.Runtime.Serialization.Formatters.ServerFault.</summary>
[Serializable]
public sealed class SoapServerFault
{
    internal const string ClrName = "System.Runtime.Serialization.Formatters.ServerFault";

    string? exceptionType;
    string? message;
    string? stackTrace;

    /// <summary>What is told of an exception.</summary>
    public SoapServerFault(string? exceptionType, string? message, string? stackTrace) =>
        (this.exceptionType, this.message, this.stackTrace) = (exceptionType, message, stackTrace);

    /// <summary>The name of the exception's type, with its assembly.</summary>
    public string? ExceptionType => exceptionType;

    /// <summary>The message of the exception.</summary>
    public string? Message => message;

    /// <summary>Where it was thrown.</summary>
    public string? StackTrace => stackTrace;
}
