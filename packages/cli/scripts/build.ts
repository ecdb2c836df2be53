import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigSchema } from '@parlance/config';
import { buildSdk } from '../../sdk/scripts/build.ts';
import { type PackageOptions, writePackageFiles } from '../../sdk/scripts/package-files.ts';
import { bundleProgram } from './bundle-program.ts';

const CLI = resolve(import.meta.dirname, '..');

/** Bundles the command line to JavaScript without dependencies; each command is a chunk that is loaded when called. */
async function buildBundle(outDir: string): Promise<void> {
  const sdk = await mkdtemp(join(tmpdir(), 'parlance-cli-sdk-'));
  try {
    // The SDK of the package has a table of operations in place of the contracts and their schemas.
    await buildSdk(sdk);
    const alias = { '@parlance/sdk': join(sdk, 'index.js') };
    await bundleProgram(join(CLI, 'src/main.ts'), outDir, { alias });
  } finally {
    await rm(sdk, { recursive: true, force: true });
  }
  await chmod(join(outDir, 'main.js'), 0o755);
}

/** Writes the whole package, ready to be packed, into an empty folder. */
export async function buildPackage(folder: string, options: PackageOptions = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  await buildBundle(join(folder, 'dist'));
  await writeFile(join(folder, 'schema.json'), `${JSON.stringify(ConfigSchema, null, 2)}\n`);
  const manifest = {
    description: 'Command line of the Parlance localization service',
    engines: { node: '>=20.19' },
    files: ['dist', 'schema.json'],
    bin: { parlance: 'dist/main.js' },
  };
  await writePackageFiles(CLI, folder, manifest, options);
}
