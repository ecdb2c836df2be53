import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import { HOSTILE_ZIPS } from '../../../test/content/hostile-zips.ts';
import { makeZip } from '../../../test/content/make-zip.ts';
import { writeZip } from '../../domain/files/export/zip.ts';
import { openZip, type ZipLimits } from './open-zip.ts';
import { ZipError } from './zip-error.ts';

const MIB = 1024 * 1024;
const LIMITS: ZipLimits = { entries: 100, totalBytes: 64 * MIB, ratio: 250, freeBytes: MIB };

async function readAll(bytes: Buffer, limits = LIMITS): Promise<[name: string, text: string][]> {
  const files: [string, string][] = [];
  for (const { name, read } of openZip(bytes, limits)) {
    files.push([name, Buffer.concat(await Array.fromAsync(read())).toString()]);
  }
  return files;
}

const faultOf = async (bytes: Buffer, limits = LIMITS): Promise<ZipError> => {
  const error: unknown = await readAll(bytes, limits).then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ZipError);
  return error as ZipError;
};

function packed(run: (folder: string, archive: string) => void): Buffer {
  const root = mkdtempSync(join(tmpdir(), 'parlance-zip-'));
  try {
    const folder = join(root, 'locales');
    mkdirSync(folder);
    writeFileSync(join(folder, 'de.json'), '{"a":"Ä"}');
    writeFileSync(join(folder, 'zh-Hant.json'), '漢字'.repeat(50_000));
    run(root, join(root, 'all.zip'));
    return readFileSync(join(root, 'all.zip'));
  } finally {
    rmSync(root, { recursive: true });
  }
}

const canRun = (program: string, ...options: string[]): boolean => {
  try {
    execFileSync(program, options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const PACKED = [
  ['locales/de.json', '{"a":"Ä"}'],
  ['locales/zh-Hant.json', '漢字'.repeat(50_000)],
];

describe('openZip', () => {
  it('reads archives of writeZip, which writes the sizes after the files', async () => {
    const pieces = writeZip([
      {
        name: 'ä/漢.json',
        read: async function* () {
          yield '{}';
        },
      },
      { name: 'empty.json', read: async function* () {} },
    ]);
    const bytes = Buffer.concat(await Array.fromAsync(pieces));
    expect(await readAll(bytes)).toEqual([
      ['ä/漢.json', '{}'],
      ['empty.json', ''],
    ]);
  });

  it.skipIf(!canRun('python3', '--version'))('reads archives of Python', async () => {
    const bytes = packed((root, archive) =>
      execFileSync('python3', ['-m', 'zipfile', '-c', archive, 'locales'], { cwd: root }),
    );
    expect((await readAll(bytes)).sort()).toEqual(PACKED);
  });

  it.skipIf(!canRun('zip', '-v'))('reads archives of Info-ZIP without their folders', async () => {
    const bytes = packed((root, archive) =>
      execFileSync('zip', ['-r', '-q', archive, 'locales'], { cwd: root }),
    );
    expect((await readAll(bytes)).sort()).toEqual(PACKED);
  });

  it('reads an archive with stored files, folders and a comment', async () => {
    const bytes = makeZip(
      [
        { name: 'a/', mode: 0o040755 },
        { name: 'a/b.json', content: '{}', isStored: true },
      ],
      { comment: 'a0b1c2' },
    );
    expect(await readAll(bytes)).toEqual([['a/b.json', '{}']]);
    expect(await readAll(makeZip([]))).toEqual([]);
  });

  it.each(HOSTILE_ZIPS)('refuses $what', async ({ bytes, entry, message }) => {
    const fault = await faultOf(bytes);
    expect([fault.entry, fault.message]).toEqual([entry, expect.stringMatching(message)]);
  });

  it('decompresses nothing of an archive that is refused because of its sizes', () => {
    const bomb = { name: 'bomb', packed: Buffer.from('not deflated') };
    const many = Array.from({ length: 3 }, () => ({ ...bomb, sizeBytes: 30 * MIB }));
    expect(() => openZip(makeZip(many), { ...LIMITS, ratio: 1e9 })).toThrow(/more than 67108864/);
    expect(() => openZip(makeZip(many), { ...LIMITS, entries: 2 })).toThrow(/more than 2 files/);
  });

  it('reads a file exactly at the maximum compression ratio', async () => {
    const content = 'x'.repeat(2 * MIB);
    expect(await readAll(makeZip([{ name: 'a', content }]), { ...LIMITS, ratio: 1_100 })).toEqual([
      ['a', content],
    ]);
  });

  it('reads a changed archive or throws a ZipError', async () => {
    const archive = makeZip([
      { name: 'a.json', content: '{"a":"A"}' },
      { name: 'b/', mode: 0o040755 },
      { name: 'b/c.json', content: '{}', isStored: true },
    ]);
    const edit = fc.record({ at: fc.nat(archive.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const bytes = Buffer.from(archive);
        for (const { at, byte } of edits) bytes[at] = byte;
        await readAll(bytes).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ZipError);
        });
      }),
      { numRuns: testRuns(500) },
    );
  });
});
