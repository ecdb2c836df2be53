// Part of `npm run check`: checks that files and functions are small, that imports have no cycles, and that each fact
// stays in one place.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureFile } from '../sizes/measure-file.ts';
import { measureShape, type ShapeLimits, shapeFaults } from '../sizes/measure-shape.ts';
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
const limits: ShapeLimits = JSON.parse(
  readFileSync(new URL('../sizes/shape-limits.json', import.meta.url), 'utf8'),
);
const sources = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], {
  cwd: ROOT,
  exclude: ['**/*.{test,fixture}.{ts,tsx}', '**/*.generated.ts', '**/*.d.ts'],
}).map((path) => path.replaceAll('\\', '/'));
const shape = measureShape(
  new Map(sources.map((path) => [path, readFileSync(`${ROOT}/${path}`, 'utf8')])),
);
const faults = [...sizeFaults(files, allowed), ...shapeFaults(shape, limits)];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`Measured ${files.length} files.\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
