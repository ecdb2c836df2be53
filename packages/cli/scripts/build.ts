import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';
import { buildSdk } from '../../sdk/scripts/build.ts';
import { ConfigSchema } from '../src/config/schema.ts';

const CLI = resolve(import.meta.dirname, '..');
const ROOT = resolve(CLI, '../..');

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
        // Modules first: others cannot be bundled where they choose their imports when they run.
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
export async function buildPackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await buildBundle(join(folder, 'dist'));
  await writeFile(join(folder, 'schema.json'), `${JSON.stringify(ConfigSchema, null, 2)}\n`);
  await copyFile(join(CLI, 'README.md'), join(folder, 'README.md'));
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const { name, version, license } = JSON.parse(
    await readFile(join(CLI, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  const manifest = {
    name,
    version,
    description: 'Command line of the Parlance localization service',
    license,
    type: 'module',
    engines: { node: '>=20.19' },
    files: ['dist', 'schema.json'],
    bin: { parlance: 'dist/main.js' },
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

if (import.meta.main) {
  const [folder = join(CLI, 'dist')] = process.argv.slice(2);
  await rm(folder, { recursive: true, force: true });
  await buildPackage(folder);
}
