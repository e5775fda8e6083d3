// mono as the oracle of BinaryFormatter's and SoapFormatter's payloads:
//   program.exe write soap|nrbf FOLDER   each graph of Shapes.cs as a file; one that mono refuses is a file NAME.refused with the reason
//   program.exe dataset soap|nrbf FOLDER a DataSet as DataSet.soap or DataSet.nrbf, and that of Sets.cs as Related.soap (of documents) or Related.nrbf (in its binary form)
//   program.exe read-dataset soap|nrbf FOLDER   Related.soap or Related.nrbf is read; Related.read has its description, or Related.refused the reason
//   program.exe write-hosted, read-hosted   the graphs of Hosted.cs in the same way
//   program.exe read soap|nrbf FOLDER    each file of a graph's name is read; beside it NAME.read has its description, or NAME.refused the reason
// Never run over bytes that are not trusted: mono's readers load what these name.
using System;
using System.Data;
using System.IO;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using System.Runtime.Serialization.Formatters.Soap;

namespace IsomerMono
{
    static class Program
    {
        static IFormatter Formatter(string format)
        {
            if (format == "soap")
                return new SoapFormatter();
            return new BinaryFormatter();
        }

        /// <summary>A DataSet in its binary form, tables as nested payloads.</summary>
        static int DataSetTo(string format, string folder)
        {
            var table = new DataTable("Orders");
            table.Columns.Add("Id", typeof(int));
            table.Columns.Add("Name", typeof(string));
            table.Columns.Add("Paid", typeof(bool));
            table.Rows.Add(1, "a", true);
            table.Rows.Add(2, DBNull.Value, false);
            var set = new DataSet("Shop") { RemotingFormat = format == "nrbf" ? SerializationFormat.Binary : SerializationFormat.Xml };
            set.Tables.Add(table);
            set.AcceptChanges();
            table.Rows[0]["Name"] = "b";
            var bytes = new MemoryStream();
            Formatter(format).Serialize(bytes, set);
            File.WriteAllBytes(Path.Combine(folder, "DataSet." + format), bytes.ToArray());
            bytes = new MemoryStream();
            Formatter(format).Serialize(bytes, Sets.Related(set.RemotingFormat));
            File.WriteAllBytes(Path.Combine(folder, "Related." + format), bytes.ToArray());
            return 0;
        }

        static int ReadDataSet(string format, string folder)
        {
            try
            {
                File.WriteAllText(Path.Combine(folder, "Related.read"), Sets.Describe((DataSet)Formatter(format).Deserialize(new MemoryStream(File.ReadAllBytes(Path.Combine(folder, "Related." + format))))));
            }
            catch (Exception e)
            {
                File.WriteAllText(Path.Combine(folder, "Related.refused"), Reason(e));
            }
            return 0;
        }

        static string Reason(Exception e)
        {
            return e.GetType().Name + ": " + e.Message.Split('\n')[0];
        }

        static int Main(string[] args)
        {
            string format = args[1], folder = args[2];
            if (args[0] == "dataset")
                return DataSetTo(format, folder);
            if (args[0] == "read-dataset")
                return ReadDataSet(format, folder);
            bool isHosted = args[0].EndsWith("-hosted");
            foreach (var graph in isHosted ? HostedGraphs.All() : Graphs.All())
            {
                string path = Path.Combine(folder, graph.Key.Replace(' ', '-'));
                try
                {
                    if (args[0].StartsWith("write"))
                    {
                        var bytes = new MemoryStream();
                        Formatter(format).Serialize(bytes, graph.Value());
                        File.WriteAllBytes(path + "." + format, bytes.ToArray());
                    }
                    else if (File.Exists(path + "." + format))
                    {
                        object read = Formatter(format).Deserialize(new MemoryStream(File.ReadAllBytes(path + "." + format)));
                        File.WriteAllText(path + ".read", isHosted ? HostedGraphs.Describe(read) : Graphs.Describe(read));
                    }
                }
                catch (Exception e)
                {
                    File.WriteAllText(path + ".refused", Reason(e));
                }
            }
            return 0;
        }
    }
}
