#!/usr/bin/env bash
# Versions: messageformat 4.0.0 of npm, Node 22 or newer.
# Guess: `select=plural` is the same as no option `select`, because it is the default value that the standard defines for
# :number (Unicode LDML part 9, Number Selection), so the variant `one` is shown for 1 in English.
# Behaviour: the selection fails with the error bad-selector, and the variant `*` is shown for every number without a variant
# of its own. The value `cardinal`, which the standard does not define, works as `plural` should.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund messageformat@4.0.0
cat >show.mjs <<'JS'
import { MessageFormat } from 'messageformat';
for (const option of ['', ' select=plural', ' select=cardinal', ' select=ordinal', ' select=exact']) {
  const message = `.input {$n :number${option}} .match $n 5 {{exact}} one {{one}} two {{two}} * {{any}}`;
  const format = new MessageFormat('en', message);
  let error = '';
  const shown = [1, 2, 5].map((n) => format.format({ n }, ({ type }) => { error = ` ${type}`; }));
  console.log(`:number${option}: ${shown.join(', ')}${error}`);
}
JS
seen=$(node show.mjs)
echo "$seen"
expected=":number: one, any, exact
:number select=plural: any, any, exact bad-selector
:number select=cardinal: one, any, exact
:number select=ordinal: one, two, exact
:number select=exact: any, any, exact"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
