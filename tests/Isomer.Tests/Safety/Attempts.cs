namespace Isomer.Tests.Safety;

/// <summary>
/// For what a busy machine can spoil and a fault spoils each time: an assertion about measured time or about what the JIT has done by now.
/// </summary>
internal static class Attempts
{
    /// <summary>Right if one of three is; the third tells what is wrong.</summary>
    public static void OfThree(Action check)
    {
        for (int attempt = 1; attempt < 3; attempt++)
        {
            try
            {
                check();
                return;
            }
            catch (Exception e) when (e is Xunit.Sdk.IAssertionException)
            {
                // Told by the last one if it stays.
            }
        }
        check();
    }
}
