import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { describeCause } from './describe-cause.ts';
import { formatLine } from './logger.ts';

const time = new Date(2026, 0, 2, 3, 4, 5).getTime();
const format = (fields: object): string =>
  stripVTControlCharacters(formatLine(JSON.stringify({ level: 30, time, pid: 1, ...fields })));

describe('formatLine', () => {
  it('writes time, level, message and fields on one line', () => {
    const line = format({ operation: 'keys.list', status: 200, durationMs: 3.1, msg: 'request' });
    expect(line).toBe('03:04:05 info  request operation=keys.list status=200 durationMs=3.1\n');
    expect(format({ level: 40, reason: 'no answer', msg: 'database' })).toBe(
      '03:04:05 warn  database reason="no answer"\n',
    );
  });

  it('writes an error with its stack trace below the line', () => {
    const err = describeCause(new Error('broken'));
    const lines = format({ level: 50, err, code: 'internal', msg: 'request failed' }).split('\n');
    expect(lines[0]).toBe('03:04:05 error request failed code=internal');
    expect(lines[1]).toBe('  Error: broken');
    expect(lines[2]).toMatch(/^ {4}at .*logger\.test\.ts/);
  });

  it('escapes terminal control characters and line breaks', () => {
    const line = format({ msg: 'a\u001b[2Jb\nc', path: '/\u009b\u202e' });
    expect(line).toBe('03:04:05 info  a\\u{1b}[2Jb\n  c path=/\\u{9b}\\u{202e}\n');
  });
});
