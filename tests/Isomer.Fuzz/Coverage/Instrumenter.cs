using System.Buffers.Binary;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Isomer.Fuzz.Coverage;

/// <summary>
/// Rewrites an assembly so that each block of its code sets a byte of <see cref="CoverageMap"/>. The metadata stays as it is: a probe
/// stores to an address that is a constant, and needs no token. The new bodies go behind the end of the last section, and each
/// method's address in the metadata is set to its new body.
/// </summary>
static class Instrumenter
{
    const int MethodIsIL = 0, FatHeaderSize = 12;

    /// <summary>The assembly with probes, and how many there are.</summary>
    public static (byte[] Image, int Blocks) Instrument(byte[] image)
    {
        using var pe = new PEReader(new MemoryStream(image));
        if (pe.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size != 0)
            throw new NotSupportedException("The assembly is compiled ahead of time: the runtime would not look at its IL.");
        MetadataReader metadata = pe.GetMetadataReader();
        SectionHeader last = pe.PEHeaders.SectionHeaders.MaxBy(s => s.PointerToRawData);
        if (last.PointerToRawData + last.SizeOfRawData != image.Length
            || pe.PEHeaders.SectionHeaders.Max(s => s.VirtualAddress) != last.VirtualAddress)
            throw new NotSupportedException("The last section is not at the end of the file.");
        var added = new MemoryStream();
        byte[] result = (byte[])image.Clone();
        int row = pe.PEHeaders.MetadataStartOffset + metadata.GetTableMetadataOffset(TableIndex.MethodDef),
            rowSize = metadata.GetTableRowSize(TableIndex.MethodDef);
        int start = last.VirtualAddress + last.SizeOfRawData, blocks = 0;
        foreach (MethodDefinitionHandle handle in metadata.MethodDefinitions)
        {
            MethodDefinition method = metadata.GetMethodDefinition(handle);
            if (method.RelativeVirtualAddress == 0 || ((int)method.ImplAttributes & 3) != MethodIsIL)
                continue;
            MethodBodyBlock body = pe.GetMethodBody(method.RelativeVirtualAddress);
            // A property's getter tells nothing, and must stay small enough to be inlined.
            if (body.GetILReader().Length <= 16 && body.ExceptionRegions.IsEmpty)
                continue;
            byte[]? code = new BodyRewriter(body).Rewrite(ref blocks);
            if (code is null)
                continue;
            while (added.Length % 4 != 0)
                added.WriteByte(0);
            BinaryPrimitives.WriteInt32LittleEndian(result.AsSpan(row + ((MetadataTokens.GetRowNumber(handle) - 1) * rowSize)),
                start + (int)added.Length);
            added.Write(code);
        }
        if (blocks > CoverageMap.Size)
            throw new NotSupportedException($"{blocks} blocks; the map has {CoverageMap.Size}.");
        int alignment = pe.PEHeaders.PEHeader!.FileAlignment;
        added.SetLength((added.Length + alignment - 1) / alignment * alignment);
        int size = last.SizeOfRawData + (int)added.Length;
        int header = SectionHeaderOf(pe.PEHeaders, last);
        BinaryPrimitives.WriteInt32LittleEndian(result.AsSpan(header + 8), size);
        BinaryPrimitives.WriteInt32LittleEndian(result.AsSpan(header + 16), size);
        int page = pe.PEHeaders.PEHeader.SectionAlignment;
        BinaryPrimitives.WriteInt32LittleEndian(result.AsSpan(pe.PEHeaders.PEHeaderStartOffset + 56),
            (last.VirtualAddress + size + page - 1) / page * page);
        return ([.. result, .. added.ToArray()], blocks);
    }

    static int SectionHeaderOf(PEHeaders headers, SectionHeader section) =>
        headers.PEHeaderStartOffset + headers.CoffHeader.SizeOfOptionalHeader + (40 * headers.SectionHeaders.IndexOf(section));

    /// <summary>What stands for `*(byte*)(Address + block) = 1`.</summary>
    public static void Probe(MemoryStream code, int block)
    {
        Span<byte> address = stackalloc byte[8];
        BinaryPrimitives.WriteUInt64LittleEndian(address, CoverageMap.Address + (ulong)block);
        code.WriteByte(0x21); // ldc.i8
        code.Write(address);
        code.Write([0xE0, 0x17, 0x52]); // conv.u, ldc.i4.1, stind.i1
    }

    /// <summary>A fat body: header, code, and where there are any the regions of exceptions.</summary>
    public static byte[] Assemble(byte[] code, MethodBodyBlock body, Func<int, int> place)
    {
        var result = new MemoryStream();
        var regions = body.ExceptionRegions;
        Span<byte> four = stackalloc byte[4];
        void Put(int value, Span<byte> scratch)
        {
            BinaryPrimitives.WriteInt32LittleEndian(scratch, value);
            result.Write(scratch);
        }
        int flags = 3 | (regions.IsEmpty ? 0 : 8) | (body.LocalVariablesInitialized ? 16 : 0) | (FatHeaderSize / 4 << 12);
        Put(flags | ((body.MaxStack + 2) << 16), four);
        Put(code.Length, four);
        Put(body.LocalSignature.IsNil ? 0 : MetadataTokens.GetToken(body.LocalSignature), four);
        result.Write(code);
        if (regions.IsEmpty)
            return result.ToArray();
        while (result.Length % 4 != 0)
            result.WriteByte(0);
        Put(0x41 | ((4 + (24 * regions.Length)) << 8), four); // exception table, fat
        foreach (ExceptionRegion region in regions)
        {
            Put((int)region.Kind, four);
            Put(place(region.TryOffset), four);
            Put(place(region.TryOffset + region.TryLength) - place(region.TryOffset), four);
            Put(place(region.HandlerOffset), four);
            Put(place(region.HandlerOffset + region.HandlerLength) - place(region.HandlerOffset), four);
            Put(region.Kind switch
            {
                ExceptionRegionKind.Catch => MetadataTokens.GetToken(region.CatchType),
                ExceptionRegionKind.Filter => place(region.FilterOffset),
                _ => 0,
            }, four);
        }
        return result.ToArray();
    }
}
