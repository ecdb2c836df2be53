import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const require = createRequire(import.meta.url);

const TSC = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');

/**
 * Compiles the sources of a package to JavaScript and declarations, without its tests.
 *
 * @param folder the folder of the package in this repository
 * @param replaced texts that stand in for files of the package, by file name; a file with null is left out
 */
export async function compileSources(
  folder: string,
  outDir: string,
  replaced: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  const staging = await mkdtemp(join(tmpdir(), 'parlance-compile-'));
  try {
    const sources = (await readdir(join(folder, 'src'))).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !(name in replaced),
    );
    for (const name of sources) await copyFile(join(folder, 'src', name), join(staging, name));
    for (const [name, text] of Object.entries(replaced)) {
      if (text !== null) await writeFile(join(staging, name), text);
    }
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
