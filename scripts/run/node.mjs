import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, say } from './setup-error.mjs';

/** Node runs TypeScript without a flag since 22.18. */
const MIN_VERSION = [22, 18];

/** Returns the Node binary of the platform package, which npm links as node_modules/.bin/node. */
function bundledNode(root) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', program);
}

/** Returns the Node that npm installed. Otherwise returns this Node if it is new enough. */
export function chooseNode(root) {
  const bundled = bundledNode(root);
  if (existsSync(bundled)) return bundled;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])) {
    return process.execPath;
  }
  throw new SetupError(
    `Node ${MIN_VERSION.join('.')} or newer is required, but this is ${process.versions.node}, and npm provides no Node ` +
      `for ${process.platform}-${process.arch}. Install Node 24 and start again.`,
  );
}

/**
 * Removes a bundled Node that cannot run here (no glibc) after an installation: npm puts it first in the PATH of every
 * script.
 */
export function dropUnusableNode(root) {
  const bundled = bundledNode(root);
  if (!existsSync(bundled)) return;
  const { status, error } = spawnSync(bundled, ['--version'], { stdio: 'ignore' });
  if (status === 0) return;
  say(
    `${bundled} cannot run on this machine (${error?.message ?? `exit code ${status}`}): removing it`,
  );
  rmSync(bundled, { force: true });
  rmSync(join(root, 'node_modules/.bin/node'), { force: true });
}
