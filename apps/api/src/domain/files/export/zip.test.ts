import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readZip } from '../../../../test/content/zip.ts';
import { writeZip, type ZipEntry } from './zip.ts';

const entry = (name: string, ...pieces: string[]): ZipEntry => ({
  name,
  async *read() {
    yield* pieces;
  },
});

async function zipOf(entries: ZipEntry[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeZip(entries)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe('writeZip', () => {
  it('writes files that can be read back, regardless of their names and sizes', async () => {
    const long = 'Übersetzung 漢字 '.repeat(100_000);
    const entries = [
      entry('de.json', '{', '}'),
      entry('zh-Hant.json', long, long),
      entry('empty.json'),
      entry('ä/漢.json', 'x'),
    ];
    expect(readZip(await zipOf(entries))).toEqual(
      new Map([
        ['de.json', '{}'],
        ['zh-Hant.json', long + long],
        ['empty.json', ''],
        ['ä/漢.json', 'x'],
      ]),
    );
  });

  it('writes the same bytes for the same content', async () => {
    const make = () => zipOf([entry('a', 'x'), entry('b', 'y')]);
    expect(await make()).toEqual(await make());
  });

  it('writes an empty archive if it gets no files', async () => {
    expect(readZip(await zipOf([]))).toEqual(new Map());
  });

  it('throws the error of a file that cannot be read', async () => {
    const broken: ZipEntry = {
      name: 'a',
      // biome-ignore lint/correctness/useYield: it breaks before its first piece
      async *read() {
        throw new Error('the database is gone');
      },
    };
    await expect(zipOf([broken])).rejects.toThrow('the database is gone');
  });

  it('releases the current file when the reader of the archive stops', async () => {
    let hasEnded = false;
    const endless: ZipEntry = {
      name: 'a',
      async *read() {
        try {
          for (;;) yield Math.random().toString(36).repeat(1000);
        } finally {
          hasEnded = true;
        }
      },
    };
    let count = 0;
    for await (const _ of writeZip([endless])) if (++count === 3) break;
    expect(hasEnded).toBe(true);
  });

  it.runIf(hasPython)('writes an archive that Python can read', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'parlance-zip-'));
    try {
      const archive = join(directory, 'a.zip');
      writeFileSync(archive, await zipOf([entry('de.json', '{"a":"ä"}'), entry('fr.json', '{}')]));
      execFileSync('python3', ['-m', 'zipfile', '-t', archive]);
      execFileSync('python3', ['-m', 'zipfile', '-e', archive, directory]);
      expect(readFileSync(join(directory, 'de.json'), 'utf8')).toBe('{"a":"ä"}');
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
