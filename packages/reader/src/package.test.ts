import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { lookupTags } from '@parlance/locales';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../scripts/build.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-reader-test-'));
  await buildPackage(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the package of the reader', () => {
  it('contains modules and declarations that need no other package', async () => {
    expect((await readdir(folder)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);
    const names = await readdir(join(folder, 'dist'));
    expect(names).toContain('index.d.ts');
    for (const name of names) {
      expect(name).toMatch(/\.(js|d\.ts)$/);
      const text = await readFile(join(folder, 'dist', name), 'utf8');
      for (const [, source] of text.matchAll(/\bfrom '([^']+)'/g)) {
        expect(names, name).toContain(source!.replace('./', ''));
      }
    }
    const { createReader } = await import(join(folder, 'dist/index.js'));
    expect(Object.keys(createReader({ url: '', projectId: '', environmentId: '' }))).toEqual([]);
  });

  it('looks up locales in the same way as the service', async () => {
    const packed = await import(join(folder, 'dist/lookup-tags.js'));
    for (const tag of ['zh_CN', 'es-MX', 'nn-NO', 'sr-Latn-ME', 'en-AU-x-a', 'und-US']) {
      expect(packed.lookupTags(tag)).toEqual(lookupTags(tag));
    }
  });

  it('formats compiled messages with `Intl`', async () => {
    const { formatIcu, formatMf2 } = await import(join(folder, 'dist/format.js'));
    const price = ['p', 'number', { style: 'currency', currency: 'EUR' }];
    expect(formatIcu([price, ' for ', ['who']], 'en', { p: 2, who: 'Ana' })).toBe('€2.00 for Ana');
    expect(formatMf2(['Hi ', ['$who']], 'en', { who: 'Ana' })).toBe('Hi \u2068Ana\u2069');
  });

  it('adds at most 2.5 KiB to an app, minified and gzipped', async () => {
    expect(await sizeOf("export { createReader } from './dist/index.js'")).toBeLessThanOrEqual(
      2560,
    );
  });

  it.each([
    ['formatIcu', 1536],
    ['formatIcu, formatMf2', 3072],
  ])('adds at most the documented size to an app that uses %s', async (names, bytes) => {
    expect(await sizeOf(`export { ${names} } from './dist/format.js'`)).toBeLessThanOrEqual(bytes);
  });
});

/** Returns the size of the code of an app, minified and gzipped. */
async function sizeOf(code: string): Promise<number> {
  const entry = join(folder, 'app.js');
  await writeFile(entry, code);
  const bundle = await rolldown({ input: entry, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  await rm(entry);
  expect(output).toHaveLength(1);
  expect(output[0].code.length).toBeGreaterThan(500);
  return gzipSync(output[0].code, { level: 9 }).length;
}
