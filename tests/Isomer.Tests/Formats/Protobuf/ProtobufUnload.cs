using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// What a thread keeps from one call to the next (ProtobufScratch) names no type that its host wants to unload: not of a call that went
/// well, of one that failed half-way, of groups, streams and fills, nor where only a derived type can be unloaded.
/// </summary>
public class ProtobufUnload
{
    [ProtobufContract]
    public class Plugin
    {
        [ProtobufMember(1)] public int Id { get; set; }
        [ProtobufMember(2)] public List<Plugin>? Inner { get; set; }
        [ProtobufMember(3)] public Dictionary<string, Plugin>? ByName { get; set; }
        [ProtobufMember(4)] public DateTime At { get; set; }
        [ProtobufMember(5, OneOf = "x")] public string? Text { get; set; }
        [ProtobufMember(6, OneOf = "x")] public Plugin? Other { get; set; }
    }

    [ProtobufContract]
    public class Host
    {
        [ProtobufMember(1)] public int Id { get; set; }
        [ProtobufMember(2)] public List<Host>? Inner { get; set; }
    }

    static void UsePlugin<T>() where T : class
    {
        // {1: 5, 2: {1: 6, 2: {}}, 3: {"a": {}}, 4: a day, 6: {5: "t"}}
        byte[] bytes = Convert.FromHexString("0805" + "120408061200" + "1A050A01611200" + "22020802" + "32032A0174");
        for (int i = 0; i < 20; i++)
            foreach (var options in new[] { ProtobufOptions.Default, ProtobufOptions.Grouped })
            {
                var value = Protobuf.Deserialize<T>(bytes, options);
                Assert.NotEmpty(Protobuf.Serialize(value, options));
                Protobuf.Serialize(Stream.Null, value, options);
                Protobuf.Serialize(new System.Buffers.ArrayBufferWriter<byte>(), value, options);
                Assert.NotNull(Protobuf.Deserialize<T>(new MemoryStream(bytes), options));
                Protobuf.Fill(value, bytes, options);
                // Half-way through a list within a list, and of a value that is none of its oneof's.
                Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<T>(bytes.AsSpan(0, 6), options));
                Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<T>(new MemoryStream(bytes, 0, 6), options));
                typeof(T).GetProperty("Text")!.SetValue(value, "both");
                Assert.Throws<NotSupportedException>(() => Protobuf.Serialize(new List<T> { value }, options));
            }
    }

    /// <summary>The root outlives the derived type, which comes from a plugin: here from an assembly that is made and collected.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    static WeakReference UseGuest(ShapeTier tier)
    {
        var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Isomer.Tests.Guest"), AssemblyBuilderAccess.RunAndCollect)
            .DefineDynamicModule("m");
        var builder = module.DefineType("Guest", TypeAttributes.Public | TypeAttributes.Class, typeof(Host));
        builder.DefineField("More", typeof(List<Host>), FieldAttributes.Public);
        var type = builder.CreateType();
        Assert.True(type.IsCollectible);
        var model = new ProtobufModel(Convention.Protobuf.WithTier(tier));
        model.Add<Host>().AddSubType(9, type);
        model.Add(type, "More");
        var options = new ProtobufOptions { Convention = model.Build() };
        byte[] bytes = Convert.FromHexString("4A06" + "0A020801" + "0A00" + "0805");
        for (int i = 0; i < 20; i++)
        {
            var value = Protobuf.Deserialize<Host>(bytes, options);
            Assert.Equal(type, value.GetType());
            Assert.Equal(bytes, Protobuf.Serialize(value, options));
            Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Host>(bytes.AsSpan(0, 7), options));
        }
        return new WeakReference(type);
    }

    [Fact(Explicit = true)]
    public void A_context_unloads_after_all_kinds_of_calls()
    {
        Unloading.Check(typeof(ProtobufUnload), nameof(UsePlugin), typeof(Plugin));
        Unloading.Check(typeof(ProtobufUnload), nameof(UsePlugin), typeof(Plugin));
    }

    [Theory(Explicit = true)]
    [InlineData(ShapeTier.Reflection)]
    [InlineData(ShapeTier.Auto)]
    public void A_derived_type_unloads_though_its_base_stays(ShapeTier tier) => Unloading.AssertGone(UseGuest(tier));
}
