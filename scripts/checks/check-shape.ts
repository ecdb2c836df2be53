// Part of `npm run check`: checks that each fact stays in one place.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureShape, shapeFaults } from '../shape/measure-shape.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');

const paths = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], {
  cwd: ROOT,
  exclude: ['**/*.{test,fixture}.{ts,tsx}', '**/*.generated.ts', '**/*.d.ts'],
}).map((path) => path.replaceAll('\\', '/'));
const shape = measureShape(new Map(paths.map((path) => [path, read(path)])));
const faults = shapeFaults(shape, JSON.parse(read('scripts/shape/shape-limits.json')));
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`Measured ${paths.length} files.\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
