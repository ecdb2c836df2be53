#!/usr/bin/env bash
# Versions: plist 5.0.0 of npm, @xmldom/xmldom as it is pinned below, Node 20 or newer.
# Guess: a parser of property lists, which are XML 1.0, keeps U+0085 and U+2028 in a string. XML 1.0 (2.11) only
# normalizes carriage returns.
# Behaviour: both characters become line feeds, as XML 1.1 has it, so that a .stringsdict with a line separator shows a
# line break. Python's plistlib keeps them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund plist@5.0.0
cat >read.mjs <<'JS'
import { createRequire } from 'node:module';
import { parse } from 'plist';
const text = 'a\u0085b\u2028c\u2029d';
const file = `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><string>${text}</string></plist>`;
console.log(JSON.stringify(parse(file)));
const { version } = createRequire(import.meta.url)('@xmldom/xmldom/package.json');
console.error(`@xmldom/xmldom ${version}`);
JS
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = '"a\nb\nc\nd"' ] || { echo 'The behaviour has changed.' >&2; exit 1; }
