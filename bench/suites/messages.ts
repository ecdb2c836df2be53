import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inTurn, type Suite } from '../suite.ts';

const run = promisify(execFile);
const ROUNDS = 9;
const SCRIPT = join(import.meta.dirname, '../format-messages.ts');

const SIDES = [
  {
    side: 'library',
    name: '`intl-messageformat` 12, one formatter a message',
    goal: { atMost: 0.3 },
  },
  {
    side: 'intl',
    name: '`formatMessage` of `@formatjs/intl` 6, which shares the formatters of `Intl`',
    goal: undefined,
  },
];

const measure = async (side: string): Promise<number> =>
  Number((await run(process.execPath, [SCRIPT, side])).stdout);

export const messages: Suite = {
  name: 'messages',
  title: 'Messages in apps',
  about:
    'An app starts, reads a bundle of 5,000 ICU messages in Russian from memory, and formats each once. Half of them ' +
    'have no arguments. Compiled messages are formatted by `@parlance/reader/format`. Each round is a new process, so ' +
    'that both sides contain the first use of `Intl`, which takes about 12 ms.',
  async *rows() {
    for (const { side, name, goal } of SIDES) {
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
        ...(goal && { goal }),
      };
    }
  },
};
