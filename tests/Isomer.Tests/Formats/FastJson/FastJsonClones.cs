namespace fastJSON;

/// <summary>Stands for the attribute of the original, which is known by its name.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public sealed class DataMemberAttribute : Attribute
{
    public string? Name { get; set; }
}
