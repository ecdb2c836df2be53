import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/**
 * Checks out a commit into an empty folder with its packages. Links the packages of `root` if the lock file is the
 * same, and installs them otherwise.
 */
export function checkOut(root: string, commit: string, dir: string): void {
  git(root, 'worktree', 'add', '--detach', '--force', dir, commit);
  if (git(root, 'diff', '--name-only', commit, '--', 'package-lock.json') !== '') {
    execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: dir,
      stdio: 'inherit',
    });
    return;
  }
  const folders = git(dir, 'ls-files', '*package.json')
    .split('\n')
    .map((file) => join(file, '../node_modules'));
  for (const folder of folders) {
    if (existsSync(join(root, folder))) linkPackages(join(root, folder), join(dir, folder));
  }
}

/** Links packages one by one. Workspace packages are linked to the folders of the checked-out commit. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '@parlance') {
      execFileSync('cp', ['-RP', join(from, name), join(to, name)]);
    } else if (!name.startsWith('.') || name === '.bin') {
      symlinkSync(join(from, name), join(to, name));
    }
  }
}

export function removeCheckout(root: string, dir: string): void {
  spawnSync('git', ['worktree', 'remove', '--force', dir], { cwd: root });
}
