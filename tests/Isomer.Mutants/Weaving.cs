using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;

namespace Isomer.Mutants;

/// <summary>Writes the library once more, with a call before each instruction that a mutant would change.</summary>
internal static class Weaving
{
    public static void Weave(string library, string output, IReadOnlyList<Mutant> mutants)
    {
        using var resolver = new DefaultAssemblyResolver();
        resolver.AddSearchDirectory(Path.GetDirectoryName(library));
        resolver.AddSearchDirectory(Path.GetDirectoryName(typeof(object).Assembly.Location));
        using var module = ModuleDefinition.ReadModule(new MemoryStream(File.ReadAllBytes(library)),
            new ReaderParameters { AssemblyResolver = resolver });
        var own = typeof(Recorder).Assembly.GetName();
        var reference = new AssemblyNameReference(own.Name, own.Version);
        module.AssemblyReferences.Add(reference);
        var hit = new MethodReference(nameof(Recorder.Hit), module.TypeSystem.Void,
            new TypeReference(typeof(Recorder).Namespace, nameof(Recorder), module, reference));
        hit.Parameters.Add(new ParameterDefinition(module.TypeSystem.Int32));
        foreach (var group in Enumerable.Range(0, mutants.Count).GroupBy(id => mutants[id].Token))
        {
            var body = ((MethodDefinition)module.LookupToken(group.Key)).Body;
            var at = group.Select(id => (Id: id, Place: body.Instructions.First(i => i.Offset == mutants[id].At))).ToList();
            body.SimplifyMacros();
            var il = body.GetILProcessor();
            foreach (var (id, place) in at)
            {
                // Branches lead to the object: it becomes the first instruction of the call, and what it was follows.
                var was = il.Create(OpCodes.Nop);
                (was.OpCode, was.Operand) = (place.OpCode, place.Operand);
                (place.OpCode, place.Operand) = (OpCodes.Ldc_I4, id);
                il.InsertAfter(place, was);
                il.InsertAfter(place, il.Create(OpCodes.Call, hit));
            }
            body.OptimizeMacros();
        }
        module.Write(output);
    }
}
