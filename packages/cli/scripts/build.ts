import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigSchema } from '@parlance/config';
import { build } from 'rolldown';
import { buildSdk } from '../../sdk/scripts/build.ts';
import { type PackageOptions, writePackageFiles } from '../../sdk/scripts/package-files.ts';

const CLI = resolve(import.meta.dirname, '..');

/** Bundles the command line to JavaScript without dependencies; each command is a chunk that is loaded when called. */
async function buildBundle(outDir: string): Promise<void> {
  const sdk = await mkdtemp(join(tmpdir(), 'parlance-cli-sdk-'));
  try {
    // The SDK of the package has a table of operations in place of the contracts and their schemas.
    await buildSdk(sdk);
    await build({
      input: join(CLI, 'src/main.ts'),
      platform: 'node',
      resolve: {
        alias: { '@parlance/sdk': join(sdk, 'index.js') },
        // Modules first: others cannot be bundled if they choose their imports when they run.
        mainFields: ['module', 'main'],
      },
      output: { dir: outDir, format: 'esm', minify: true, cleanDir: true },
      logLevel: 'warn',
    });
  } finally {
    await rm(sdk, { recursive: true });
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
