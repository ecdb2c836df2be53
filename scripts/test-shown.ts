/**
 * Compares the checks with the output of apps: each app shows random translations, correct and damaged.
 *
 *   node scripts/run.mjs scripts/test-shown.ts [--pairs=5000] [--seed=…] [--only=android,gettext]
 *
 * A translation must have an error exactly if the app throws, shows code or loses a value, or if its build rejects the
 * text. Missing programs are installed with apt-get.
 */
import { parseArgs } from 'node:util';
import { installRuntimes } from './runtimes/install.ts';
import { APPS } from './runtimes/shown/apps.ts';
import { runApp } from './runtimes/shown/run-app.ts';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '5000' },
    seed: { type: 'string', default: process.env.TEST_SEED ?? String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    'shown-differences': { type: 'string', default: '8' },
  },
});
const only = values.only?.split(',');
const chosen = APPS.filter(
  ({ id }) => only === undefined || only.some((one) => id.startsWith(one)),
);
if (chosen.length === 0) throw new Error(`no app is called ${values.only}`);
console.log(`seed ${values.seed}, ${values.pairs} pairs for each app`);
installRuntimes();
let failed = 0;
for (const app of chosen) {
  const startedAt = performance.now();
  const { pairs, texts, wrong, differences } = await runApp(
    app,
    Number(values.pairs),
    Number(values.seed),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  failed += differences.length;
  console.log(
    `${app.id}, ${app.version()}: ${pairs} pairs, ${texts} texts, ${wrong} shown wrongly, ${differences.length} differences (${seconds} s)`,
  );
  for (const one of differences.slice(0, Number(values['shown-differences'])))
    console.error(`  ${one}`);
}
process.exitCode = failed > 0 ? 1 : 0;
