import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { derivedFiles } from './generated/derived-files.ts';

/** `npm run gen` writes all derived files. A test fails if a file is stale. */
for (const { path, content } of await derivedFiles()) {
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), content);
  process.stdout.write(`${path}\n`);
}
process.exit(0);
