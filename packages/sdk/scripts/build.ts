import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compileSources } from './compile-sources.ts';
import { generateContract } from './generate-contract.ts';
import { MODULE_MANIFEST, type PackageOptions, writePackageFiles } from './package-files.ts';

const SDK = resolve(import.meta.dirname, '..');

/** Compiles the SDK to self-contained JavaScript and declarations. */
export const buildSdk = (outDir: string): Promise<void> =>
  compileSources(SDK, outDir, {
    'contract.ts': generateContract(),
    // Only the repository has it: `contract.ts` is generated from it.
    'describe-operation.ts': null,
  });

/** Writes the whole package, ready to be packed, into an empty folder. */
export async function buildPackage(folder: string, options: PackageOptions = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  await buildSdk(join(folder, 'dist'));
  const manifest = {
    description: 'Typed client of the Parlance localization service',
    engines: { node: '>=20' },
    ...MODULE_MANIFEST,
  };
  await writePackageFiles(SDK, folder, manifest, options);
}
