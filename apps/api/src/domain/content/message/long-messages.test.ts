import { Worker } from 'node:worker_threads';
import { maskText, unmaskInto, verifyMessage } from '@parlance/messages';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MessageCall } from './call-in-thread.ts';
import { mask, unmask, verify } from './long-messages.ts';
import type { CheckOptions } from './message-functions.ts';

const OPTIONS: CheckOptions = {
  format: 'auto',
  runtimes: [],
  sourceLocale: 'en',
  targetLocale: 'ar',
};

function callsOfThread(): () => string[] {
  const post = vi.spyOn(Worker.prototype, 'postMessage').mockClear();
  onTestFinished(() => post.mockRestore());
  return () => post.mock.calls.map(([call]) => (call as MessageCall).name);
}

describe('verify', () => {
  it('returns the same findings for a long message in the thread as in the main thread', async () => {
    const pieces = ['%s {a} <b>x</b> ', 'see [a](/b) & {{c}} ', '👩\u200d $t(x) \\n'];
    const term = { start: 0, end: 3, id: '1', source: 'see', target: 'ver', doNotTranslate: false };
    const pairs = pieces.flatMap((piece) => {
      const text = piece.repeat(600);
      return [text, `${text}!`, text.replace('{a}', '{b}'), 'x'].map((target) => [text, target]);
    });
    const found = await Promise.all(
      pairs.map(([source, target]) => verify(source!, target!, { ...OPTIONS, terms: [term] })),
    );
    const here = pairs.map(([source, target]) =>
      verifyMessage(source!, target!, { ...OPTIONS, terms: [term] }),
    );
    expect(found).toEqual(here);
  });

  it('runs in the thread for a long message, and runs in the main thread for a short message', async () => {
    const source = '%s {a} '.repeat(13_000);
    const calls = callsOfThread();
    await Promise.all([1, 2, 3].map((at) => verify(source, source + at, OPTIONS)));
    expect(calls()).toEqual(['verifyMessage', 'verifyMessage', 'verifyMessage']);
    await verify('%s', '%s!', OPTIONS);
    expect(calls()).toHaveLength(3);
  });

  it('rejects a call that fails, and still answers a concurrent call', async () => {
    const source = `${'x'.repeat(10_000)} {n, plural, other {#}}`;
    const failing = verify(source, source, { ...OPTIONS, targetLocale: 'no locale' });
    const sound = verify(source, source, { ...OPTIONS, targetLocale: 'en-GB' });
    await expect(failing).rejects.toThrow(RangeError);
    expect(await sound).toHaveLength(1);
  });
});

describe('mask and unmask', () => {
  it('return the same texts in the thread as in the main thread', async () => {
    const source = 'Open {a} now. '.repeat(6_000);
    const target = source.replaceAll('Open', 'Abrir');
    const next = source.replaceAll('{a}', '{b}');
    const calls = callsOfThread();
    expect(await mask(source, 'auto')).toBe(maskText(source, 'auto'));
    expect(await unmask(target, source, next, 'auto')).toBe(
      unmaskInto(target, source, next, 'auto'),
    );
    expect(calls()).toEqual(['maskText', 'unmaskInto']);
  });
});
