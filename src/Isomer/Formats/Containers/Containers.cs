using Isomer.Formats;

namespace Isomer;

/// <summary>
/// Files and texts in which .NET Framework kept payloads of its formatters among other things: resources, the view state of pages,
/// sessions. Read as nodes, without a type: what BinaryFormatter or SoapFormatter wrote within is shown as <see cref="Nrbf.Format"/> and
/// <see cref="Isomer.Soap.Format"/> show it. They are found by their names; the tool looks for them by itself.
/// </summary>
/// <example>
/// <code>
/// Node resources = Containers.Resources.ParseNode(File.ReadAllBytes("Strings.resources"))!;
/// Node state = Containers.ViewState.ParseNode(Convert.FromBase64String(hidden))!;
/// </code>
/// </example>
public static class Containers
{
    /// <summary>.resources: what ResourceWriter wrote, versions 1 and 2, and System.Resources.Extensions.</summary>
    public static Format Resources { get; } = new ContainerFormat("Resources", "application/x-ms-resources", false, [".resources"],
        ResourcesContainer.Match, ResourcesContainer.Read);

    /// <summary>.resx: the XML that designers write.</summary>
    public static Format Resx { get; } =
        new ContainerFormat("Resx", "text/microsoft-resx", true, [".resx"], ResxContainer.Match, ResxContainer.Read);

    /// <summary>
    /// The view state of ASP.NET's pages (ObjectStateFormatter, LosFormatter, .NET 1.x's text too): the bytes, base64 taken off. What is
    /// encrypted cannot be read.
    /// </summary>
    public static Format ViewState { get; } = new ContainerFormat("ViewState", "application/x-aspnet-viewstate", false, [".viewstate"],
        ViewStateContainer.Match, ViewStateContainer.Read);

    /// <summary>What ASP.NET kept of a session in a state server or a database (SessionStateItemCollection).</summary>
    public static Format Session { get; } =
        new ContainerFormat("Session", "application/x-aspnet-session", false, [".session"], SessionContainer.Match, SessionContainer.Read);

    internal static IReadOnlyList<Format> All { get; } = [Resources, Resx, ViewState, Session];
}
