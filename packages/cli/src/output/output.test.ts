import { expect, it } from 'vitest';
import { describeFault } from './describe-fault.ts';
import { quoteText } from './escape-text.ts';
import { painterOf } from './paint.ts';
import { progressOf } from './progress.ts';

const flags = (...names: string[]) => ({ has: (name: string) => names.includes(name) });

it.each([
  ['a terminal', {}, true, [], true],
  ['a pipe', {}, false, [], false],
  ['a terminal with NO_COLOR', { NO_COLOR: '1' }, true, [], false],
  ['a terminal that is dumb', { TERM: 'dumb' }, true, [], false],
  ['a terminal with --no-color', {}, true, ['no-color'], false],
  ['a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, false, [], true],
  ['a pipe with FORCE_COLOR and NO_COLOR', { FORCE_COLOR: '1', NO_COLOR: '1' }, false, [], false],
])(
  'colors depend on the terminal, the flags and the environment: %s',
  (_, env, isTerminal, given, isColored) => {
    const paint = painterOf({ env, isTerminal }, flags(...given));
    expect(paint('red', 'x')).toBe(isColored ? '\u001b[31mx\u001b[0m' : 'x');
  },
);

function written(
  { isTerminal = false, isQuiet = false, env = {} as Record<string, string> },
  msEach: number,
): string {
  let [now, text] = [0, ''];
  const err = (more: string) => {
    text += more;
  };
  const io = { env, err, isTerminal, now: () => new Date(now) };
  const progress = progressOf(io, isQuiet)('Reading', 10);
  for (let done = 1; done <= 10; done++) {
    now += msEach;
    progress.to(done);
  }
  progress.end();
  return text;
}

it('the progress of a terminal is one line that is redrawn at most ten times per second and then cleared', () => {
  const lines = written({ isTerminal: true }, 50).split('\r\u001b[K').slice(1);
  expect(lines[0]).toBe('Reading ░░░░░░░░░░░░░░░░░░░░ 0/10');
  expect(lines.slice(1, -1).map((line) => line.slice(-4))).toEqual([
    '2/10',
    '4/10',
    '6/10',
    '8/10',
    '0/10',
  ]);
  expect(lines.at(-1)).toBe('');
});

it('the progress of slow work includes the estimated time that remains', () => {
  expect(written({ isTerminal: true }, 10_000)).toContain('1/10, 1 min 30 s left');
});

it('the progress in a pipeline is a line every 15 seconds, and quick work prints no line', () => {
  expect(written({}, 1_000)).toBe('');
  expect(written({}, 8_000)).toBe(
    ['2', '4', '6', '8', '10'].map((done) => `Reading: ${done} of 10\n`).join(''),
  );
  expect(written({ isTerminal: true, env: { TERM: 'dumb' } }, 1_000)).toBe('');
});

it('a quiet command writes no progress', () => {
  expect(written({ isTerminal: true, isQuiet: true }, 10_000)).toBe('');
});

it('the name of a gettext key with a context shows context and text', () => {
  const key = 'month\u0004May';
  expect(describeFault({ code: 'x', path: key, message: `no ${key}` })).toBe(
    'month|May: no month|May',
  );
});

it('a message keeps the isolation marks around a quoted text, and escapes all other direction marks', () => {
  const quoted = quoteText('Tu \u202e carrito');
  const told = describeFault({ code: 'conflict', message: `here ${quoted}\u2066, there (none)` });
  expect(told).toBe('here "\u2068Tu \\u202e carrito\u2069"\\u2066, there (none)');
});
