#!/usr/bin/env bash
# Versions: @fluent/bundle 0.19.1 of npm, Node 22 or newer.
# Guess: a selector NUMBER($place, type: "ordinal") chooses among the ordinal categories of the language, as the guide of
# Fluent says: the English variant [two] is for 2, 22 and 32.
# Behaviour: the option is left out, and the selector chooses among the cardinal categories, so that 1 has [one] and all other
# numbers have *[other]. A number that the program makes itself, with the type, does choose among the ordinal ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @fluent/bundle@0.19.1
cat >show.mjs <<'JS'
import { FluentBundle, FluentNumber, FluentResource } from '@fluent/bundle';
const bundle = new FluentBundle('en', { useIsolating: false });
bundle.addResource(new FluentResource(`
by-message = { NUMBER($place, type: "ordinal") ->
    [one] st
    [two] nd
    [few] rd
   *[other] th
}
by-program = { $place ->
    [one] st
    [two] nd
    [few] rd
   *[other] th
}
`));
const shown = (id, place) => bundle.formatPattern(bundle.getMessage(id).value, { place });
for (const place of [1, 2, 3, 22]) {
  const number = new FluentNumber(place, { type: 'ordinal' });
  console.log(`${place}: ${shown('by-message', place)} | ${shown('by-program', number)}`);
}
JS
seen=$(node show.mjs)
echo "$seen"
expected="1: st | st
2: th | nd
3: th | rd
22: th | nd"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
