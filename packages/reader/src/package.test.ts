import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { lookupTags } from '@parlance/locales';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../scripts/build.ts';

const MAX_BYTES = 2560;

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

  it('adds at most 2.5 KiB to an app, minified and gzipped', async () => {
    const bundle = await rolldown({ input: join(folder, 'dist/index.js'), platform: 'browser' });
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    await bundle.close();
    expect(output).toHaveLength(1);
    expect(output[0].code).toContain('createReader');
    expect(gzipSync(output[0].code, { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES);
  });
});
