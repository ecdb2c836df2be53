// Reads the texts of public repositories, and lists the texts that no engine would translate because they contain code
// of an unknown syntax: in the text itself, or in the source texts of the repository.
//
//   node scripts/run.mjs bench/syntax/held-back.ts <folder> [auto]
//
// The folder contains a checkout of each repository: <folder>/<owner>/<name>. With `auto`, the texts are read in the
// message format `auto` instead of the format of the repository.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeMessage } from '../../packages/messages/src/analysis/analyze.ts';
import { learnCodeShapes } from '../../packages/messages/src/code/code-shapes.ts';
import { runSteps } from '../../packages/messages/src/token/steps.ts';
import type { MessageFormat } from '../../packages/messages/src/token/token.ts';
import { readTexts } from './read-texts.ts';
import { REPOSITORIES } from './repositories.ts';

/** Maximum share of texts that may be skipped. */
const GOAL = 0.001;

/** Returns the code that prevents the translation of a text, or undefined if the text is translated. */
function heldBy(
  text: string,
  format: MessageFormat,
  shapes: readonly string[],
): string | undefined {
  const options = { format, sourceLocale: 'en', targetLocale: 'de' };
  const { findings, positions } = analyzeMessage(text, options);
  const unknown = findings.find(({ code }) => code === 'unknown_syntax');
  return unknown?.value ?? positions.find(({ shape }) => shapes.includes(shape))?.source;
}

const [folder = '.', mode] = process.argv.slice(2);
let total = 0;
let held = 0;
for (const repository of REPOSITORIES) {
  const { name, commit, source } = repository;
  const messageFormat = mode === 'auto' ? 'auto' : repository.messageFormat;
  if (!existsSync(join(folder, name))) {
    console.log(`${name} (${commit}) is not in ${folder}`);
    continue;
  }
  const { texts, unread } = await readTexts(folder, repository);
  const sources = await readTexts(folder, { ...repository, files: source });
  const shapes = runSteps(learnCodeShapes(sources.texts, messageFormat));
  const found = new Map<string, string>();
  let count = 0;
  for (const text of texts) {
    const code = heldBy(text, messageFormat, shapes);
    if (code === undefined) continue;
    count++;
    found.set(text, code);
  }
  total += texts.length;
  held += count;
  const share = ((100 * count) / Math.max(1, texts.length)).toFixed(3);
  console.log(
    `${name}: ${texts.length} texts, ${count} held back (${share} %), ${unread} files unread; ${sources.texts.length} source texts with the code ${JSON.stringify(shapes)}`,
  );
  for (const [text, code] of found)
    console.log(`  ${JSON.stringify(code)} in ${JSON.stringify(text)}`);
}
console.log(
  `${total} texts, ${held} held back (${((100 * held) / Math.max(1, total)).toFixed(3)} %)`,
);
if (total === 0 || held > total * GOAL) process.exitCode = 1;
