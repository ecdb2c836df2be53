#!/usr/bin/env bash
# Versions: @messageformat/icu-messageformat-1 0.12.0, messageformat 4.0.0 and intl-messageformat 12.1.5 of npm, Node 22 or newer.
# Guess: an ICU message that the authors of messageformat convert to MessageFormat 2 shows what FormatJS shows.
# Behaviour: a percentage has one more digit, a plain argument that is a number gets the separators of the language, and the
# short date has four digits for the year. Plurals, ordinals, offsets and selects are the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @messageformat/icu-messageformat-1@0.12.0 messageformat@4.0.0 intl-messageformat@12.1.5
cat >show.mjs <<'JS'
import { mf1ToMessage } from '@messageformat/icu-messageformat-1';
import { IntlMessageFormat } from 'intl-messageformat';
const day = new Date(2026, 0, 5, 12);
const isolates = /[\u2066-\u2069]/g;
for (const [text, values] of [
  ['{p, number, percent}', { p: 0.256 }],
  ['{x} m', { x: 1234.5 }],
  ['{d, date, short}', { d: day }],
  ['{n, plural, offset:1 =0 {none} one {# more} other {# others}}', { n: 2 }],
  ['{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 22 }],
]) {
  const before = new IntlMessageFormat(text, 'en').format(values);
  const after = mf1ToMessage('en', text).format(values).replace(isolates, '');
  console.log(`${text}: ${before} | ${after}`);
}
JS
seen=$(node show.mjs)
echo "$seen"
expected="{p, number, percent}: 26% | 25.6%
{x} m: 1234.5 m | 1,234.5 m
{d, date, short}: 1/5/26 | 1/5/2026
{n, plural, offset:1 =0 {none} one {# more} other {# others}}: 1 more | 1 more
{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}: 22nd | 22nd"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
