import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../../scripts/run/web.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DIST = join(ROOT, 'apps/web/dist');
const KIB = 1024;

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

describe('the build of the web app', () => {
  let chunks: Record<string, Chunk>;
  beforeAll(async () => {
    expect(await ensureBuilt(ROOT, process.execPath)).toBe(true);
    chunks = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
  }, 120_000);

  const sizeOf = (file: string): number =>
    gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;

  /** The files that a browser loads for a chunk, the chunk's own included. */
  function loadedWith(name: string, seen = new Set<string>()): Set<string> {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const other of chunks[name]!.imports ?? []) loadedWith(other, seen);
    return seen;
  }

  it('loads at most 198 KiB of scripts before the first page, and at most 20 KiB of styles in all', () => {
    const [entry] = Object.entries(chunks).find(([, { isEntry }]) => isEntry)!;
    const scripts = [...loadedWith(entry)].map((name) => sizeOf(chunks[name]!.file));
    expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(198 * KIB);
    const styles = new Set(Object.values(chunks).flatMap(({ css }) => css ?? []));
    const styleSizes = [...styles].map(sizeOf);
    expect(styleSizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20 * KIB);
  });

  it('loads at most 349 KiB of scripts for the editor, its text field included', () => {
    const names = new Set<string>();
    const [entry] = Object.entries(chunks).find(([, { isEntry }]) => isEntry)!;
    for (const name of [
      entry,
      'src/features/editor/editor.page.tsx',
      'src/features/editor/cell/cell-editor.tsx',
    ]) {
      expect(chunks).toHaveProperty([name]);
      loadedWith(name, names);
    }
    const scripts = [...names].map((name) => sizeOf(chunks[name]!.file));
    expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(349 * KIB);
  });

  it('has no schema of the contract', () => {
    for (const { file } of Object.values(chunks)) {
      if (!file.endsWith('.js')) continue;
      expect(readFileSync(join(DIST, file), 'utf8')).not.toContain('additionalProperties');
    }
  });
});
