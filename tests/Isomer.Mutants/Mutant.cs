namespace Isomer.Mutants;

/// <summary>One change to the library's compiled code: a byte or two, at a place, in a method.</summary>
/// <param name="Offset">Where in the file the changed bytes begin.</param>
/// <param name="Bytes">What stands there instead.</param>
/// <param name="Change">In words: "brtrue for brfalse".</param>
/// <param name="Method">Type and method.</param>
/// <param name="File">The source's path, from the library's folder on.</param>
/// <param name="Line">The line of the statement.</param>
/// <param name="Token">The method's number in the metadata.</param>
/// <param name="At">Where in the method's code the instruction begins.</param>
internal sealed record Mutant(int Offset, byte[] Bytes, string Change, string Method, string File, int Line, int Token, int At)
{
    /// <summary>The room: the folder that the source stands in.</summary>
    public string Room => Path.GetDirectoryName(File)!.Replace('\\', '/');
}
