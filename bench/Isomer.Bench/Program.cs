using Isomer.Bench.Data;

Console.Write(Report.Describe(Northwind.Create()));
