// Entry point of the action: runs the command line and shows its output in the pull request. It is plain JavaScript for
// the runner's Node and has no dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { showComment } from './comment.mjs';
import { splitWords } from './split-words.mjs';

/** Exit code of `diff` and `check` when they report findings. */
const HAS_FINDINGS = 1;

const {
  PARLANCE_COMMAND = '',
  PARLANCE_VERSION = '',
  PARLANCE_URL = '',
  PARLANCE_COMMENT,
  PARLANCE_TOKEN = '',
  GITHUB_OUTPUT,
  GITHUB_STEP_SUMMARY,
} = process.env;

const words = splitWords(PARLANCE_COMMAND);
const before = readChanges();
const { exit, output } = await runParlance(words);
if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `changed=${readChanges() !== before}\n`);
if (PARLANCE_COMMENT === 'true' && exit <= HAS_FINDINGS) {
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, output);
  await showComment(process.env, PARLANCE_TOKEN, exit === HAS_FINDINGS ? output : null);
  process.exitCode = 0;
} else {
  process.exitCode = exit;
}

/** Returns git's status and diff of the working tree. */
function readChanges() {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--untracked-files=all'], {
    encoding: 'utf8',
  });
  const { stdout: texts } = spawnSync('git', ['diff', 'HEAD'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return `${stdout}${texts}`;
}

/**
 * Runs the installed command line, or the package that {@link findPackage} names if none is installed. Streams its
 * output.
 */
function runParlance(given) {
  const installed = join(process.cwd(), 'node_modules/@parlance/cli/dist/main.js');
  const [program, ...first] = existsSync(installed)
    ? [process.execPath, installed]
    : ['npx', '--yes', `--package=${findPackage()}`, 'parlance'];
  const { PARLANCE_TOKEN: _, GITHUB_TOKEN: __, ...env } = process.env;
  const child = spawn(program, [...first, ...given], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    process.stdout.write(text);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ exit: code ?? 5, output }));
  });
}

/**
 * Returns the package for a repository without an installed command line: a version from npm, or the service's own
 * package.
 */
function findPackage() {
  if (PARLANCE_VERSION !== '') return `@parlance/cli@${requireVersion(PARLANCE_VERSION)}`;
  if (PARLANCE_URL !== '') return `${PARLANCE_URL.replace(/\/+$/, '')}/cli.tgz`;
  throw new Error('Install @parlance/cli in the repository, or set "url" or "version".');
}

/** Requires an exact version: a tag such as `latest` can point to other code later. */
function requireVersion(version) {
  if (/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) return version;
  throw new Error(`"version" is a version such as 0.1.0, not "${version}".`);
}
