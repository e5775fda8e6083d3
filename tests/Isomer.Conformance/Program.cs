using System.Buffers.Binary;
using Isomer;
using Isomer.Conformance;

// The testee of Google's conformance suite: answers the runner's requests over standard input and output, each with its length before it.
// Isomer.Conformance schema|classes FOLDER, where the folder has test_messages_proto2.proto and test_messages_proto3.proto.
// Version 21 of the runner gives the name of the program twice.
if (args is not [.., ("schema" or "classes") and var way, var folder])
{
    Console.Error.WriteLine("usage: Isomer.Conformance schema|classes FOLDER");
    return 2;
}
ITestee testee = way == "schema" ? new SchemaTestee(folder) : new ClassesTestee(folder);
using var input = Console.OpenStandardInput();
using var output = Console.OpenStandardOutput();
byte[] length = new byte[4];
while (input.ReadAtLeast(length, 4, throwOnEndOfStream: false) == 4)
{
    byte[] bytes = new byte[BinaryPrimitives.ReadInt32LittleEndian(length)];
    input.ReadExactly(bytes);
    byte[] answer = Protobuf.Serialize(Answers.To(Protobuf.Deserialize<Request>(bytes), testee));
    BinaryPrimitives.WriteInt32LittleEndian(length, answer.Length);
    output.Write(length);
    output.Write(answer);
    output.Flush();
}
return 0;
