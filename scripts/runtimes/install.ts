import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { output } from './programs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Folder of the installed libraries. It is not in version control, and is kept for the next run. */
const FOLDER = join(ROOT, 'node_modules/.cache/runtimes');

/** Libraries that read the files, in tested versions. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@angular/compiler': '22.2.6',
  '@angular/compiler-cli': '22.2.6',
  '@angular/localize': '22.2.6',
  i18next: '27.1.5',
  'intl-messageformat': '12.1.5',
  plist: '5.0.0',
  typescript: '6.0.3',
};

/** Installs the missing programs from Debian and libraries from npm. */
export function installRuntimes(): void {
  output('bash', [join(ROOT, '.ci/install'), 'runtimes']);
  const wanted = `${JSON.stringify({ private: true, dependencies: PACKAGES }, null, 2)}\n`;
  const path = join(FOLDER, 'package.json');
  if (existsSync(path) && readFileSync(path, 'utf8') === wanted) return;
  mkdirSync(FOLDER, { recursive: true });
  const given = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--prefix', FOLDER];
  const all = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  output('npm', ['install', ...given, ...all]);
  writeFileSync(path, wanted);
}

/** Imports an installed library through a module in its folder, so that Node resolves it there. */
export async function importLibrary<T>(name: string): Promise<T> {
  const loader = join(FOLDER, 'load.mjs');
  if (!existsSync(loader)) writeFileSync(loader, 'export const load = (name) => import(name);\n');
  const { load } = await import(pathToFileURL(loader).href);
  return load(name);
}

export const libraryVersion = (name: string): string => {
  const path = join(FOLDER, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
};
