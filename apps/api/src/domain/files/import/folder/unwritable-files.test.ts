import { describe, expect, it } from 'vitest';
import { fail } from '../../../../errors.ts';
import type { ReadFile } from './read-files.ts';
import { leavingOutUnwritable } from './unwritable-files.ts';

/**
 * Writes a folder with one valid file and `faulty` files that cannot be written. Each attempt to write reports one
 * faulty file.
 */
async function writeWith(faulty: number, skipsFaulty = true) {
  const names = [...Array.from({ length: faulty }, (_, index) => `bad${index}`), 'good'];
  const files = names.map((path) => ({ path, locale: 'de' }) as unknown as ReadFile);
  let runs = 0;
  const done = leavingOutUnwritable(
    { files, faulty: [], skipsFaulty, sourceLocale: 'en' },
    async (input) => {
      runs++;
      const bad = input.files.find(({ path }) => path.startsWith('bad'));
      if (bad) {
        const errors = [{ path: '', message: 'cannot be written', file: bad.path }];
        fail('content_invalid', 'A file cannot be written.', { errors });
      }
      return input.faulty.length;
    },
  );
  return { left: await done.catch(({ code }) => code), runs };
}

describe('unwritable files of a folder', () => {
  it('do not prevent the other files from being written, and cost one attempt each', async () => {
    expect(await writeWith(3)).toEqual({ left: 3, runs: 4 });
  });

  it('fail the import of the folder if there are many, or if skipping is not allowed', async () => {
    expect(await writeWith(50)).toEqual({ left: 'content_invalid', runs: 11 });
    expect(await writeWith(1, false)).toEqual({ left: 'content_invalid', runs: 1 });
  });
});
