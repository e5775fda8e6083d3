namespace Isomer.Formats;

/// <summary>Namespaces of SOAP's encodings and of the versions of XML Schema that are read.</summary>
internal static class SoapNames
{
    public const string Encoding = "http://schemas.xmlsoap.org/soap/encoding/";
    public const string Encoding12 = "http://www.w3.org/2003/05/soap-encoding";
    public const string Rpc12 = "http://www.w3.org/2003/05/soap-rpc";
    public const string Xsd = "http://www.w3.org/2001/XMLSchema";
    public const string Xsi = "http://www.w3.org/2001/XMLSchema-instance";
    public const string Xsd2000 = "http://www.w3.org/2000/10/XMLSchema";
    public const string Xsi2000 = "http://www.w3.org/2000/10/XMLSchema-instance";
    public const string Xsd1999 = "http://www.w3.org/1999/XMLSchema";
    public const string Xsi1999 = "http://www.w3.org/1999/XMLSchema-instance";
    public const string Clr = "http://microsoft.com/wsdl/types/";
    public const string Xml = "http://www.w3.org/XML/1998/namespace";
    public const string AnyType = "anyType";

    /// <summary>Whether simple types are named in the namespace.</summary>
    public static bool IsSimple(string ns) => ns is Xsd or Clr or Encoding or Encoding12 or Xsd2000 or Xsd1999;
}
