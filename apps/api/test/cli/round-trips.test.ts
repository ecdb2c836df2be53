import { type FileRow, formatById } from '@parlance/formats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const FILES = [
  { path: 'po/{locale}.po', prefix: 'po.' },
  { path: 'x1/{locale}.xlf', prefix: 'x1.', version: '1.2' },
  { path: 'x2/{locale}.xlf', prefix: 'x2.', version: '2.0' },
  { path: 'csv/{locale}.csv', prefix: 'csv.' },
  { path: '{locale}.lproj/L.strings', prefix: 'strings.' },
  { path: '{locale}.lproj/L.stringsdict', prefix: 'dict.' },
  { path: 'L.xcstrings', prefix: 'xc.' },
] as const;

const formatOf = (path: string) => path.slice(path.lastIndexOf('.') + 1).replace('xlf', 'xliff');
const hasFamilies = (format: string) => format === 'po' || format === 'stringsdict';

/** Texts with everything that formats write in different ways. */
const text = fc
  .array(
    fc.constantFrom(
      '"',
      "'",
      '\\',
      '\n',
      '\t',
      ' ',
      '  ',
      '%',
      '%d',
      '$',
      '{0}',
      '<b>',
      '</b>',
      '<x id="1"/>',
      '&',
      ';',
      '#',
      '=',
      ',',
      'ü',
      '日本',
      '👍',
      'a',
      'Words of a text',
      '\u00a0',
      '\r\n',
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));

/** Writes a source file with these texts. */
async function sourceOf(path: string, xliffVersion: '1.2' | '2.0', texts: Record<string, string>) {
  const format = formatOf(path);
  const rows = Object.entries(texts).map(([name, value]): FileRow => {
    const [, family, category] = /^(.*)\.(one|other)$/s.exec(name) ?? [];
    return {
      name,
      values: [{ localeTag: 'en', text: value }],
      ...(hasFamilies(format) &&
        category && { plural: { family: family!, category: category as 'one' | 'other' } }),
    };
  });
  async function* inOneBatch() {
    yield rows;
  }
  const written = formatById(format)!.write(inOneBatch(), {
    keySeparator: '.',
    sourceLocaleTag: 'en',
    localeTags: ['en'],
    shape: 'flat',
    xliffVersion,
  });
  let file = '';
  for await (const piece of written) file += piece;
  return file;
}

const withPrefix = (prefix: string, texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, value]) => [prefix + name, value]));

/**
 * True if a text starts and ends with a line break exactly if its name does. msgfmt rejects any other text, so no PO
 * file contains one.
 */
const hasSameEnds = (name: string, text: string): boolean =>
  name.startsWith('\n') === text.startsWith('\n') && name.endsWith('\n') === text.endsWith('\n');

it('push, pull and push without an edit leave nothing to push, in each format', async () => {
  const texts = fc.array(fc.tuple(text, text), { minLength: 4, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(texts, texts, async (singles, changes) => {
      const projectId = await world.createProject();
      const files = FILES.map(({ path, prefix }) => ({ path, prefix }));
      const clone = world.clone(projectId, { files });
      const translations: Record<'de' | 'ar', Record<string, string>> = { de: {}, ar: {} };
      const edits: Record<string, string> = {};
      for (const file of FILES) {
        const format = formatOf(file.path);
        const source: Record<string, string> = {};
        const target: Record<string, string> = {};
        if (format !== 'stringsdict') {
          for (const [at, [own, translated]] of singles.entries()) {
            const name = format === 'po' && at === 0 ? `k${at}\n` : `k${at}`;
            source[name] = own;
            target[name] = translated;
          }
        }
        if (hasFamilies(format)) {
          source['%d day.one'] = '%d day';
          source['%d day.other'] = '%d days';
          for (const one of ['zero', 'one', 'two', 'few', 'many', 'other']) {
            translations.ar[`${file.prefix}%d day.${one}`] = `%d ${one}`;
          }
        }
        const path = file.path.replace('{locale}', 'en');
        const version = 'version' in file ? file.version : '1.2';
        clone.write(path, await sourceOf(file.path, version, source));
        Object.assign(translations.de, withPrefix(file.prefix, target));
        const changed = changes.map(([own], index) => [`k${index}`, own] as const);
        const known = changed.filter(
          ([name, text]) =>
            Object.hasOwn(target, name) && (format !== 'po' || hasSameEnds(name, text)),
        );
        Object.assign(edits, withPrefix(file.prefix, Object.fromEntries(known)));
      }
      const isSame = async (step: string): Promise<void> => {
        const { json } = await clone.run('push', '--all');
        expect(json.errors, step).toEqual([]);
        expect(json.data, step).toEqual({ dryRun: false, pushed: [] });
        expect((await clone.run('diff')).json.data, step).toMatchObject({ differences: [] });
      };
      const first = await clone.run('push');
      expect(first.json.errors).toEqual([]);
      await isSame('after the first push');
      await world.put(projectId, translations.de, 'de');
      await world.put(projectId, translations.ar, 'ar');
      expect((await clone.run('pull')).json.errors).toEqual([]);
      await isSame('after new files');
      await world.put(projectId, edits, 'de');
      expect((await clone.run('pull')).json.errors).toEqual([]);
      await isSame('after an edit');
    }),
    { numRuns: testRuns(1) },
  );
});
