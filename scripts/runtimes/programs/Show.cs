using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;

/// Formats the texts in the lines of the standard input. Prints the output of an app.
class Show {
  static void Main() {
    var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
    var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
    for (string line; (line = input.ReadLine()) != null;) {
      var fields = line.Split('\t').Select(Uri.UnescapeDataString).ToArray();
      var values = fields.Skip(2).Select(field => ValueOf(field.Substring(field.IndexOf('=') + 1))).ToArray();
      try {
        output.WriteLine("=" + Uri.EscapeDataString(string.Format(new CultureInfo(fields[1]), fields[0], values)));
      } catch (FormatException error) {
        output.WriteLine("!" + Uri.EscapeDataString(error.Message));
      }
    }
    output.Flush();
  }

  /// Parses a value: a plain number, a text after a quote, or a date after an at sign.
  static object ValueOf(string field) {
    if (field.StartsWith("'")) return field.Substring(1);
    if (field.StartsWith("@")) return new DateTime(1970, 1, 1).AddMilliseconds(long.Parse(field.Substring(1)));
    if (field.Contains(".")) return double.Parse(field, CultureInfo.InvariantCulture);
    return int.Parse(field);
  }
}
