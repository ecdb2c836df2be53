import { mkdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { compileSources } from '../../sdk/scripts/compile-sources.ts';
import {
  MODULE_MANIFEST,
  type PackageOptions,
  writePackageFiles,
} from '../../sdk/scripts/package-files.ts';

const READER = resolve(import.meta.dirname, '..');
/** Sources of other packages, which are included so that the package needs no other package. */
const COPIED = [
  'locales/src/lookup-tags.ts',
  'locales/src/parents.generated.ts',
  'messages/src/format.ts',
  'messages/src/compiled/compiled-icu.ts',
  'messages/src/compiled/compiled-mf2.ts',
  'messages/src/compiled/format-icu.ts',
  'messages/src/compiled/format-mf2.ts',
  'messages/src/compiled/intl-cache.ts',
  'messages/src/compiled/mf2-functions.ts',
];
const FORMAT = { types: './dist/format.d.ts', default: './dist/format.js' };

/** Writes the whole package into an empty folder, ready to be packed. */
export async function buildPackage(folder: string, options: PackageOptions = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  const copied = await Promise.all(
    COPIED.map(async (source) => {
      const text = await readFile(join(READER, '..', source), 'utf8');
      return [basename(source), text.replaceAll("'./compiled/", "'./")] as const;
    }),
  );
  await compileSources(READER, join(folder, 'dist'), Object.fromEntries(copied));
  const manifest = {
    description: 'Reads the released texts of Parlance from a bucket or a CDN',
    engines: { node: '>=20' },
    ...MODULE_MANIFEST,
    exports: { ...MODULE_MANIFEST.exports, './format': FORMAT },
  };
  await writePackageFiles(READER, folder, manifest, options);
}
