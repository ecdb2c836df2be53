import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { generateContract } from './generate-contract.ts';
import { type PackageOptions, writePackageFiles } from './package-files.ts';

const SDK = resolve(import.meta.dirname, '..');
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
export async function buildPackage(folder: string, options: PackageOptions = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  await buildSdk(join(folder, 'dist'));
  const manifest = {
    description: 'Typed client of the Parlance localization service',
    sideEffects: false,
    engines: { node: '>=20' },
    files: ['dist'],
    types: './dist/index.d.ts',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  };
  await writePackageFiles(SDK, folder, manifest, options);
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
