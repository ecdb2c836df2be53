import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inTurn, type Suite } from '../suite.ts';

const run = promisify(execFile);
const ROUNDS = 9;
const SCRIPT = join(import.meta.dirname, '../format-messages.ts');

const measure = async (side: string): Promise<number> =>
  Number((await run(process.execPath, [SCRIPT, side])).stdout);

export const messages: Suite = {
  name: 'messages',
  title: 'Messages in apps',
  about:
    'An app starts, reads a bundle of 5,000 ICU messages in Russian from memory, and formats each once. Half of them ' +
    'have no arguments. Compiled messages are formatted by `@parlance/reader/format`. Each round is a new process.',
  async *rows() {
    for (const [side, name] of [
      ['library', '`intl-messageformat` 12, one formatter a message'],
      ['intl', '`formatMessage` of `@formatjs/intl` 6, which shares the formatters of `Intl`'],
    ] as const) {
      const { ours, theirs } = await inTurn(
        ROUNDS,
        () => measure('compiled'),
        () => measure(side),
      );
      yield {
        name: 'read and format 5,000 messages',
        unit: 'ms',
        ours,
        against: { name, figures: theirs },
        goal: { atMost: 0.3 },
      };
    }
  },
};
