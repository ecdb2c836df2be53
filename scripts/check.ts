// `npm run check`: runs all checks except the tests. Stops at the first check that fails.
import { spawnSync } from 'node:child_process';

const STEPS: readonly (readonly [what: string, command: string])[] = [
  ['format, lint, sizes and cycles', 'biome check .'],
  ['types', 'tsc --noEmit -p tsconfig.json'],
  ['types in the oldest Node of users', 'tsc -p tsconfig.oldest-node.json'],
  ['types of the web app', 'tsc --noEmit -p apps/web'],
  ['unused code and dependencies', 'knip'],
  ['prose', 'node scripts/run.mjs scripts/checks/check-prose.ts'],
  ['shape of the sources', 'node scripts/run.mjs scripts/checks/check-shape.ts'],
  ['workflows', 'node scripts/run.mjs scripts/checks/check-workflows.ts'],
  ['size of the web app', 'node scripts/run.mjs apps/web/scripts/check-size.ts'],
];

for (const [index, [what, command]] of STEPS.entries()) {
  console.log(`[${index + 1}/${STEPS.length}] ${what}`);
  // npm adds the folder of the programs to the PATH of its scripts.
  const { status, signal } = spawnSync(command, { shell: true, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`The check of ${what} failed (${status ?? signal}): ${command}`);
    process.exit(1);
  }
}
