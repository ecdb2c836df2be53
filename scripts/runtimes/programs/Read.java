import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.text.MessageFormat;
import java.util.*;

/**
 * Reads `.properties` files, whose names are lines of the standard input. Prints their texts as JSON.
 * java Read.java bundle|latin1|message    java Read.java store <from> <to>
 */
class Read {
  public static void main(String[] args) throws Exception {
    if (args[0].equals("version")) {
      System.out.println(System.getProperty("java.version"));
      return;
    }
    if (args[0].equals("store")) {
      Properties texts = new Properties();
      try (Reader in = Files.newBufferedReader(Path.of(args[1]))) { texts.load(in); }
      try (OutputStream out = Files.newOutputStream(Path.of(args[2]))) { texts.store(out, "Texts of the app"); }
      return;
    }
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    StringBuilder out = new StringBuilder("[");
    for (String path; (path = lines.readLine()) != null;) {
      if (out.length() > 1) out.append(",\n");
      try {
        out.append("{\"texts\":").append(json(textsOf(args[0], path))).append("}");
      } catch (Exception error) {
        out.append("{\"error\":").append(json(error.toString())).append("}");
      }
    }
    PrintStream stdout = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
    stdout.print(out.append("]"));
    stdout.flush();
  }

  static Map<String, String> textsOf(String mode, String path) throws Exception {
    Map<String, String> texts = new LinkedHashMap<>();
    try (InputStream in = new FileInputStream(path)) {
      if (mode.equals("latin1")) {
        Properties properties = new Properties();
        properties.load(in);
        for (String name : properties.stringPropertyNames()) texts.put(name, properties.getProperty(name));
        return texts;
      }
      ResourceBundle bundle = new PropertyResourceBundle(in);
      for (String name : bundle.keySet()) {
        String text = bundle.getString(name);
        texts.put(name, mode.equals("bundle") ? text : formatted(text));
      }
    }
    return texts;
  }

  static String formatted(String text) {
    return new MessageFormat(text, Locale.ENGLISH).format(new Object[] {"Ann", 3});
  }

  static String json(Map<String, String> texts) {
    StringBuilder out = new StringBuilder("{");
    for (Map.Entry<String, String> entry : texts.entrySet()) {
      if (out.length() > 1) out.append(",");
      out.append(json(entry.getKey())).append(":").append(json(entry.getValue()));
    }
    return out.append("}").toString();
  }

  static String json(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ' || c > '~') out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }
}
