import java.io.*;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.*;

// Formats the texts in the lines of the standard input. Prints the output of an app.
// Show.java message|format|icu
public class Show {
  public static void main(String[] args) throws IOException {
    if (args[0].equals("version")) {
      System.out.println(System.getProperty("java.version") + ", ICU4J " + com.ibm.icu.util.VersionInfo.ICU_VERSION);
      return;
    }
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var out = new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.UTF_8);
    for (String line; (line = in.readLine()) != null;) {
      String[] fields = line.split("\t", -1);
      for (int at = 0; at < fields.length; at++) fields[at] = URLDecoder.decode(fields[at], StandardCharsets.UTF_8);
      try {
        out.println("=" + encode(show(args[0], fields)));
      } catch (Exception error) {
        out.println("!" + encode(error.toString()));
      }
    }
    out.flush();
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  static String show(String mode, String[] fields) {
    Locale locale = Locale.forLanguageTag(fields[1]);
    var named = new LinkedHashMap<String, Object>();
    for (String field : Arrays.asList(fields).subList(2, fields.length)) {
      String[] parts = field.split("=", 2);
      named.put(parts[0], valueOf(parts[1]));
    }
    Object[] values = named.values().toArray();
    switch (mode) {
      case "format": return String.format(locale, fields[0], values);
      case "icu": return new com.ibm.icu.text.MessageFormat(fields[0], locale).format(named);
      default: return new java.text.MessageFormat(fields[0], locale).format(values);
    }
  }

  /** Parses a value: a plain number, a text after a quote, or a date after an at sign. */
  static Object valueOf(String field) {
    if (field.startsWith("'")) return field.substring(1);
    if (field.startsWith("@")) return new Date(Long.parseLong(field.substring(1)));
    if (field.contains(".")) return Double.valueOf(field);
    return Integer.valueOf(field);
  }
}
