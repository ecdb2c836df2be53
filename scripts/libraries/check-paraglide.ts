/**
 * `node scripts/run.mjs scripts/libraries/check-paraglide.ts` installs Paraglide in a temporary folder (600 MB),
 * compiles 5,000 pairs of texts, and compares the messages with the errors of the checks.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { comparePairs, installPackages } from './compare-installed.ts';
import { makePair } from './make-pair.ts';
import type { Show } from './shown.ts';

const PAIRS = 5000;
const PACKAGES = ['@inlang/paraglide-js@2.25.4', '@inlang/plugin-message-format@4.4.4'];
const LOCALES = ['en', 'de', 'ja', 'pl'];

const folder = installPackages(...PACKAGES);

const pairs = Array.from({ length: PAIRS }, (_, seed) => makePair('paraglide', seed));
const texts = [...new Set(pairs.flatMap(({ source, target }) => [source, target]))];
const keys = new Map(texts.map((text, index) => [text, `text${index}`]));
const project = join(folder, 'checked.inlang');
mkdirSync(join(folder, 'messages'), { recursive: true });
mkdirSync(project, { recursive: true });
const settings = {
  baseLocale: 'en',
  locales: LOCALES,
  modules: ['./node_modules/@inlang/plugin-message-format/dist/index.js'],
  'plugin.inlang.messageFormat': { pathPattern: './messages/{locale}.json' },
};
writeFileSync(join(project, 'settings.json'), JSON.stringify(settings));
const messages = { ...Object.fromEntries(texts.map((text) => [keys.get(text), text])), empty: '' };
for (const locale of LOCALES) {
  const own = locale === 'en' ? { ...messages, added: 'New {name}' } : messages;
  writeFileSync(join(folder, 'messages', `${locale}.json`), JSON.stringify(own));
}
const out = join(folder, 'compiled');
const compile = `import { compile } from '@inlang/paraglide-js';
await compile({ project: './checked.inlang', outdir: './compiled', emitTsDeclarations: false });`;
execFileSync(process.execPath, ['--input-type=module', '--eval', compile], { cwd: folder });

const { m } = (await import(join(out, 'messages.js'))) as {
  m: Record<string, (given: object, options: { locale: string }) => string>;
};
const show: Show = (text, locale, given) => m[keys.get(text)!]!({ ...given }, { locale });

// Verifies the statements of docs/runtimes.md about empty texts, missing texts and missing values.
assert.equal(m.empty!({}, { locale: 'de' }), '');
assert.equal(m.added!({}, { locale: 'de' }), 'New undefined');
comparePairs('paraglide', pairs, show);
