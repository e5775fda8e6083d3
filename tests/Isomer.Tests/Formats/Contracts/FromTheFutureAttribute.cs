namespace System.Runtime.Serialization;

/// <summary>An attribute of the data contracts that a later framework may bring: no version of it is known here.</summary>
[AttributeUsage(AttributeTargets.All)]
public class FromTheFutureAttribute : Attribute;

/// <summary>One of somebody's own that derives from such.</summary>
[AttributeUsage(AttributeTargets.All)]
public sealed class DerivedFromTheFutureAttribute : FromTheFutureAttribute;
