// Checks that files and functions are small and that no files import one another: `npm run check`.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureFile } from '../sizes/measure-file.ts';
import { type SizeExceptions, sizeFaults } from '../sizes/size-faults.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXCEPTIONS = new URL('../sizes/exceptions.json', import.meta.url);

const paths = globSync('{action,apps,bench,packages,scripts}/**/*.{ts,tsx,mts,mjs,js}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**', '**/*.generated.ts', '**/*.d.{ts,mts}'],
});
const files = paths.map((path) =>
  measureFile(path.replaceAll('\\', '/'), readFileSync(`${ROOT}/${path}`, 'utf8')),
);
const allowed: SizeExceptions = JSON.parse(readFileSync(EXCEPTIONS, 'utf8'));
const faults = sizeFaults(files, allowed);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`Measured ${files.length} files.\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
