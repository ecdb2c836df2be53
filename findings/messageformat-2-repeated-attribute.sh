#!/usr/bin/env bash
# Versions: messageformat 4.0.0 of npm, Node 22 or newer.
# Guess: of two attributes with the same name, all but the last are ignored, as the standard says (Unicode LDML part 9,
# Attributes: their names SHOULD be unique), since attributes have no effect on the formatted text.
# Behaviour: the message is rejected with the error duplicate-attribute. Two different attributes, and the same name in two
# placeholders, are accepted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund messageformat@4.0.0
cat >show.mjs <<'JS'
import { MessageFormat } from 'messageformat';
for (const text of ['{|A| @note=1 @note=2}', '{|A| @note=1 @other=2}', '{|A| @note=1}{|B| @note=2}']) {
  try {
    console.log(`${text}: ${new MessageFormat('en', text, { bidiIsolation: 'none' }).format()}`);
  } catch (error) {
    console.log(`${text}: ${error.type}`);
  }
}
JS
seen=$(node show.mjs)
echo "$seen"
expected="{|A| @note=1 @note=2}: duplicate-attribute
{|A| @note=1 @other=2}: A
{|A| @note=1}{|B| @note=2}: AB"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
