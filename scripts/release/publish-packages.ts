import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PUBLISHED_PACKAGES } from '../published-packages.ts';
import { npmCommand } from '../run/npm.mjs';
import { type Manifest, type Published, packageFaults } from './package-faults.ts';

export interface PublishOptions {
  readonly root: string;
  readonly repository: string;
  readonly isDryRun: boolean;
  readonly say: (line: string) => void;
}

/**
 * Builds each package into a folder and publishes the folder. Runs a dry run for all packages first, so that no package
 * is published without the other packages.
 *
 * @throws if npm fails, skips a package, or leaves out one of its files
 */
export async function publishPackages(options: PublishOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-release-'));
  try {
    for (const { name, buildPackage } of PUBLISHED_PACKAGES) {
      await buildPackage(join(folder, name), { repository: options.repository });
    }
    const folders = PUBLISHED_PACKAGES.map(({ name }) => join(folder, name));
    for (const one of folders) publish(one, options, ['--dry-run']);
    if (options.isDryRun) return;
    for (const one of folders) publish(one, options, ['--provenance']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function publish(folder: string, { root, say }: PublishOptions, flags: readonly string[]): void {
  const { program, first, env, shell } = npmCommand(root);
  const args = [...first, 'publish', folder, '--access', 'public', '--json', ...flags];
  const answer = execFileSync(program, args, { env, shell, encoding: 'utf8' });
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const published = readPublished(answer, manifest.name);
  const faults = packageFaults(manifest, published);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  say(`npm publish ${flags.join(' ')}: ${published!.id} with ${published!.files.length} files`);
}

/** Parses npm's output. npm 11 wraps it in an object by package name; earlier versions do not. */
function readPublished(answer: string, name: string): Published | undefined {
  if (answer.trim() === '') return undefined;
  const said = JSON.parse(answer);
  return said[name] ?? said;
}
