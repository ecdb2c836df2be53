import type { FlagValues } from '../flag-values.ts';
import type { Io } from '../io.ts';

const CODES = { red: 31, green: 32, yellow: 33, dim: 2 } as const;
export type Paint = (color: keyof typeof CODES, text: string) => string;

/** Returns a function that colors a text if the terminal supports colors. */
export function painterOf(
  { env, isTerminal }: Pick<Io, 'env' | 'isTerminal'>,
  flags: Pick<FlagValues, 'has'>,
): Paint {
  const isForced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  const isForbidden =
    flags.has('no-color') ||
    Boolean(env.NO_COLOR) ||
    env.TERM === 'dumb' ||
    env.FORCE_COLOR === '0';
  if (isForbidden || !(isTerminal || isForced)) return (_, text) => text;
  return (color, text) => `\u001b[${CODES[color]}m${text}\u001b[0m`;
}
