using System.Diagnostics.CodeAnalysis;

namespace Isomer.Model;

/// <summary>
/// Parts of this library that an application can leave out of its executable, by <c>&lt;IsomerTables&gt;false&lt;/IsomerTables&gt;</c> in a
/// project with <c>PublishAot</c>. The ahead-of-time compiler puts <c>false</c> in place of the property then, and all code behind it is
/// gone; who asks for that part at run time is told so (docs/ahead-of-time.md).
/// </summary>
internal static class Features
{
    /// <summary>
    /// DataSets, DataTables and data readers as values. Without them System.Data, System.Private.Xml and what these two bring along
    /// (regular expressions, HTTP, cryptography) are gone: of an application that calls Json alone, half of its executable. Values of
    /// System.Data.SqlTypes and a Regex as a value go with them.
    /// </summary>
    [FeatureSwitchDefinition("Isomer.Tables")]
    internal static bool Tables { get; } = IsOn("Isomer.Tables");

    /// <summary>JsonOptions.FastJson: fastJSON's form of JSON, which every call of Json asks its options for.</summary>
    [FeatureSwitchDefinition("Isomer.FastJson")]
    internal static bool FastJson { get; } = IsOn("Isomer.FastJson");

    static bool IsOn(string name) => !AppContext.TryGetSwitch(name, out bool isOn) || isOn;

    /// <summary>Why a set, a table or a reader of rows cannot be used that the application left out.</summary>
    internal static NotSupportedException TablesAreLeftOut(Type type) => LeftOut($"'{type}'", "IsomerTables");

    /// <summary>Why a part cannot be used that the application left out.</summary>
    internal static NotSupportedException LeftOut(string what, string property) =>
        new($"{what} cannot be used: this application was built with <{property}>false</{property}>. Take that out of its project.");
}
