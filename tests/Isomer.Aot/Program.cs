// The corpus of types and values under every format, read and written again: by the ordinary application, whose bytes are the measure,
// and by a Native AOT executable, where nothing but the shapes that were made when it was built can serve. AotCorpusTests builds both,
// with a file Roots.cs that Naming makes.
//   make         prints a line for each value and format: format, number of the type, payload
//   again FILE   reads and writes each of these payloads and prints what came of it
//   keys         reads keys that do not end (Keys.cs); the executable alone has them
using System.Globalization;
using Isomer;
#if MAKES
using Isomer.Tests.Formats.Contracts;
#endif

(string Name, Func<object?, Type, byte[]> Write, Func<byte[], Type, object?> Read)[] formats =
[
    ("Json", (v, t) => Json.Serialize(v, t), (b, t) => Json.Deserialize(b, t)),
    ("Compact", (v, t) => Compact.Serialize(v, t), (b, t) => Compact.Deserialize(b, t)),
    ("ContractXml", (v, t) => ContractXml.Serialize(v, t), (b, t) => ContractXml.Deserialize(b, t)),
    ("ContractJson", (v, t) => ContractJson.Serialize(v, t), (b, t) => ContractJson.Deserialize(b, t)),
    ("Xml", (v, t) => Xml.Serialize(v, t), (b, t) => Xml.Deserialize(b, t)),
    ("Protobuf", (v, t) => Protobuf.Serialize(v, t), (b, t) => Protobuf.Deserialize(b, t)),
    ("FastJson", (v, t) => Json.Serialize(v, t, JsonOptions.FastJson), (b, t) => Json.Deserialize(b, t, JsonOptions.FastJson)),
    ("Nrbf", (v, t) => Nrbf.Serialize(v, t), (b, t) => Nrbf.Deserialize(b, t)),
    ("Soap", (v, t) => Soap.Serialize(v, t), (b, t) => Soap.Deserialize(b, t)),
];

switch (args)
{
#if MAKES
    case ["make"]:
        foreach (var value in CorpusValues.All())
            foreach (var format in formats)
                if (Array.IndexOf(Roots.All, value.Type) is >= 0 and var index
                    && Outcome(() => format.Write(value.Value, value.Type)) is ['+', .. var payload])
                    Console.WriteLine($"{format.Name} {index.ToString(CultureInfo.InvariantCulture)} {payload}");
        return;
#endif
#if !MAKES
    case ["keys"]:
        Isomer.Aot.Keys.Run();
        return;
#endif
    case ["again", var file]:
        foreach (string line in File.ReadLines(file))
        {
            string[] parts = line.Split(' ');
            var (_, write, read) = Array.Find(formats, f => f.Name == parts[0]);
            var type = Roots.All[int.Parse(parts[1], CultureInfo.InvariantCulture)];
            byte[] payload = Convert.FromBase64String(parts[2]);
            Console.WriteLine($"{parts[0]} {type}: {Outcome(() => write(read(payload, type), type))}");
            if (payload.Length > 0)
                Console.WriteLine($"{parts[0]} {type}, cut: {Outcome(() => write(read(payload[..(payload.Length / 2)], type), type))}");
        }
        return;
}

static string Outcome(Func<byte[]> what)
{
    try
    {
        return "+" + Convert.ToBase64String(what());
    }
    catch (Exception e)
    {
        return $"-{e.GetType().Name}: {e.Message}".ReplaceLineEndings(" ");
    }
}
