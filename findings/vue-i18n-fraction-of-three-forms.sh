#!/usr/bin/env bash
# Versions: vue-i18n 11.4.18 of npm, Node 22 or newer.
# Guess: a text with three forms, for 0, 1 and the rest, shows the third or the second one for 1.5 ("1.5 cars"). A text with
# two forms shows the second one.
# Behaviour: the number itself is the index of the form, so that a text with three forms throws a SyntaxError for 1.5, and one
# with two forms shows its second form. The same holds for 0.5.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund vue@3.5.25 vue-i18n@11.4.18
cat >show.mjs <<'JS'
import { createI18n } from 'vue-i18n';
const messages = { en: { two: '{n} car | {n} cars', three: 'no cars | {n} car | {n} cars' } };
const { t } = createI18n({ legacy: false, locale: 'en', messages }).global;
const show = (key, n) => {
  try {
    return t(key, { n }, n);
  } catch (error) {
    return error.name;
  }
};
console.log(['two', 'three'].flatMap((key) => [0, 1, 2, 0.5, 1.5].map((n) => show(key, n))).join(', '));
JS
seen=$(node show.mjs)
echo "$seen"
[ "$seen" = '0 cars, 1 car, 2 cars, 0.5 cars, 1.5 cars, no cars, 1 car, 2 cars, SyntaxError, SyntaxError' ] || { echo 'The behaviour has changed.' >&2; exit 1; }
