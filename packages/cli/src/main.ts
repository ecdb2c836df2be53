#!/usr/bin/env node
import { readFileSync, writeSync } from 'node:fs';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };

const argv = process.argv.slice(2);

// Handles `--version` and `--help` without loading other modules, because these flags must respond
// quickly.
if (argv.includes('--version')) tell(`${version}\n`);
else if (argv.includes('--help') || argv[0] === 'help') {
  const { helpFor, hasHelp } = await import('./help.ts');
  tell(await helpFor(argv, version));
  if (!hasHelp(argv)) process.exitCode = 2;
} else await (await import('./start.ts')).start(argv, version);

function tell(text: string): void {
  try {
    writeSync(1, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}
