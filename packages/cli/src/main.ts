#!/usr/bin/env node
import { readFileSync, writeSync } from 'node:fs';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };

// Programs ask for the version often. Without streams and the table of commands, the answer takes as long as Node's start.
if (process.argv.includes('--version')) tellVersion();
else await (await import('./start.ts')).start(version);

function tellVersion(): void {
  try {
    writeSync(1, `${version}\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}
