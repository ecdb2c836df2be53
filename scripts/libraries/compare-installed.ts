import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorsOf } from './errors-of.ts';
import { judge } from './judge.ts';
import type { Pair } from './make-pair.ts';
import type { Library } from './show.ts';
import type { Show } from './shown.ts';

/** Installs packages that are too large for this workspace. Uses the folder LIBRARY_FOLDER instead if it is set. */
export function installPackages(...packages: readonly string[]): string {
  const installed = process.env.LIBRARY_FOLDER;
  if (installed) return installed;
  const folder = mkdtempSync(join(tmpdir(), 'library-'));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, ...packages], { cwd: folder });
  return folder;
}

/** Prints each pair whose errors do not match the library's output, with its seed. */
export function comparePairs(library: Library, pairs: readonly Pair[], show: Show): void {
  let wrongPairs = 0;
  let differences = 0;
  for (const [seed, pair] of pairs.entries()) {
    const wrong = judge(library, pair, show);
    const errors = errorsOf(library, pair);
    if (wrong !== null) wrongPairs++;
    if ((wrong === null) === (errors.length === 0)) continue;
    differences++;
    console.log(JSON.stringify({ seed, ...pair, wrong, errors }));
  }
  console.log(`${pairs.length} pairs, ${wrongPairs} shown wrongly, ${differences} differences`);
  if (differences > 0) process.exitCode = 1;
}
