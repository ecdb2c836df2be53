using System;
using System.Collections;
using System.IO;
using System.Resources;
using System.Text;

/// Reads .resx or .resources files, whose names are lines of the standard input. Prints their texts as JSON.
/// Read.exe resx|resources    Read.exe write <from> <to>
class Read {
  static void Main(string[] args) {
    if (args[0] == "write") {
      using (var reader = new ResXResourceReader(args[1]))
      using (var writer = new ResXResourceWriter(args[2]))
        foreach (DictionaryEntry entry in reader) writer.AddResource((string)entry.Key, entry.Value);
      return;
    }
    var json = new StringBuilder("[");
    for (string path; (path = Console.In.ReadLine()) != null;) {
      if (json.Length > 1) json.Append(",\n");
      try {
        var texts = TextsOf(args[0], path);
        json.Append("{\"texts\":").Append(texts).Append("}");
      } catch (Exception error) {
        json.Append("{\"error\":").Append(Quote(error.GetType() + ": " + error.Message)).Append("}");
      }
    }
    var bytes = Encoding.ASCII.GetBytes(json.Append("]").ToString());
    Console.OpenStandardOutput().Write(bytes, 0, bytes.Length);
  }

  static string TextsOf(string mode, string path) {
    IResourceReader reader = mode == "resx" ? new ResXResourceReader(path) : (IResourceReader)new ResourceReader(path);
    var json = new StringBuilder("{");
    using (reader)
      foreach (DictionaryEntry entry in reader) {
        if (!(entry.Value is string)) continue;
        if (json.Length > 1) json.Append(",");
        json.Append(Quote((string)entry.Key)).Append(":").Append(Quote((string)entry.Value));
      }
    return json.Append("}").ToString();
  }

  static string Quote(string text) {
    var json = new StringBuilder("\"");
    foreach (char unit in text)
      if (unit == '"' || unit == '\\') json.Append('\\').Append(unit);
      else if (unit < ' ' || unit > '~') json.Append("\\u").Append(((int)unit).ToString("x4"));
      else json.Append(unit);
    return json.Append('"').ToString();
  }
}
