import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from './documents.ts';

const run = promisify(execFile);
const MODULE = new URL('./write-files.ts', import.meta.url).href;
/** Maximum file size in blocks of 512 bytes. */
const MAX_FILE_BLOCKS = 8;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parlance-cli-write-'));
  chmodSync(root, 0o755);
  mkdirSync(join(root, 'b'));
  writeFileSync(join(root, 'a.json'), 'old a');
  writeFileSync(join(root, 'b/b.json'), 'old b');
});
afterEach(() => {
  chmodSync(join(root, 'b'), 0o755);
  rmSync(root, { recursive: true });
});

/** Writes two files in a child process with a limited file size. Returns the code of the error. */
async function writeBoth(second: string): Promise<string> {
  const writes = [
    { path: 'a.json', text: 'new a', hash: hashOf(Buffer.from('old a')) },
    { path: 'b/b.json', text: second, hash: hashOf(Buffer.from('old b')) },
  ];
  const script = `
    const { writeFiles } = await import(${JSON.stringify(MODULE)});
    if (process.argv[1] === 'plain' && process.getuid() === 0) process.seteuid(65534);
    const writes = ${JSON.stringify(writes)}.map((one) => ({ ...one, bytes: Buffer.from(one.text) }));
    try { writeFiles(${JSON.stringify(root)}, writes); } catch (error) { process.stdout.write(error.code); }`;
  const { stdout } = await run('sh', [
    '-c',
    `ulimit -f ${MAX_FILE_BLOCKS}; exec "$0" "$@"`,
    process.execPath,
    '--input-type=module',
    '-e',
    script,
    second === 'new b' ? 'plain' : 'limited',
  ]);
  return stdout;
}

const contents = () => ({
  files: readdirSync(root, { recursive: true }).sort(),
  a: readFileSync(join(root, 'a.json'), 'utf8'),
  b: readFileSync(join(root, 'b/b.json'), 'utf8'),
});
const OLD = { files: ['a.json', 'b', 'b/b.json'], a: 'old a', b: 'old b' };

describe('writeFiles', () => {
  it('leaves all files unchanged if the folder of one of them is read-only', async () => {
    chmodSync(root, 0o777);
    chmodSync(join(root, 'b'), 0o555);
    expect(await writeBoth('new b')).toBe('EACCES');
    expect(contents()).toEqual(OLD);
  });

  it('leaves all files unchanged if one of them exceeds the maximum file size', async () => {
    expect(await writeBoth('new b'.repeat(2_000))).toBe('EFBIG');
    expect(contents()).toEqual(OLD);
  });
});
