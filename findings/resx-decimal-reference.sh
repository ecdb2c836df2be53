#!/usr/bin/env bash
# Versions: mono-devel 6.8 of Debian 12 (mcs, System.Windows.Forms). The .NET of Microsoft was not run.
# Guess: in the value of a RESX entry without xml:space="preserve", the references &#32; and &#x20; are the same space, so
# that both are kept, or both are dropped as white space between elements.
# Behaviour: a decimal reference makes the white space beside it a text, and a hexadecimal reference does not.
set -euo pipefail
for program in mcs mono; do
  command -v "$program" >/dev/null || { echo "Install mono-devel, which has $program." >&2; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >show.cs <<'CS'
using System;
using System.Collections;
using System.Resources;
class Show {
  static void Main() {
    foreach (DictionaryEntry entry in new ResXResourceReader("texts.resx"))
      Console.WriteLine(entry.Key + ": [" + entry.Value + "]");
  }
}
CS
cat >texts.resx <<'XML'
<root>
<resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
<resheader name="version"><value>2.0</value></resheader>
<resheader name="reader"><value>System.Resources.ResXResourceReader, System.Windows.Forms</value></resheader>
<resheader name="writer"><value>System.Resources.ResXResourceWriter, System.Windows.Forms</value></resheader>
<data name="plain"><value> </value></data>
<data name="decimal"><value>&#32;</value></data>
<data name="hexadecimal"><value>&#x20;</value></data>
<data name="cdata"><value> <![CDATA[ ]]> </value></data>
</root>
XML
mcs -r:System.Windows.Forms.dll show.cs
seen=$(mono show.exe)
echo "$seen"
expected="plain: []
decimal: [ ]
hexadecimal: []
cdata: [ ]"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
