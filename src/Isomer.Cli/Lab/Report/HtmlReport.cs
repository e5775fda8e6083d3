using Isomer.Cli.Lab.Results;
namespace Isomer.Cli.Lab.Report;
static class HtmlReport { public static string Of(LabResults results) => results.Tool; }
