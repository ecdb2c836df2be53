import { existsSync } from 'node:fs';
import { basename, delimiter, join, sep } from 'node:path';

/**
 * Returns the command that starts npm: the npm that started this process, or the npm in the PATH. Does not use the Node
 * in node_modules, which `npm ci` removes first.
 */
export function npmCommand(root) {
  const { npm_execpath: script = '', npm_node_execpath: node = '' } = process.env;
  const isUsable =
    basename(script) === 'npm-cli.js' &&
    existsSync(script) &&
    existsSync(node) &&
    !node.startsWith(join(root, 'node_modules') + sep);
  const [program, ...first] = isUsable ? [node, script] : ['npm'];
  return {
    program,
    first,
    env: { ...process.env, PATH: outerPath(root) },
    // On Windows, npm is a script (npm.cmd) that needs a shell.
    shell: program === 'npm' && process.platform === 'win32',
  };
}

const outerPath = (root) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => !directory.startsWith(join(root, 'node_modules') + sep))
    .join(delimiter);
