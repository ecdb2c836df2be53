import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describeRow, updatePage } from './page.ts';
import { meetsGoal, type Row, type Suite } from './suite.ts';
import { bundles } from './suites/bundles.ts';
import { cli } from './suites/cli.ts';
import { delivery } from './suites/delivery.ts';
import { editor } from './suites/editor.ts';
import { edits } from './suites/edits.ts';
import { files } from './suites/files.ts';
import { importExport } from './suites/import-export.ts';
import { machines } from './suites/machines.ts';
import { messages } from './suites/messages.ts';
import { scale } from './suites/scale.ts';
import { size } from './suites/size.ts';
import { start } from './suites/start.ts';
import { translation } from './suites/translation.ts';
import { web } from './suites/web.ts';
import { writes } from './suites/writes.ts';

/** The suites in the order of the page. */
const SUITES: readonly Suite[] = [
  start,
  bundles,
  messages,
  delivery,
  importExport,
  files,
  writes,
  edits,
  machines,
  scale,
  translation,
  size,
  editor,
  web,
  cli,
];
const PAGE = new URL('../docs/benchmarks.md', import.meta.url);

// `npm start` does not set this variable for the service either.
delete process.env.NODE_COMPILE_CACHE;

/** `npm run bench [suite…]` measures all suites or the given suites, and updates their sections of the page. */
const names = process.argv.slice(2);
const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
if (unknown.length > 0) {
  throw new Error(
    `unknown suite ${unknown.join(', ')}. Choose from ${SUITES.map(({ name }) => name).join(', ')}`,
  );
}
for (const suite of SUITES) {
  if (names.length > 0 && !names.includes(suite.name)) continue;
  process.stdout.write(`\n${suite.title}\n`);
  const rows: Row[] = [];
  for await (const row of suite.rows()) {
    rows.push(row);
    process.stdout.write(`${describeRow(row)}\n`);
    if (!meetsGoal(row)) process.exitCode = 1;
  }
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  writeFileSync(PAGE, updatePage(page, SUITES, suite, rows));
}
