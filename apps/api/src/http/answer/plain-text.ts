import type { RawAnswer } from './raw-answer.ts';

/** Returns a response with a short text that may be cached for a day. */
export const plainText = (lines: readonly string[]): RawAnswer => ({
  raw: `${lines.join('\n')}\n`,
  headers: {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'public, max-age=86400',
  },
});
