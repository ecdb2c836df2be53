import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createTenant, type Tenant } from '../app/build.ts';

const HAS_APERTIUM = existsSync('/usr/share/apertium/modes/eng-spa.mode');
const STRINGS = 1_500;

const PLACEHOLDERS = [
  '{name}',
  '{{count}}',
  '%s',
  '%1$d',
  '%{total}',
  '$t(common.app)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of the file's own
  '${price}',
  '<b>now</b>',
  '&amp;',
];
const SENTENCES = [
  (x: string) => `The project ${x} was saved.`,
  (x: string) => `Open the file ${x} in the editor`,
  (x: string) => `${x} sent you a message`,
  (x: string) => `You have no permission to delete ${x}`,
  (x: string) => `Are you sure that you want to remove ${x} from the list?`,
];

/** Returns a source file like that of a real app: nested, with every kind of placeholder, and with plurals. */
function sourceFile(): Record<string, unknown> {
  const file: Record<string, Record<string, string>> = {};
  for (let n = 0; n < STRINGS; n++) {
    const screen = `screen_${Math.floor(n / 20)}`;
    const placeholder = PLACEHOLDERS[n % PLACEHOLDERS.length]!;
    file[screen] ??= {};
    file[screen][`text_${n}`] =
      n % 3 === 0 ? `Save the changes of page ${n}` : SENTENCES[n % SENTENCES.length]!(placeholder);
  }
  return {
    ...file,
    inbox_one: 'You have one message',
    inbox_other: 'You have {{count}} messages',
    cart: 'You bought {n, plural, one {# book} other {# books}}',
  };
}

const PLACEHOLDER =
  /\{\{?[a-z]+\}?\}|%s|%1\$d|%\{total\}|\$t\(common\.app\)|\$\{price\}|<\/?b>|&amp;/g;
const placeholdersOf = (text: string): string[] => (text.match(PLACEHOLDER) ?? []).sort();

describe.skipIf(!HAS_APERTIUM)('the main workflow, with Apertium (apertium-eng-spa)', () => {
  let app: TestApp;
  let tenant: Tenant;

  beforeAll(async () => {
    app = await startTestApp({ env: { MT_ENGINES: 'apertium' } });
    tenant = await createTenant(app);
  });
  afterAll(() => app.close());

  it('imports, translates, releases and serves a file of 1,500 strings with every placeholder intact', async () => {
    const { data: project } = await tenant.client.i18n.projects.create({
      name: 'Main way',
      sourceLocale: 'en',
    });
    const projectId = project.id;
    const { data: imported } = await tenant.client.i18n.projects.import(
      {
        projectId,
        locale: 'en',
        targetLocales: ['es'],
        translateMissing: true,
        content: sourceFile(),
      },
      { waitSeconds: 60 },
    );
    expect(imported.translation).toMatchObject({
      status: 'completed',
      progress: { failed: 0 },
      usage: { engine: 'apertium' },
    });
    await tenant.client.i18n.releases.create({ projectId, environment: 'production' });
    const bundle = async (locale: string): Promise<Record<string, string>> => {
      const address = `${app.url}/v1/i18n/bundles/${projectId}/production/${locale}`;
      return (await (await fetch(`${address}?shape=flat&envelope=false`)).json()) as never;
    };
    const [english, spanish] = [await bundle('en'), await bundle('es')];

    const broken = Object.keys(english).filter(
      (name) =>
        name !== 'cart' &&
        String(placeholdersOf(spanish[name]!)) !== String(placeholdersOf(english[name]!)),
    );
    expect(broken).toEqual([]);
    const translated = Object.keys(english).filter((name) => spanish[name] !== english[name]);
    expect(translated.length).toBeGreaterThan(STRINGS * 0.95);
    // Spanish also has `many` (CLDR), in families and in ICU messages.
    expect(
      Object.keys(spanish)
        .filter((name) => name.startsWith('inbox_'))
        .sort(),
    ).toEqual(['inbox_many', 'inbox_one', 'inbox_other']);
    expect(spanish.cart).toMatch(
      /^\{n, plural, one \{[^{}]*#[^{}]*\} many \{[^{}]*#[^{}]*\} other \{[^{}]*#[^{}]*\}\}$/,
    );
  });
});
