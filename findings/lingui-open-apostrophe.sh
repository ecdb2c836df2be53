#!/usr/bin/env bash
# Versions: @lingui/core and @lingui/message-utils 6.11.0, intl-messageformat 12.1.5 of npm, Node 22 or newer.
# Guess: an apostrophe before a brace quotes the rest of a message of ICU MessageFormat if no other apostrophe follows, in
# Lingui as in FormatJS: '{name} is shown as {name}.
# Behaviour: FormatJS does so. Lingui quotes only up to a closing apostrophe, so that an open one is shown, and the argument
# after it is filled in.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @lingui/core@6.11.0 @lingui/message-utils@6.11.0 intl-messageformat@12.1.5
cat >show.mjs <<'JS'
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { IntlMessageFormat } from 'intl-messageformat';
const texts = ["to '{name}' now", "to '{name} now", "{name} '{name}"];
const lingui = (text) =>
  setupI18n({ locale: 'en', messages: { en: { text: compileMessage(text) } } })._('text', { name: 'Ada' });
const formatjs = (text) => new IntlMessageFormat(text, 'en').format({ name: 'Ada' });
for (const text of texts) console.log(`${formatjs(text)} | ${lingui(text)}`);
JS
seen=$(node show.mjs)
echo "$seen"
expected="to {name} now | to {name} now
to {name} now | to 'Ada now
Ada {name} | Ada 'Ada"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
