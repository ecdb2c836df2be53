import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { canBuild, digestOf, runBuild } from './build.mjs';

const WHAT = { what: 'the server', script: 'apps/api/scripts/build.ts', tool: 'rolldown' };
const BUILDS = 'apps/api/dist';
const INPUTS = [
  'apps/api/bin',
  'apps/api/package.json',
  'apps/api/scripts',
  'apps/api/src',
  'packages/config/src',
  'packages/contracts/src',
  'packages/formats/src',
  'packages/locales/src',
  'packages/messages/src',
  'packages/query/src',
  'package-lock.json',
];
const KEPT = 2;

/**
 * Returns the path of the server's bundle for the current sources. Returns its source if bundling fails. Each version
 * of the sources has its own folder, so that later builds do not affect a running server.
 */
export async function serverProgram(root, node, source) {
  if (!canBuild(root, WHAT)) return source;
  const folder = join(root, BUILDS, digestOf(root, INPUTS).slice(0, 16));
  const program = join(folder, 'start.js');
  if (existsSync(program)) return program;
  const unfinished = `${folder}.${process.pid}`;
  try {
    if (!(await runBuild(root, node, { ...WHAT, args: [unfinished] }))) return source;
    moveTo(folder, unfinished);
    dropOld(join(root, BUILDS));
  } catch (error) {
    // A read-only checkout runs from its sources.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return existsSync(program) ? program : source;
}

function moveTo(folder, unfinished) {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another start has created the same build.
    if (!['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(error.code) || !existsSync(folder)) throw error;
  }
}

/** Removes old builds. Keeps the previous build, whose server may still run. */
function dropOld(builds) {
  const age = (name) => statSync(join(builds, name)).mtimeMs;
  const finished = readdirSync(builds).filter((name) => /^[\da-f]{16}$/.test(name));
  for (const name of finished.sort((a, b) => age(b) - age(a)).slice(KEPT)) {
    rmSync(join(builds, name), { recursive: true, force: true });
  }
}
