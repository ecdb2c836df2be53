import { formatById } from '@parlance/formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const PARTS = [
  'a',
  'Größe',
  '日本',
  '😀',
  ' ',
  '\n',
  '"',
  "'",
  '\\',
  '%',
  '%1$s',
  '{n}',
  '{',
  '<b>x</b>',
  '&',
  '&amp;',
  '#',
  '=',
  ':',
  '- ',
  '$5',
  '\u00a0',
  '@',
  '\t',
  '1.10',
  'no',
  'null',
];
const text = fc
  .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''))
  // Files of browser extensions cannot contain an undeclared placeholder such as `$5a$`.
  .filter((one) => one.trim() !== '' && !/\$\w+\$/.test(one));
const texts = fc.uniqueArray(text, { minLength: 4, maxLength: 12 });

const named = (all: readonly string[]) =>
  Object.fromEntries(all.map((one, index) => [`key${index}`, one]));

/** Returns the source file as the service writes it. */
async function sourceFile(format: string, all: Record<string, string>): Promise<string> {
  async function* rows() {
    yield Object.entries(all).map(([name, one]) => ({
      name,
      description: `About ${name}`,
      values: [{ localeTag: 'en', text: one }],
    }));
  }
  const written = formatById(format)!.write(rows(), {
    keySeparator: '.',
    sourceLocaleTag: 'en',
    localeTags: ['en'],
    shape: 'nested',
  });
  return (await Array.fromAsync(written)).join('');
}

describe('push, pull and push again without an edit', () => {
  it.each([
    ['json', 'l/{locale}.json', 'l/en.json'],
    ['yaml', 'l/{locale}.yaml', 'l/en.yaml'],
    ['android', 'res/values{-locale:android}/strings.xml', 'res/values/strings.xml'],
    ['resx', 'Strings{.locale}.resx', 'Strings.resx'],
    ['arb', 'l10n/app_{locale:posix}.arb', 'l10n/app_en.arb'],
    ['formatjs', 'lang/{locale}.json', 'lang/en.json'],
    ['chrome', '_locales/{locale:chrome}/messages.json', '_locales/en/messages.json'],
    ['properties', 'm{_locale:java}.properties', 'm.properties'],
  ])('leave nothing to push in %s files', async (format, path, source) => {
    await fc.assert(
      fc.asyncProperty(texts, texts, texts, async (own, german, chinese) => {
        const projectId = await world.createProject();
        const clone = world.clone(projectId, { files: [{ path, format }] });
        clone.write(source, await sourceFile(format, named(own)));
        expect((await clone.run('push')).exit).toBe(0);
        const keys = Object.keys(named(own));
        for (const [locale, all] of [
          ['de', german],
          ['zh-Hant', chinese],
        ] as const) {
          const known = Object.entries(named(all)).filter(([name]) => keys.includes(name));
          await world.put(projectId, Object.fromEntries(known), locale);
        }
        expect((await clone.run('pull')).exit).toBe(0);
        const written = await clone.run('push', '--all');
        expect(written).toMatchObject({ exit: 0, json: { data: { pushed: [] } } });
        expect(written.json.warnings).toEqual([]);
        expect((await clone.run('pull')).json.data.files).toEqual([]);
      }),
      { numRuns: testRuns(1) },
    );
  });
});
