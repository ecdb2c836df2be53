// Builds the web app into dist, with a brotli and a gzip copy of every asset.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');

/** Builds beside the old `dist` and replaces it, so that a running server never sees an incomplete build. */
export async function buildWeb(): Promise<void> {
  const staging = join(ROOT, `dist-${process.pid}`);
  try {
    await build({
      root: ROOT,
      configFile: join(ROOT, 'vite.config.ts'),
      configLoader: 'native',
      logLevel: 'warn',
      build: { outDir: staging, emptyOutDir: true },
    });
    compressAssets(join(staging, 'assets'));
    await replace(join(ROOT, 'dist'), staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Replaces `dist`. If another process puts its build there in the meantime, that build is replaced as well. */
async function replace(dist: string, staging: string): Promise<void> {
  for (;;) {
    try {
      await rm(dist, { recursive: true, force: true });
      return await rename(staging, dist);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error;
    }
  }
}

function compressAssets(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const path = join(folder, name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  }
}

if (import.meta.main) await buildWeb();
