using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf
{
    /// <summary>Every attribute of protobuf-net is obeyed, or refused at first use with what to do instead.</summary>
    public class ProtobufForeignTests
    {
        [ProtoContract(Serializer = typeof(string))]
        public class BySerializer;

        [ProtoContract(AsReferenceDefault = true)]
        public class ByReference;

        [ProtoContract]
        public class WithReference
        {
            [ProtoMember(1, AsReference = true)]
            public BySerializer? Other { get; set; }
        }

        [ProtoContract]
        public class WithDynamic
        {
            [ProtoMember(1, DynamicType = true)]
            public BySerializer? Other { get; set; }
        }

        [ProtoContract]
        public class WithOptions
        {
            [ProtoMember(1, Options = MemberSerializationOptions.AsReference)]
            public int Other { get; set; }
        }

        [ProtoContract]
        public class WithUnknown
        {
            [ProtoMember(1), Mystery]
            public int Other { get; set; }
        }

        [ProtoContract]
        public class WithOldEnum
        {
            [ProtoMember(1)]
            public Old Value { get; set; }
        }

        public enum Old
        {
            [ProtoEnum(Value = 5)]
            Five = 1,
        }

        [Fact]
        public void What_is_not_obeyed_is_refused()
        {
            NotSupported(new BySerializer(), "BySerializer", "ProtoContract", "Surrogate");
            NotSupported(new ByReference(), "ByReference", "ProtoContract", "References");
            NotSupported(new WithReference(), "WithReference.Other", "ProtoMember", "References");
            NotSupported(new WithDynamic(), "WithDynamic.Other", "ProtoMember", "ProtobufInclude");
            NotSupported(new WithOptions(), "WithOptions.Other", "ProtoMember", "References");
            NotSupported(new WithUnknown(), "WithUnknown.Other", "Mystery");
            NotSupported(new WithOldEnum(), "Old.Five", "ProtoEnum", "wrote 5");
        }

        [Fact]
        public void Or_passed_over_where_that_is_said()
        {
            var options = new ProtobufOptions
            { Convention = Convention.Protobuf.WithIgnoredAttributes("ProtoBuf.ProtoMemberAttribute", "ProtoBuf.MysteryAttribute") };
            Assert.Equal("0805", Convert.ToHexString(Protobuf.Serialize(new WithOptions { Other = 5 }, options)));
            Assert.Equal("0805", Convert.ToHexString(Protobuf.Serialize(new WithUnknown { Other = 5 }, options)));
            Assert.Throws<NotSupportedException>(() => Protobuf.Serialize(new BySerializer(), options));
        }

        [ProtoContract]
        public class ByOptions
        {
            [ProtoMember(1, Options = MemberSerializationOptions.Packed | MemberSerializationOptions.OverwriteList)]
            public List<int> Items { get; set; } = [7];

            [ProtoMember(2, Options = MemberSerializationOptions.Required)]
            public int Zero { get; set; }

            [ProtoMember(3)]
            public New Same { get; set; }
        }

        public enum New
        {
            None,
            [ProtoEnum(Name = "FIRST", Value = 1)]
            First,
        }

        [Fact]
        public void Options_of_members_are_obeyed() => Is("0A02010210001801", new ByOptions { Items = [1, 2], Same = New.First });

        /// <summary>All that is in the namespace here, so that one that is added is not overlooked.</summary>
        [Fact]
        public void The_table_knows_all_of_them()
        {
            var attributes = typeof(ProtoContractAttribute).Assembly.GetTypes()
                .Where(t => t.Namespace == "ProtoBuf" && typeof(Attribute).IsAssignableFrom(t)).ToList();
            Assert.True(attributes.Count >= 18);
            foreach (var bearer in typeof(Bearer).GetMembers().Append(typeof(Bearer)))
                foreach (var data in bearer.CustomAttributes.Where(d => d.AttributeType.Namespace == "ProtoBuf"))
                {
                    attributes.Remove(data.AttributeType);
                    Assert.Equal(data.AttributeType == typeof(MysteryAttribute),
                        Conventions.ProtobufForeign.RemedyOf(bearer, data) is not null);
                }
            Assert.Empty(attributes);
        }

        [ProtoContract, ProtoInclude(7, typeof(string)), ProtoReserved(8), ProtoPartialMember(9, "x"), ProtoPartialIgnore("y"),
            CompatibilityLevel(CompatibilityLevel.Level240)]
        public class Bearer
        {
            [ProtoMember(1), ProtoMap, NullWrappedValue, NullWrappedCollection, ProtoEnum]
            public int A { get; set; }

            [ProtoIgnore, Mystery]
            public int B { get; set; }

            [ProtoBeforeSerialization, ProtoAfterSerialization, ProtoBeforeDeserialization, ProtoAfterDeserialization, ProtoConverter]
            public void C()
            {
            }
        }

        [ProtoContract]
        public class Kept : Extensible
        {
            [ProtoMember(1)]
            public int A { get; set; }
        }

        /// <summary>Without protobuf-net's base class: the interface by hand.</summary>
        [ProtoContract]
        public class KeptByHand : IExtensible
        {
            [ProtoMember(1)]
            public int A { get; set; }
        }

        [ProtoContract]
        public class HasByHand
        {
            [ProtoMember(1)]
            public List<KeptByHand> L { get; set; } = [];
        }

        [ProtoContract]
        public class ByHandHere : KeptByHand
        {
            public UnknownFields? Rest { get; set; }
        }

        [ProtoContract]
        public class KeptHere : Kept
        {
            public UnknownFields? Rest { get; set; }
        }

        [Fact]
        public void A_class_that_kept_unknown_fields_is_warned_of()
        {
            Assert.Contains(Protobuf.GetWarnings<Kept>(),
                w => w.Contains("UnknownFields", StringComparison.Ordinal) && w.Contains("Kept", StringComparison.Ordinal));
            Assert.Empty(Protobuf.GetWarnings<KeptHere>());
            Assert.Contains(Protobuf.GetWarnings<KeptByHand>(),
                w => w.Contains("UnknownFields", StringComparison.Ordinal) && w.Contains("KeptByHand", StringComparison.Ordinal));
            Assert.Contains(Protobuf.GetWarnings<HasByHand>(), w => w.Contains("KeptByHand", StringComparison.Ordinal));
            Assert.Empty(Protobuf.GetWarnings<ByHandHere>());
        }
    }
}

#pragma warning disable IDE0130 // the namespace is the point
namespace ProtoBuf
{
    /// <summary>One that no table knows.</summary>
    [AttributeUsage(AttributeTargets.All)]
    public sealed class MysteryAttribute : Attribute;
}
