/**
 * `node scripts/run.mjs scripts/libraries/check-angular.ts` installs Angular in a temporary folder, translates 100,000
 * pairs of texts with `$localize`, and compares the results with the errors of the checks.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { comparePairs, installPackages } from './compare-installed.ts';
import { makePair } from './make-pair.ts';
import type { Show } from './shown.ts';

const PAIRS = 100_000;
const folder = installPackages('@angular/localize@22.2.6');
const modules = join(folder, 'node_modules/@angular/localize/fesm2022');
await import(join(modules, 'init.mjs'));
const { loadTranslations } = (await import(join(modules, 'localize.mjs'))) as {
  loadTranslations(texts: Readonly<Record<string, string>>): void;
};
const { $localize } = globalThis as unknown as {
  $localize(parts: readonly string[] & { raw: readonly string[] }, ...values: unknown[]): string;
};

/** `$localize` warns about a translation that it cannot use, and shows the source text. */
console.warn = (said: unknown) => {
  throw new Error(String(said));
};

const show: Show = (text, _locale, given, source) => {
  loadTranslations({ text });
  // Splits at placeholders. The name of a value follows it as `:NAME:` at the start of the next part.
  const [first, ...rest] = source.split(/\{\$(\w+)\}/);
  const names = rest.filter((_, index) => index % 2 === 0);
  const parts = [
    `:@@text:${first}`,
    ...names.map((name, index) => `:${name}:${rest[index * 2 + 1]}`),
  ];
  const values = names.map((name) => given[name.toLowerCase()]);
  return $localize(Object.assign(parts, { raw: parts }), ...values);
};

// Verifies the statements of docs/runtimes.md about empty and missing texts.
assert.equal(show('', 'de', {}, 'Save'), '');
assert.throws(
  () => $localize(Object.assign([':@@other:Save'], { raw: [':@@other:Save'] })),
  /No translation/,
);

const pairs = Array.from({ length: PAIRS }, (_, seed) => makePair('angular', seed));
comparePairs('angular', pairs, show);
