using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Xunit;

#pragma warning disable SYSLIB0050, SYSLIB0051 // the patterns of an older age are what is tested

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// The families of ysoserial.net by name: the classes that their payloads begin with, and those of their parts, in every place where an
/// object may stand. None is made, nothing is loaded for their sake, no static constructor runs: a name that is not of the closed set is a
/// name.
/// </summary>
[Collection(Alone.Name)]
public class NrbfGadgetTests
{
    const string Mscorlib = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
    const string SystemLibrary = "System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
    const string Data = "System.Data, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

    /// <summary>Family, class, library (null: mscorlib), the entry that carries the bytes or the markup.</summary>
    public static TheoryData<string, string, string?, string> Families => new()
    {
        { "TypeConfuseDelegate", $"System.Collections.Generic.ComparisonComparer`1[[System.String, {Mscorlib}]]", null, "_comparison" },
        { "TypeConfuseDelegate", "System.DelegateSerializationHolder", null, "Delegate" },
        { "TypeConfuseDelegate", "System.DelegateSerializationHolder+DelegateEntry", null, "type" },
        { "TypeConfuseDelegate", "System.Reflection.MemberInfoSerializationHolder", null, "Name" },
        { "TypeConfuseDelegate",
            $"System.Func`3[[System.String, {Mscorlib}],[System.String, {Mscorlib}],[System.Diagnostics.Process, {SystemLibrary}]]", null,
            "Delegate" },
        { "TypeConfuseDelegateMono", "System.Comparison`1[[System.String]]", null, "method_ptr" },
        { "WindowsIdentity", "System.Security.Principal.WindowsIdentity", null, "System.Security.ClaimsIdentity.actor" },
        { "WindowsPrincipal", "System.Security.Principal.WindowsPrincipal", null, "m_identity" },
        { "WindowsClaimsIdentity", "Microsoft.IdentityModel.Claims.WindowsClaimsIdentity",
            "Microsoft.IdentityModel, Version=3.5.0.0, Culture=neutral, PublicKeyToken=31bf3856ad364e35", "_actor" },
        { "ClaimsIdentity", "System.Security.Claims.ClaimsIdentity", null, "m_serializedClaims" },
        { "ClaimsPrincipal", "System.Security.Claims.ClaimsPrincipal", null, "m_serializedClaimsIdentities" },
        { "GenericPrincipal", "System.Security.Principal.GenericPrincipal", null, "m_serializedClaimsIdentities" },
        { "RolePrincipal", "System.Web.Security.RolePrincipal",
            "System.Web, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a", "System.Security.ClaimsPrincipal.Identities" },
        { "SessionSecurityToken", "System.IdentityModel.Tokens.SessionSecurityToken",
            "System.IdentityModel, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089", "SessionToken" },
        { "SessionViewStateHistoryItem", "System.Web.UI.MobileControls.SessionViewState+SessionViewStateHistoryItem",
            "System.Web.Mobile, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a", "s" },
        { "PSObject", "System.Management.Automation.PSObject",
            "System.Management.Automation, Version=3.0.0.0, Culture=neutral, PublicKeyToken=31bf3856ad364e35", "CliXml" },
        { "TextFormattingRunProperties", "Microsoft.VisualStudio.Text.Formatting.TextFormattingRunProperties",
            "Microsoft.PowerShell.Editor, Version=3.0.0.0, Culture=neutral, PublicKeyToken=31bf3856ad364e35", "ForegroundBrush" },
        { "DataSet", "System.Data.DataSet", Data, "DataSet.Tables_0" },
        { "DataSetOldBehaviour", "System.Data.DataSet", Data, "XmlSchema" },
        { "DataSet", "System.Data.DataTable", Data, "XmlSchema" },
        { "DataSetTypeSpoof", $"System.Data.DataSet, {Data}", null, "DataSet.Tables_0" },
        { "DataSetTypeSpoof", $"System.Data.DataSet, {Data}", Mscorlib, "DataSet.Tables_0" },
        { "DataSetTypeSpoof", $"System.Collections.Generic.List`1[[System.Data.DataSet, {Data}]], {Mscorlib}", null, "_items" },
        { "AxHostState", "System.Windows.Forms.AxHost+State",
            "System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089", "PropertyBagBinary" },
        { "ResourceSet", "System.Resources.ResourceSet", null, "_table" },
        { "ToolboxItemContainer", "System.Drawing.Design.ToolboxItemContainer",
            "System.Drawing.Design, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a", "TbxIC_DataObject" },
        { "ToolboxItemContainer", "System.Drawing.Design.ToolboxItemContainer+ToolboxItemSerializer",
            "System.Drawing.Design, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a", "Stream" },
        { "ObjRef", "System.Runtime.Remoting.ObjRef", null, "url" },
        { "ObjRef", "System.Exception", null, "ClassName" },
        { "ActivitySurrogateSelector",
            "System.Workflow.ComponentModel.Serialization.ActivitySurrogateSelector+ObjectSurrogate+ObjectSerializedRef",
            "System.Workflow.ComponentModel, Version=4.0.0.0, Culture=neutral, PublicKeyToken=31bf3856ad364e35", "type" },
        { "ActivitySurrogateDisableTypeCheck", "System.Windows.ResourceDictionary",
            "PresentationFramework, Version=4.0.0.0, Culture=neutral, PublicKeyToken=31bf3856ad364e35", "_values" },
        { "ObjectDataProvider", "System.Windows.Data.ObjectDataProvider",
            "PresentationFramework, Version=4.0.0.0, Culture=neutral, PublicKeyToken=31bf3856ad364e35", "_method" },
        { "XamlAssemblyLoadFromFile", "System.Xaml.XamlImageInfo",
            "System.Xaml, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089", "stream" },
        { "GetterSettingsPropertyValue", "System.Configuration.SettingsPropertyValue", SystemLibrary, "_SerializedValue" },
        { "BaseActivationFactory", "System.Runtime.InteropServices.WindowsRuntime.BaseActivationFactory", null, "path" },
        { "parts", "System.Diagnostics.Process", SystemLibrary, "startInfo" },
        { "parts", "System.Diagnostics.ProcessStartInfo", SystemLibrary, "fileName" },
        { "parts", "System.IO.FileInfo", null, "OriginalPath" },
        { "parts", "System.IO.DirectoryInfo", null, "FullPath" },
        { "parts", "System.CodeDom.Compiler.TempFileCollection", SystemLibrary, "tempDir" },
        { "parts", "System.Management.IWbemClassObjectFreeThreaded",
            "System.Management, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a", "flatWbemClassObject" },
        { "parts", "System.Reflection.Assembly", null, "name" },
        { "parts", "System.Reflection.RuntimeMethodInfo", null, "Name" },
        { "parts", "System.RuntimeType", null, "Data" },
        { "parts", "System.Lazy`1[[System.String]]", null, "m_boxed" },
        { "parts", "System.Security.Policy.Evidence", null, "m_hostList" },
        { "parts", "System.AppDomain", null, "x" },
        { "parts", "System.Web.UI.LosFormatter", "System.Web, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a", "x" },
        { "parts", "System.Collections.Generic.EqualityComparer`1[[Isomer.Tests.Formats.OfNrbf.NrbfGadgetTests+Canary]]", null, "x" },
        { "parts", typeof(Canary).FullName!, typeof(Canary).Assembly.FullName, "x" },
        { "parts", typeof(CanaryStruct).FullName!, typeof(Canary).Assembly.FullName, "x" },
        { "parts", "System.Collections.Generic.List`1[[Isomer.Tests.Formats.OfNrbf.NrbfGadgetTests+Canary, Isomer.Tests]]", null, "_items" },
        { "parts",
            $"System.Collections.Generic.Dictionary`2[[System.String, {Mscorlib}],[Isomer.Tests.Formats.OfNrbf.NrbfGadgetTests+Canary, Isomer.Tests]]",
            null, "Version" },
        { "parts", "Isomer.Tests.Formats.OfNrbf.NrbfGadgetTests+Canary[]", typeof(Canary).Assembly.FullName, "x" },
        { "parts", $"{typeof(Canary).AssemblyQualifiedName}", typeof(Canary).Assembly.FullName, "x" },
    };

    static bool s_ran;

    /// <summary>Says so when anything of it runs.</summary>
    [Serializable]
    public class Canary : ISerializable, IObjectReference, IDeserializationCallback
    {
        static Canary() => s_ran = true;

        public Canary() => s_ran = true;

        protected Canary(SerializationInfo info, StreamingContext context) => s_ran = true;

        ~Canary() => s_ran = true;

        public void GetObjectData(SerializationInfo info, StreamingContext context) => s_ran = true;

        public object GetRealObject(StreamingContext context) => s_ran = true;

        [OnDeserializing]
        void Begin(StreamingContext context) => s_ran = true;

        public void OnDeserialization(object? sender) => s_ran = true;
    }

    [Serializable]
    public struct CanaryStruct
    {
        static CanaryStruct() => s_ran = true;

        public object? x;

        [OnDeserialized]
        readonly void End(StreamingContext context) => s_ran = true;
    }

    /// <summary>Knows nothing that a gadget is, and has places for everything.</summary>
    [Serializable]
    public class Victim
    {
        public object? Any;
        public IComparer? Order;
        public IEqualityComparer? Equality;
        public IList? List;
        public Delegate? Code;
        public ISerializable? Entries;
        public Hashtable? Table;
        public List<object>? Items;
        public SortedSet<string>? Sorted;
        public ValueType? Value;
    }

    [Theory, MemberData(nameof(Families))]
    public void None_is_made(string family, string name, string? library, string entry)
    {
        Warm();
        s_ran = false;
        var loaded = LoadedAssemblies.During(() =>
        {
            foreach (byte[] payload in Places(name, library, entry))
                foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
                {
                    var options = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(Victim)] };
                    foreach (var read in (Func<object?>[])[() => Nrbf.Deserialize<object>(payload, options),
                        () => Nrbf.Deserialize<Victim>(payload, options), () => Nrbf.Deserialize<object[]>(payload, options)])
                    {
                        var error = Record.Exception(() => read());
                        Assert.True(error is WireFormatException, $"{family}, {name}: {error?.ToString() ?? "was read"}");
                    }
                }
        });
        Assert.False(s_ran, $"{family}: code of {name} ran");
        Assert.DoesNotContain(loaded,
            static l =>
                l.StartsWith("System.Data", StringComparison.Ordinal) || l.StartsWith("System.Security", StringComparison.Ordinal)
                    || l.StartsWith("System.Diagnostics", StringComparison.Ordinal) || l.Contains("Windows", StringComparison.Ordinal));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Warm()
    {
        // The text of an exception that was thrown needs an assembly of its own, which is not the payload's doing.
        _ = Record.Exception((Action)(static () => throw new InvalidOperationException()))?.ToString();
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(Victim)] };
            Nrbf.Deserialize<object>(NrbfTests.Original(new object[] { new Victim { Table = [], Items = [], Sorted = ["a"] } }),
                options);
        }
    }

    /// <summary>
    /// As the root, an item, a member behind object and every interface, an entry of a table, the comparer of a set, an item of an array of
    /// it.
    /// </summary>
    static IEnumerable<byte[]> Places(string name, string? library, string entry)
    {
        NrbfPayload Begin() => library is null ? new NrbfPayload() : new NrbfPayload().Library(90, library);
        void Gadget(NrbfPayload payload, int id) =>
            payload.Class(id, name, library is null ? 0 : 90, (entry, "01"), ("ClassName", "01")).Text(80, "AAEAAAD/////AQAAAAAAAAA=")
                .Hex("0A");

        var root = Begin();
        Gadget(root, 1);
        yield return root.End();

        var item = Begin().Hex("1001000000" + "01000000" + "0902000000");
        Gadget(item, 2);
        yield return item.End();

        string victim = typeof(Victim).FullName!;
        foreach (string member in (string[])["Any", "Order", "Equality", "List", "Code", "Entries", "Table", "Items", "Sorted", "Value"])
        {
            var payload = Begin().Library(91, typeof(Victim).Assembly.FullName!).Class(1, victim, 91, (member, "02")).Hex("0902000000");
            Gadget(payload, 2);
            yield return payload.End();
        }

        var table = Begin()
            .Class(1, "System.Collections.Hashtable", 0, ("LoadFactor", "000B"), ("Version", "0008"), ("Comparer", "02"),
                ("HashCodeProvider", "02"), ("HashSize", "0008"), ("Keys", "05"), ("Values", "05"))
            .Hex("0000803F" + "00000000" + "0A" + "0A" + "03000000" + "0903000000" + "0904000000" + "1003000000" + "01000000").Text(5, "k")
                .Hex("1004000000" + "01000000" + "0902000000");
        Gadget(table, 2);
        yield return table.End();

        var sorted = Begin().Library(91, SystemLibrary)
            .Class(1, $"System.Collections.Generic.SortedSet`1[[System.String, {Mscorlib}]]", 91, ("Count", "0008"), ("Comparer", "02"),
                ("Version", "0008"), ("Items", "06"))
            .Hex("01000000" + "0902000000" + "01000000" + "0903000000" + "1103000000" + "01000000").Text(4, "calc");
        Gadget(sorted, 2);
        yield return sorted.End();

        var array = Begin().Hex("07" + "01000000" + "00" + "01000000" + "01000000");
        yield return ElementOf(array, name, library).Hex("0902000000").End();
    }

    static NrbfPayload ElementOf(NrbfPayload payload, string name, string? library)
    {
        payload.Hex(library is null ? "03" : "04").Lps(name);
        if (library is not null)
            payload.Hex("5A000000");
        return payload;
    }

    /// <summary>What holds what there is one of holds types and assemblies too: only DBNull is taken of it.</summary>
    [Theory, InlineData(4), InlineData(5), InlineData(6), InlineData(1), InlineData(3), InlineData(7), InlineData(0), InlineData(-1)]
    public void Of_a_holder_of_singletons_only_DBNull_is_taken(int kind)
    {
        var payload =
            new NrbfPayload().Class(1, "System.UnitySerializationHolder", 0, ("Data", "01"), ("UnityType", "0008"), ("AssemblyName", "01"));
        payload.Text(2, "System.Diagnostics.Process").Hex(Convert.ToHexString(BitConverter.GetBytes(kind))).Text(3, SystemLibrary);
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload.End()));
    }

    /// <summary>A type that the payload's own classes refer to, of which something is made before it is known which it is.</summary>
    [Fact]
    public void Hashes_and_comparisons_of_unknown_types_do_not_run()
    {
        s_ran = false;
        var payload = new NrbfPayload().Hex("1001000000" + "02000000" + "0902000000" + "0902000000")
            .Library(91, typeof(Canary).Assembly.FullName!);
        payload.Class(2, typeof(CanaryStruct).FullName!, 91, ("x", "02")).Hex("0A");
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<IEnumerable>(payload.End()));
        Assert.False(s_ran);
    }
}
