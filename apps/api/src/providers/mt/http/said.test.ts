import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import { messageOf, quote, saysWrongKey } from './said.ts';

const KEY_CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+/='];

describe('the error text of a provider', () => {
  it('yields its message in each of several forms', () => {
    for (const body of [
      { error: { message: 'why' } },
      { error: 'why' },
      { message: 'why' },
      { __type: 'x#InvalidSignatureException', Message: 'why' },
      { detail: 'why' },
      { detail: [{ loc: ['body'], msg: 'why' }] },
      [{ error: { message: 'why' } }],
    ]) {
      expect(messageOf(body)).toBe('why');
    }
    for (const body of [undefined, null, 7, 'text', [], {}, { error: {} }, { detail: [] }]) {
      expect(messageOf(body)).toBe('');
    }
  });

  it('becomes one short line without any part of a secret', () => {
    const secret = fc.string({
      unit: fc.constantFrom(...KEY_CHARACTERS),
      minLength: 12,
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        secret,
        fc.nat(),
        fc.constantFrom('', '\n', 'why\u2028', '\u202e\u0000 '),
        fc.string({ maxLength: 400 }),
        (key, cut, before, after) => {
          const part = key.slice(cut % (key.length - 6));
          const said = quote(`${before} ${key}${part} x${part} ${after} ${key}`, [key], false);
          expect([...said].length).toBeLessThanOrEqual(301);
          expect(said).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
          const windows = Array.from(key.slice(5), (_, index) => key.slice(index, index + 6));
          expect(windows.filter((window) => said.includes(window))).toEqual([]);
        },
      ),
      { numRuns: testRuns(100) },
    );
  });

  it('loses masked keys and tokens when it is quoted', () => {
    const masked = 'Incorrect API key provided: xa***AA. See https://console.x.ai.';
    expect(quote(masked, [], true)).toBe(
      'Incorrect API key provided: *** See https://console.x.ai.',
    );
    const older = 'the token ya29.ZdzAtEQtew-IajcNi1STMhRK4Y has expired';
    expect(quote(older, [], true)).toBe('the token *** has expired');
    const model = 'max_tokens: 64000 > 8192 for claude-sonnet-4-5-20250929';
    expect(quote(model, [], false)).toBe(model);
  });

  it('indicates a wrong key if it is one of the known messages about wrong keys', () => {
    for (const said of [
      'Incorrect API key provided: xa***AA.',
      'API key not valid. Please pass a valid API key.',
      'API key expired. Please renew the API key.',
      'Invalid API Key',
      'invalid x-api-key',
      'reason: API_KEY_INVALID',
    ]) {
      expect(saysWrongKey(said)).toBe(true);
    }
    for (const said of ['', "invalid value for 'key'", 'The API key lacks credit', 'max_tokens']) {
      expect(saysWrongKey(said)).toBe(false);
    }
  });
});
