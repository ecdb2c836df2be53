// Generates texts in twelve syntaxes, translates them with an engine that changes and moves everything it can, and
// compares the structures before and after with the parser of each syntax.
//
//   node scripts/run.mjs bench/syntax/generated.ts [texts] [seed] [folder]
//
// The parsers are installed into the folder, which defaults to a temporary one.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createRandom } from '../../packages/messages/test/adversary/random.ts';
import { unmarked } from '../../packages/messages/test/code/examples.ts';
import { SYNTAXES, type Syntax } from '../../packages/messages/test/code/make-code.ts';
import { translateHostile } from '../../packages/messages/test/code/translate-hostile.ts';
import { loadStructures, PACKAGES } from './structures.ts';

const [count = '100000', firstSeed = '1', given] = process.argv.slice(2);
const folder = given ?? mkdtempSync(join(tmpdir(), 'parlance-syntax-'));
if (!existsSync(join(folder, 'node_modules'))) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...PACKAGES], { cwd: folder });
}
const structures = await loadStructures(folder);
const names = Object.keys(SYNTAXES) as Syntax[];
const each = Math.ceil(Number(count) / names.length);
const EXAMPLES = 3;

for (const syntax of names) {
  const read = structures.get(syntax)!;
  const counts = { translated: 0, reported: 0, unparsed: 0, broken: 0 };
  const seed = Number(firstSeed);
  for (let at = 0; at < each; at++) {
    const random = createRandom(seed * 1_000_003 + at);
    const text = unmarked(SYNTAXES[syntax](random));
    const before = structureOf(read, text);
    if (before === null) {
      if (counts.unparsed++ < EXAMPLES) console.log(`  not ${syntax}: ${JSON.stringify(text)}`);
      continue;
    }
    const translated = translateHostile(text, random);
    if (translated === null) {
      counts.reported++;
      continue;
    }
    counts.translated++;
    if (isDeepStrictEqual(before, structureOf(read, translated))) continue;
    if (counts.broken++ < EXAMPLES) {
      console.log(`  broken: ${JSON.stringify(text)} -> ${JSON.stringify(translated)}`);
    }
  }
  console.log(`${syntax}, seed ${seed}: ${JSON.stringify(counts)}`);
  if (counts.broken > 0 || counts.unparsed > 0 || counts.translated === 0) process.exitCode = 1;
}

function structureOf(read: (text: string) => unknown, text: string): unknown {
  try {
    return read(text);
  } catch {
    return null;
  }
}
