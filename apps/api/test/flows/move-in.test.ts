import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shell } from '../../../../scripts/documents/shell.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { EXPORTS } from './move-in-exports.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const CLI = join(ROOT, 'packages/cli/src/main.ts');
const page = readFileSync(join(ROOT, 'docs/move-in.md'), 'utf8');

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
});
afterAll(() => app.close());

/** Returns the code blocks under a heading of the page. */
function blocksOf(heading: string, language: string): string[] {
  const part = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  const fences = part?.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  const blocks = [...(fences ?? [])].map(([, text]) => text!);
  if (blocks.length === 0) throw new Error(`“${heading}” has no blocks of ${language}`);
  return blocks;
}

/**
 * Runs the commands under a heading of docs/move-in.md, in a folder with the exports of the other product. Returns the
 * output of each block of commands.
 */
async function moveIn(heading: string, projectId: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-move-in-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o755 });
  };
  for (const [path, text] of Object.entries(EXPORTS[heading]!)) write(path, text);
  write('glossary.mjs', blocksOf('Glossaries', 'js')[0]!);
  write('.bin/npx', `#!/bin/sh\nshift 3\nexec '${process.execPath}' '${CLI}' "$@"\n`);
  write('.bin/node', `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
  const shell = new Shell(folder, {
    PATH: [join(folder, '.bin'), process.env.PATH].join(delimiter),
    HOME: join(folder, '.home'),
    PARLANCE_URL: app.url,
    PARLANCE_KEY: tenant.apiKey.token,
    B: app.url,
    A: `Authorization: ApiKey ${tenant.apiKey.token}`,
    P: projectId,
  });
  try {
    const printed: string[] = [];
    for (const block of [...blocksOf('Before you start', 'sh'), ...blocksOf(heading, 'sh')]) {
      printed.push(await shell.run(block));
    }
    return printed;
  } finally {
    shell.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The glossary terms after each move, as far as the file of the product can express them. */
const TERMS: Readonly<Record<string, object>> = {
  'From Tolgee': {
    cart: { translations: { de: 'Warenkorb' }, note: 'A list, of things' },
    Acme: { doNotTranslate: true, caseSensitive: true },
  },
  'From Weblate': {
    cart: { translations: { de: 'Warenkorb', fr: 'panier' } },
    'terms & conditions': { translations: { de: 'AGB' } },
  },
  'From Crowdin': {
    cart: { note: 'Things that a person is about to buy' },
    voucher: { translations: { de: 'Gutschein' }, note: 'A code, with a price' },
  },
  'From Lokalise': {
    cart: { translations: { de: 'Warenkorb', fr: 'panier' }, caseSensitive: false },
    Acme: { doNotTranslate: true, caseSensitive: true },
  },
};

describe.each(Object.keys(EXPORTS))('the page “Move in”, %s', (heading) => {
  it('has commands that import texts, states, the glossary and the translation memory', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { i18n, translate } = tenant.client;
    for (const code of ['de', 'fr']) await i18n.locales.create({ projectId, code });
    await moveIn(heading, projectId);
    const { data: values } = await i18n.values.list({ projectId, limit: 100 });
    const stored = Object.fromEntries(
      values.map(({ key, locale, text, state }) => [`${locale} ${key}`, `${text} (${state})`]),
    );
    expect(stored).toMatchObject({
      'en cart.title': 'Your cart (translated)',
      'en cart.empty': 'The cart is empty. (translated)',
      'de cart.title': 'Ihr Warenkorb (reviewed)',
      'de cart.empty': 'Der Warenkorb ist leer. (needs_review)',
      'fr cart.title': 'Votre panier (translated)',
    });
    const { data: terms } = await i18n.glossary.list({ projectId });
    const own = Object.fromEntries(terms.map((term) => [term.term, term]));
    expect(own).toMatchObject(TERMS[heading]!);
    const { data: matches } = await translate.memory.search({
      text: 'Proceed to checkout',
      sourceLocale: 'en',
      targetLocale: 'de',
    });
    expect(matches[0]).toMatchObject({ target: 'Zur Kasse gehen' });
  });
});
