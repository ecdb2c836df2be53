import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { withBreaksOf } from './breaks.ts';

const hasGettext = spawnSync('msgfmt', ['--version']).status === 0;
if (!hasGettext) console.warn('Skipped: the programs of gettext are not installed.');

const text = fc
  .array(fc.constantFrom('\n', '\r\n', 'a', ' '), { maxLength: 5 })
  .map((pieces) => pieces.join(''));
const quoted = (written: string) => JSON.stringify(written);

it.skipIf(!hasGettext)(
  'a text starts and ends with line breaks like its msgid, as msgfmt requires',
  () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(text, { minLength: 60 }),
        fc.array(text, { minLength: 60 }),
        (ids, texts) => {
          const entries = ids.flatMap((id, index) => {
            const written = withBreaksOf(id, texts[index % texts.length]!);
            expect(withBreaksOf(id, written)).toBe(written);
            expect(written.trim()).toBe(texts[index % texts.length]!.trim());
            return id === '' ? [] : [`\nmsgid ${quoted(id)}\nmsgstr ${quoted(written)}\n`];
          });
          const catalog = `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n${entries.join('')}`;
          const run = spawnSync('msgfmt', ['--check-format', '-o', '-', '-'], { input: catalog });
          expect([run.status, run.stderr.toString()]).toEqual([0, '']);
        },
      ),
      { numRuns: testRuns(5) },
    );
  },
);
