import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { collectPatch, TEST_LIMITS } from '../../test/conformance/io.ts';
import type { ValueState } from '../format.ts';
import { po } from './po.ts';

const hasGettext = spawnSync('msgmerge', ['--version']).status === 0;
if (!hasGettext) console.warn('Skipped: the programs of gettext are not installed.');

const HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n';
const entryOf = (id: string, flags: readonly string[], text: string): string =>
  `\n${flags.length === 0 ? '' : `#, ${flags.join(', ')}\n`}msgid "${id}"\nmsgstr "${text}"\n`;

const formats = fc.subarray(['c-format', 'no-python-format']);
const messages = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    own: fc.tuple(fc.subarray(['fuzzy', 'no-wrap']), formats).map((all) => all.flat()),
    source: formats,
    isThere: fc.boolean(),
    state: fc.constantFrom<ValueState>('translated', 'needs_review'),
    isChanged: fc.boolean(),
  }),
  { selector: ({ id }) => id, minLength: 1 },
);

/** Returns the flags that msgmerge assigns to the entries of a file, by `msgid`. */
function flagsByMsgmerge(file: string, template: string): Map<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'po-flags-'));
  try {
    writeFileSync(join(folder, 'a.po'), file);
    writeFileSync(join(folder, 'a.pot'), template);
    const run = spawnSync('msgmerge', ['-q', '-N', 'a.po', 'a.pot'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return flagsIn(run.stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const flagsIn = (file: string): Map<string, string[]> =>
  new Map(
    [...file.matchAll(/(?:#,(.*)\n)?msgid "(.+)"/g)].map(([, flags = '', id]) => [
      id!,
      flags.split(/, */).flatMap((flag) => flag.trim() || []),
    ]),
  );

const formatsOf = (flags: readonly string[]): string[] =>
  flags.filter((flag) => flag.endsWith('-format')).sort();

describe('the format flags of a PO entry', () => {
  it.skipIf(!hasGettext)(
    'match the flags of the source entry if the entry is new or changed, as with msgmerge',
    async () => {
      await fc.assert(
        fc.asyncProperty(messages, async (all) => {
          const there = all.filter(({ isThere }) => isThere);
          const base = HEADER + there.map(({ id, own }) => entryOf(id, own, 'alt')).join('');
          const template = HEADER + all.map(({ id, source }) => entryOf(id, source, '')).join('');
          const written = all.filter(({ isThere, isChanged }) => !isThere || isChanged);
          const rows = written.map(({ id, state }) => ({
            name: id,
            values: [{ localeTag: 'de', text: 'neu', state }],
          }));
          const { bytes } = await collectPatch(po, Buffer.from(base), rows, {
            keySeparator: '.',
            sourceLocaleTag: 'en',
            localeTags: ['de'],
            shape: 'flat',
            limits: TEST_LIMITS,
            missing: 'keep',
            sibling: Buffer.from(template),
          });
          const flags = flagsIn(bytes.toString());
          const merged = flagsByMsgmerge(bytes.toString(), template);
          for (const { id, own, isThere, isChanged, state } of all) {
            const found = flags.get(id)!;
            if (isThere && !isChanged) expect(found).toEqual(own);
            else expect(formatsOf(found)).toEqual(formatsOf(merged.get(id)!));
            const isFuzzy = isThere && !isChanged ? own[0] === 'fuzzy' : state === 'needs_review';
            expect(found.includes('fuzzy')).toBe(isFuzzy);
          }
        }),
        { numRuns: testRuns(15) },
      );
    },
  );
});
