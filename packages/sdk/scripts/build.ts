import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { generateContract } from './generate-contract.ts';

const SDK = resolve(import.meta.dirname, '..');
const MANIFEST = join(SDK, 'package.json');
const MANIFEST_OF_REPOSITORY = join(SDK, '.package.repository.json');
const require = createRequire(import.meta.url);

const TSC = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');

/** Files that only the repository has. For the package, `contract.ts` is generated. */
const LEFT_OUT = new Set(['contract.ts', 'describe-operation.ts']);

/** Compiles the SDK to self-contained JavaScript and declarations. */
export async function buildSdk(outDir: string): Promise<void> {
  const staging = await mkdtemp(join(tmpdir(), 'parlance-sdk-'));
  try {
    const sources = (await readdir(join(SDK, 'src'))).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !LEFT_OUT.has(name),
    );
    for (const name of sources) await copyFile(join(SDK, 'src', name), join(staging, name));
    await writeFile(join(staging, 'contract.ts'), generateContract());
    await writeFile(join(staging, 'package.json'), '{ "type": "module" }');
    await writeFile(join(staging, 'tsconfig.json'), JSON.stringify(compilerConfig(outDir)));
    await rm(outDir, { recursive: true, force: true });
    execFileSync(process.execPath, [TSC, '-p', staging], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await useJavaScriptNames(outDir);
  } finally {
    await rm(staging, { recursive: true });
  }
}

/** Replaces `.ts` in the imports of declarations, which older compilers do not resolve. */
async function useJavaScriptNames(outDir: string): Promise<void> {
  for (const name of await readdir(outDir)) {
    if (!name.endsWith('.d.ts')) continue;
    const text = await readFile(join(outDir, name), 'utf8');
    await writeFile(join(outDir, name), text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}

/** Writes the whole package, ready to be packed, into an empty folder. */
export async function buildPackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await buildSdk(join(folder, 'dist'));
  await copyFile(join(SDK, 'README.md'), join(folder, 'README.md'));
  await writeFile(join(folder, 'package.json'), await packageManifest(MANIFEST));
}

function compilerConfig(outDir: string) {
  const typeRoot = dirname(dirname(require.resolve('@types/node/package.json')));
  return {
    compilerOptions: {
      target: 'es2022',
      lib: ['es2023'],
      module: 'nodenext',
      types: ['node'],
      typeRoots: [typeRoot],
      strict: true,
      skipLibCheck: true,
      declaration: true,
      isolatedDeclarations: true,
      rewriteRelativeImportExtensions: true,
      verbatimModuleSyntax: true,
      rootDir: '.',
      outDir: resolve(outDir),
    },
    include: ['*.ts'],
  };
}

/** Returns the manifest of the published package, without workspace, sources and dependencies. */
async function packageManifest(path: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(path, 'utf8')) as Record<
    string,
    string
  >;
  const manifest = {
    name,
    version,
    description: 'Typed client of the Parlance localization service',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    files: ['dist'],
    types: './dist/index.d.ts',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * Before `npm pack`: the manifest of the repository, which points at the sources, gives way to that
 * of the package until `postpack`.
 */
async function prepack(): Promise<void> {
  await postpack();
  await buildSdk(join(SDK, 'dist'));
  const manifest = await packageManifest(MANIFEST);
  await rename(MANIFEST, MANIFEST_OF_REPOSITORY);
  await writeFile(MANIFEST, manifest);
}

async function postpack(): Promise<void> {
  if (existsSync(MANIFEST_OF_REPOSITORY)) await rename(MANIFEST_OF_REPOSITORY, MANIFEST);
}

if (import.meta.main) {
  const [command] = process.argv.slice(2);
  if (command === 'prepack') await prepack();
  else if (command === 'postpack') await postpack();
  else if (command === undefined) await buildSdk(join(SDK, 'dist'));
  else throw new Error(`Unknown command ${command}: prepack, postpack or nothing`);
}
