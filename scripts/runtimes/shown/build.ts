import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { android } from '../../../packages/formats/src/android/android.ts';
import { defaultPluralForms } from '../../../packages/formats/src/po/plural-forms.ts';
import { batches, collectBytes } from '../../../packages/formats/test/conformance/io.ts';
import { run } from '../programs.ts';
import type { Pair } from './pair.ts';

const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'shown-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Returns the reason why aapt2 rejects each text in the resources of an app, or null. */
export async function buildAndroid(pairs: readonly Pair[]): Promise<(string | null)[]> {
  const errors: (string | null)[] = pairs.map(() => null);
  await withFolder(async (folder) => {
    mkdirSync(join(folder, 'values'), { recursive: true });
    // aapt2 stops after 20 errors, so the build runs until there are none.
    for (let found = -1; found !== 0; ) {
      const taken = [...pairs.keys()].filter((at) => errors[at] === null);
      found = 0;
      for (const [at, error] of await buildOnce(folder, pairs, taken)) {
        errors[at] = error;
        found++;
      }
    }
  });
  return errors;
}

async function buildOnce(
  folder: string,
  pairs: readonly Pair[],
  taken: readonly number[],
): Promise<Map<number, string>> {
  const rows = taken.map((at) => ({
    name: `text${at}`,
    values: [{ localeTag: 'de', text: pairs[at]!.target }],
  }));
  const written = android.write(batches(rows), {
    localeTags: ['de'],
    sourceLocaleTag: 'en',
    keySeparator: null,
  } as never);
  const path = join(folder, 'values/strings.xml');
  const bytes = await collectBytes(written);
  writeFileSync(path, bytes);
  const lines = Buffer.from(bytes).toString().split('\n');
  const { stderr } = run('aapt2', ['compile', '-o', folder, path]);
  return new Map(
    [...stderr.matchAll(/\.xml:(\d+): error: (.*)$/gm)].map(([, line, error]) => {
      const at = /name="text(\d+)"/.exec(lines[Number(line) - 1]!)?.[1];
      if (at === undefined) throw new Error(`aapt2 says: ${error}`);
      return [Number(at), error!];
    }),
  );
}

const quoted = (text: string): string =>
  `"${text.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;

/**
 * Creates a build that checks each entry with msgfmt. A flag marks texts that the program formats. The strictest flag
 * counts. A plural form is tested beside correct forms.
 */
export const buildByMsgfmt =
  (...flags: readonly string[]) =>
  (pairs: readonly Pair[]): Promise<(string | null)[]> =>
    withFolder(async (folder) => {
      const errors: (string | null)[] = pairs.map(() => null);
      for (const flag of flags) {
        for (const locale of new Set(pairs.map((pair) => pair.locale))) {
          const path = join(folder, 'texts.po');
          const entryAt = writePo(path, pairs, flag, locale);
          const { stderr } = run('msgfmt', ['--check-format', '-o', '/dev/null', path]);
          for (const [, line, error] of stderr.matchAll(/^\S+\.po:(\d+): (.*)$/gm)) {
            const at = entryAt.get(Number(line));
            if (at === undefined) throw new Error(`msgfmt says: ${error}`);
            errors[at] = `${flag}: ${error!}`;
          }
        }
      }
      return errors;
    });

/** Writes the pairs of a language, and returns the index of the pair for each line. */
function writePo(
  path: string,
  pairs: readonly Pair[],
  flag: string,
  locale: string,
): Map<number, number> {
  const { categories, header } = defaultPluralForms(locale);
  const lines = [
    'msgid ""',
    `msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: ${header}\\n"`,
  ];
  const pairAt = new Map<number, number>();
  for (const [at, pair] of pairs.entries()) {
    if (pair.locale !== locale) continue;
    const { source, target, isFormatted, form } = pair;
    const forms = form
      ? categories.map(
          (category, index) =>
            `msgstr[${index}] ${quoted(category === form.category ? target : form.other)}`,
        )
      : [`msgstr ${quoted(target)}`];
    const entry = [
      `#, ${isFormatted ? '' : 'no-'}${flag}`,
      `msgctxt "${at}"`,
      `msgid ${quoted(source)}`,
      ...(form ? [`msgid_plural ${quoted(form.other)}`] : []),
      ...forms,
    ];
    for (const line of entry) {
      lines.push(line);
      pairAt.set(lines.length, at);
    }
  }
  writeFileSync(path, `${lines.join('\n')}\n`);
  return pairAt;
}
