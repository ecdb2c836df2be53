import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compileSources } from '../../sdk/scripts/compile-sources.ts';
import {
  MODULE_MANIFEST,
  type PackageOptions,
  writePackageFiles,
} from '../../sdk/scripts/package-files.ts';

const READER = resolve(import.meta.dirname, '..');
/** Sources of `@parlance/locales`, which are included so that the package needs no other package. */
const LOCALES = resolve(READER, '../locales/src');
const COPIED = ['lookup-tags.ts', 'parents.generated.ts'];

/** Writes the whole package into an empty folder, ready to be packed. */
export async function buildPackage(folder: string, options: PackageOptions = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  const copied = await Promise.all(
    COPIED.map(async (name) => [name, await readFile(join(LOCALES, name), 'utf8')] as const),
  );
  await compileSources(READER, join(folder, 'dist'), Object.fromEntries(copied));
  const manifest = {
    description: 'Reads the released texts of Parlance from a bucket or a CDN',
    engines: { node: '>=20' },
    ...MODULE_MANIFEST,
  };
  await writePackageFiles(READER, folder, manifest, options);
}
