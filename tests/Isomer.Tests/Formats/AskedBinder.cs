using System.Runtime.Serialization;

namespace Isomer.Tests.Formats;

/// <summary>A binder of a formatter's, which keeps what it was asked for.</summary>
sealed class AskedBinder(Func<string, Type?> bind) : SerializationBinder
{
    public List<string> Asked { get; } = [];

    public override Type? BindToType(string assemblyName, string typeName)
    {
        Asked.Add($"{typeName}, {assemblyName.Split(',')[0]}");
        return bind(typeName);
    }
}
