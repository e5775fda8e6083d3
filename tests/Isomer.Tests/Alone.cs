using Xunit;

namespace Isomer.Tests;

/// <summary>Tests that look at the memory of the whole process: they run while no other does.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public static class Alone
{
    public const string Name = "alone";
}
