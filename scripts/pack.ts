// Builds and packs the published packages. The service serves them: the command line, for example, as /cli.tgz.
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
    // No argument is a path: npm may need a shell, which would split a path with a space.
    execFileSync(program, [...first, 'pack', '--silent', '--pack-destination', '..'], {
      cwd: join(staging, 'package'),
      env,
      shell,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [packed] = globSync('*.tgz', { cwd: staging });
    mkdirSync(join(folder, 'dist'), { recursive: true });
    // The rename is atomic, so a running service never reads a partial file.
    renameSync(join(staging, packed!), join(folder, 'dist', `${name}.tgz`));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
