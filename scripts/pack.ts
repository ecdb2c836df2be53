// Builds and packs the published packages: the service serves them, such as the command line as /cli.tgz.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PUBLISHED_PACKAGES } from './published-packages.ts';
import { npmCommand } from './run/npm.mjs';

const ROOT = resolve(import.meta.dirname, '..');

for (const { name, buildPackage } of PUBLISHED_PACKAGES) {
  const folder = join(ROOT, 'packages', name);
  const staging = mkdtempSync(join(folder, 'dist-'));
  try {
    await buildPackage(join(staging, 'package'));
    const { program, first, env, shell } = npmCommand(ROOT);
    // No path is an argument: if npm needs a shell, one with a space would be two.
    execFileSync(program, [...first, 'pack', '--silent', '--pack-destination', '..'], {
      cwd: join(staging, 'package'),
      env,
      shell,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [packed] = globSync('*.tgz', { cwd: staging });
    mkdirSync(join(folder, 'dist'), { recursive: true });
    // A running service never reads half a file.
    renameSync(join(staging, packed!), join(folder, 'dist', `${name}.tgz`));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
