import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

export interface PackageOptions {
  /** URL of the repository, which npm compares with that of a package's provenance. */
  readonly repository?: string;
}

/** Manifest of a package whose compiled sources are modules in `dist`. */
export const MODULE_MANIFEST = {
  sideEffects: false,
  files: ['dist'],
  types: './dist/index.d.ts',
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
};

/**
 * Writes what a package has besides its code: license, description and manifest. The manifest has no workspace,
 * sources or dependencies, and is not private.
 *
 * @param source the folder of the package in this repository
 */
export async function writePackageFiles(
  source: string,
  folder: string,
  manifest: Readonly<Record<string, unknown>>,
  { repository: url }: PackageOptions,
): Promise<void> {
  const { name, version, license } = JSON.parse(
    await readFile(join(source, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  const directory = `packages/${basename(source)}`;
  const links = url === undefined ? {} : linksOf(url, directory);
  const whole = {
    name,
    version,
    license,
    author: 'The Parlance contributors',
    keywords: KEYWORDS,
    type: 'module',
    ...links,
    ...manifest,
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`);
  await copyFile(join(source, 'README.md'), join(folder, 'README.md'));
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

const KEYWORDS = ['i18n', 'l10n', 'localization', 'translation', 'parlance'];

/** Returns the addresses to which npm leads a reader of the package. */
function linksOf(url: string, directory: string) {
  const site = url.replace(/^git\+/, '').replace(/\.git$/, '');
  return {
    repository: { type: 'git', url, directory },
    homepage: `${site}/tree/main/${directory}#readme`,
    bugs: `${site}/issues`,
  };
}
