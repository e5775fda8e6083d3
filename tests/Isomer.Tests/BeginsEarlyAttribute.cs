namespace Isomer.Tests;

/// <summary>
/// A class of tests that takes a minute or more: it begins before the others (<see cref="DrawnOrder"/>). Where xunit's order brought a few
/// such classes last, one processor of two waited for them: four minutes of forty (2026-11-28).
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class BeginsEarlyAttribute : Attribute;
