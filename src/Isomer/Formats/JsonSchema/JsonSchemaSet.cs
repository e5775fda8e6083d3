using System.Collections.Immutable;

namespace Isomer;

/// <summary>
/// Schemas of several types and what they refer to, as JSON text:
/// <see cref="Json.GetSchemas(IReadOnlyCollection{Type}, string, JsonOptions)"/>.
/// </summary>
/// <param name="Schemas">The schema of each type, in the order in which they were named.</param>
/// <param name="Definitions">An object: the name of each definition, and its schema.</param>
public sealed record JsonSchemaSet(ImmutableArray<string> Schemas, string Definitions);
