// What the tests ask of their own repository's test utilities: conditions of other frameworks, which are never true here.
// The project that run.sh makes has no implicit usings: corefx has classes of the names that these would bring.
using System;
using Xunit;

[Flags]
public enum TargetFrameworkMonikers { NetFramework = 1, Netcoreapp = 2, UapAot = 4, Uap = 8, Mono = 16 }

[AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
public sealed class SkipOnTargetFrameworkAttribute(TargetFrameworkMonikers frameworks, string reason = null) : Attribute
{
    public TargetFrameworkMonikers Frameworks => frameworks;
    public string Reason => reason;
}

[AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
public sealed class ActiveIssueAttribute(object issue, TargetFrameworkMonikers frameworks = 0) : Attribute
{
    public object Issue => issue;
    public TargetFrameworkMonikers Frameworks => frameworks;
}

[AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
public sealed class OuterLoopAttribute : Attribute;

public sealed class ConditionalFactAttribute(params string[] conditions) : FactAttribute
{
    public string[] Conditions => conditions;
}

public static class PlatformDetection
{
    public static bool IsFullFramework => false;
    public static bool IsNetNative => false;
    public static bool IsUap => false;
}

public static class AssertExtensions
{
    public static T Throws<T>(string parameter, Action work) where T : ArgumentException
    {
        var error = Assert.Throws<T>(work);
        Assert.Equal(parameter, error.ParamName);
        return error;
    }

    public static void Throws<TFirst, TSecond>(Action work)
    {
        var error = Record.Exception(work);
        Assert.True(error is TFirst or TSecond, $"{error}");
    }
}

namespace System.CodeDom
{
    public class CodeTypeDeclaration;

    public class CodeCompileUnit;
}
