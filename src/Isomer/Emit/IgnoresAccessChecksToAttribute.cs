namespace System.Runtime.CompilerServices;

/// <summary>Known to the runtime by its name: code in the assembly that bears it may use what the named one keeps private.</summary>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
internal sealed class IgnoresAccessChecksToAttribute(string assemblyName) : Attribute
{
    public string AssemblyName { get; } = assemblyName;
}
