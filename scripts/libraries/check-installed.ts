/**
 * `node scripts/run.mjs scripts/libraries/check-installed.ts` installs Angular and Paraglide in a temporary folder,
 * because they are too large for this workspace (600 MB). It shows pairs of texts with these libraries, and compares
 * the results with the errors of the checks: 100,000 pairs with `$localize`, and 5,000 pairs that Paraglide compiles.
 * It prints each difference with its seed.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorsOf } from '../runtimes/shown/errors-of.ts';
import { judge } from './judge.ts';
import { makePair, type Pair } from './make-pair.ts';
import type { Library, Show } from './show.ts';

const PACKAGES = [
  '@angular/localize@22.2.6',
  '@inlang/paraglide-js@2.25.4',
  '@inlang/plugin-message-format@4.4.4',
];
const LOCALES = ['en', 'de', 'ja', 'pl'];

const folder = mkdtempSync(join(tmpdir(), 'library-'));
writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
execFileSync('npm', ['install', ...options, ...PACKAGES], { cwd: folder });
await checkAngular(makePairs('angular', 100_000));
await checkParaglide(makePairs('paraglide', 5000));

function makePairs(library: Library, count: number): Pair[] {
  return Array.from({ length: count }, (_, seed) => makePair(library, seed));
}

function comparePairs(library: Library, pairs: readonly Pair[], show: Show): void {
  let differences = 0;
  for (const [seed, pair] of pairs.entries()) {
    const wrong = judge(library, pair, show);
    const errors = errorsOf(library, pair);
    if ((wrong === null) === (errors.length === 0)) continue;
    differences++;
    console.log(JSON.stringify({ seed, ...pair, wrong, errors }));
  }
  console.log(`${library}: ${pairs.length} pairs, ${differences} differences`);
  if (differences > 0) process.exitCode = 1;
}

async function checkAngular(pairs: readonly Pair[]): Promise<void> {
  const modules = join(folder, 'node_modules/@angular/localize/fesm2022');
  await import(join(modules, 'init.mjs'));
  const { loadTranslations } = (await import(join(modules, 'localize.mjs'))) as {
    loadTranslations(texts: Readonly<Record<string, string>>): void;
  };
  const { $localize } = globalThis as unknown as {
    $localize(parts: readonly string[] & { raw: readonly string[] }, ...values: unknown[]): string;
  };
  // `$localize` warns about a translation that it cannot use, and shows the source text.
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
  const other = [':@@other:Save'];
  assert.throws(() => $localize(Object.assign(other, { raw: other })), /No translation/);
  comparePairs('angular', pairs, show);
}

async function checkParaglide(pairs: readonly Pair[]): Promise<void> {
  const texts = [...new Set(pairs.flatMap(({ source, target }) => [source, target]))];
  const keys = new Map(texts.map((text, index) => [text, `text${index}`]));
  for (const name of ['messages', 'checked.inlang']) mkdirSync(join(folder, name));
  const settings = {
    baseLocale: 'en',
    locales: LOCALES,
    modules: ['./node_modules/@inlang/plugin-message-format/dist/index.js'],
    'plugin.inlang.messageFormat': { pathPattern: './messages/{locale}.json' },
  };
  writeFileSync(join(folder, 'checked.inlang/settings.json'), JSON.stringify(settings));
  const messages = {
    ...Object.fromEntries(texts.map((text) => [keys.get(text), text])),
    empty: '',
  };
  for (const locale of LOCALES) {
    const own = locale === 'en' ? { ...messages, added: 'New {name}' } : messages;
    writeFileSync(join(folder, 'messages', `${locale}.json`), JSON.stringify(own));
  }
  const compile = `import { compile } from '@inlang/paraglide-js';
await compile({ project: './checked.inlang', outdir: './compiled', emitTsDeclarations: false });`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', compile], { cwd: folder });
  const { m } = (await import(join(folder, 'compiled/messages.js'))) as {
    m: Record<string, (given: object, options: { locale: string }) => string>;
  };
  // Verifies the statements of docs/runtimes.md about empty texts, missing texts and missing values.
  assert.equal(m.empty!({}, { locale: 'de' }), '');
  assert.equal(m.added!({}, { locale: 'de' }), 'New undefined');
  comparePairs('paraglide', pairs, (text, locale, given) =>
    m[keys.get(text)!]!({ ...given }, { locale }),
  );
}
