import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { derivedFiles } from './generated/derived-files.ts';

/** Writes everything that is derived from something else; a test fails if one is stale. */
for (const { path, content } of await derivedFiles()) {
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), content);
  process.stdout.write(`${path}\n`);
}
process.exit(0);
