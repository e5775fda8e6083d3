using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Runtime.Loader;
using Isomer.Ahead;
using Isomer.Emit;
using Xunit;

namespace Isomer.Tests.Ahead;

/// <summary>What is in a saved assembly, and when its shapes are taken.</summary>
public class SavedShapesTests
{
    public class Order
    {
        [Member] int _secret = 5;

        public int Id { get; set; }
        public Line? First { get; set; }
        public List<Line>? Lines { get; set; }

        public int Secret() => _secret;

        public void Change(int secret) => _secret = secret;
    }

    public class Line
    {
        public decimal Price { get; set; }
    }

    static byte[] Save(params Type[] types)
    {
        var saved = new SavedShapes("Shapes" + Guid.NewGuid().ToString("N"));
        foreach (var type in types)
            saved.Add(Families.RootOf(ShapeFamilies.Plain, type));
        var bytes = new MemoryStream();
        saved.Save(bytes);
        return bytes.ToArray();
    }

    /// <summary>One shape for each type, however many roots reach it.</summary>
    [Fact]
    public void Roots_share_the_shapes_of_what_both_reach()
    {
        var saved = new SavedShapes("Shared");
        saved.Add(Families.RootOf(ShapeFamilies.Plain, typeof(Order)));
        Assert.Equal(3, saved.Count);
        saved.Add(Families.RootOf(ShapeFamilies.Plain, typeof(Line)));
        saved.Add(Families.RootOf(ShapeFamilies.Plain, typeof(Line[])));
        saved.Add(Families.RootOf(ShapeFamilies.Plain, typeof(Line[])));
        Assert.Equal(4, saved.Count);
    }

    /// <summary>The same input, the same file but for its identity: a build that changes nothing changes nothing.</summary>
    [Fact]
    public void Nothing_of_the_moment_is_in_it()
    {
        static string[] Names(byte[] saved)
        {
            var reader = new PEReader(new MemoryStream(saved)).GetMetadataReader();
            return [.. reader.TypeDefinitions.Select(t => reader.GetString(reader.GetTypeDefinition(t).Name)),
                .. reader.MemberReferences.Select(m => reader.GetString(reader.GetMemberReference(m).Name))];
        }

        Assert.Equal(Names(Save(typeof(Order))), Names(Save(typeof(Order))));
    }

    public class Used
    {
        [Member] int _secret = 5;

        public Order? Order { get; set; }

        public int Secret() => _secret;

        public void Change(int secret) => _secret = secret;
    }

    /// <summary>
    /// Nothing is interpreted or emitted for it, private members are reached, and a member's type has its shape as a root too.
    /// </summary>
    [Fact]
    public void A_type_with_a_ready_shape_is_written_and_read_by_it()
    {
        var assembly = ReadyUnderTest.Load(Save(typeof(Used)), AssemblyLoadContext.Default);
        var value = new Used { Order = new Order { Id = 1, Lines = [new Line { Price = 2.50m }] } };
        value.Change(9);
        Assert.Equal("""{"Order":{"Id":1,"First":null,"Lines":[{"Price":2.50}],"_secret":5},"_secret":9}""",
            System.Text.Encoding.UTF8.GetString(Json.Serialize(value)));
        Assert.Equal(9, Json.Deserialize<Used>(Json.Serialize(value)).Secret());
        var shape = ReadyShapes.Of(Convention.Plain.ModelOf(typeof(Used)));
        Assert.NotNull(shape);
        Assert.Same(assembly, shape.GetType().GetGenericArguments()[1].Assembly);
        Assert.NotNull(ReadyShapes.Of(Convention.Plain.ModelOf(typeof(Order))));
        // Another convention of the family may see the type otherwise.
        Assert.Null(ReadyShapes.Of(Convention.Plain.WithoutFields().ModelOf(typeof(Used))));
        Assert.Null(ReadyShapes.Of(Convention.Plain.WithTier(ShapeTier.Reflection).ModelOf(typeof(Used))));
    }

    /// <summary>What the file names for the trimmer: a line for each type and what of it is kept.</summary>
    static HashSet<string> Kept(params (ShapeFamilies Family, Type Type)[] roots)
    {
        var saved = new SavedShapes("Kept");
        foreach (var (family, type) in roots)
            saved.Add(Families.RootOf(family, type));
        var stream = new MemoryStream();
        saved.Save(stream);
        var reader = new PEReader(new MemoryStream(stream.ToArray())).GetMetadataReader();
        // Beside them stands what the trimmer need not warn of.
        bool IsDependency(CustomAttribute attribute) => attribute.Parent.Kind == HandleKind.MethodDefinition
            && reader.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent is { Kind: HandleKind.TypeReference } type
            && reader.GetString(reader.GetTypeReference((TypeReferenceHandle)type).Name) == nameof(DynamicDependencyAttribute);
        return [.. reader.CustomAttributes.Select(reader.GetCustomAttribute).Where(IsDependency)
            .Select(attribute =>
        {
            var value = reader.GetBlobReader(attribute.Value);
            value.ReadUInt16();
            var members = (DynamicallyAccessedMemberTypes)value.ReadInt32();
            string name = Type.GetType(value.ReadSerializedString()!)!.Name;
            return $"{name} {members.HasFlag(DynamicallyAccessedMemberTypes.PublicMethods)} " +
                $"{members.HasFlag(DynamicallyAccessedMemberTypes.NonPublicConstructors)} " +
                $"{members.HasFlag(DynamicallyAccessedMemberTypes.NonPublicFields)}";
        })];
    }

    /// <summary>
    /// Enumerators, without which a collection is walked by its interface and its shape not obeyed (methods); constructors that entries are
    /// handed to; fields that one family needs of a type of which another needs methods alone; the order of a sorted dictionary.
    /// </summary>
    [Fact]
    public void What_reflection_looks_for_is_named_for_the_trimmer()
    {
        var kept = Kept(
            (ShapeFamilies.Plain, typeof(LinkedList<DateOnly>)), (ShapeFamilies.Plain, typeof(Queue<int>)),
            (ShapeFamilies.DataContract, typeof(Queue<int>)), (ShapeFamilies.Fields, typeof(Uri)),
            (ShapeFamilies.Fields, typeof(SortedDictionary<string, int>)));
        Assert.Contains("Enumerator True False False", kept);
        Assert.Contains("Queue`1 True False False", kept);
        Assert.Contains("Queue`1 True True True", kept);
        Assert.Contains("Uri True True False", kept);
        Assert.Contains("KeyValuePairComparer False True True", kept);
    }

    [Fact]
    public void What_cannot_be_modelled_is_refused_and_adds_nothing()
    {
        var saved = new SavedShapes("Refused");
        Assert.Throws<NotSupportedException>(() => saved.Add(Families.RootOf(ShapeFamilies.Plain, typeof(List<Action>))));
        Assert.Throws<ArgumentException>(() => saved.Add(Convention.Plain.WithMembers(_ => null).ModelOf(typeof(Line))));
        Assert.Equal(0, saved.Count);
    }
}
