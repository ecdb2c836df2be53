import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { fingerprintOf, openSecret, sealSecret } from './secret-box.ts';
import { replaceFingerprint } from './secret-key.store.ts';
import { Secrets } from './secrets.ts';

const [one, two] = [randomBytes(32), randomBytes(32)];
const only = (current: Buffer, previous: Buffer | null = null) =>
  new Secrets({ current, previous });

describe('sealSecret', () => {
  it('encrypts any text, bound to one row and one column', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
        const sealed = sealSecret(one, secret, 'webhook 1 secret');
        expect(openSecret([two, one], sealed, 'webhook 1 secret')).toBe(secret);
        expect(() => openSecret([one], sealed, 'webhook 2 secret')).toThrow();
        expect(openSecret([two], sealed, 'webhook 1 secret')).toBeNull();
      }),
    );
  });

  it('returns a different result each time, and detects each changed byte', () => {
    const sealed = sealSecret(one, 'secret', 'row');
    expect(sealSecret(one, 'secret', 'row')).not.toEqual(sealed);
    for (let at = 4; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => openSecret([one], changed, 'row')).toThrow();
    }
  });
});

describe('Secrets', () => {
  let app: TestApp;
  beforeEach(async () => {
    app ??= await startTestApp({ works: false });
    await app.db.deleteFrom('secret_key').execute();
  });
  afterAll(() => app?.close());
  const seal = (secrets: Secrets, secret: string) =>
    app.db.transaction().execute((tx) => secrets.seal(tx, secret, 'row'));

  it('accepts any key for a database without secrets, and afterwards accepts only the key of the first secret', async () => {
    expect(await only(one).fits(app.db)).toBe(true);
    expect(await only(two).fits(app.db)).toBe(true);
    const sealed = await seal(only(one), 'text');
    expect(await only(one).fits(app.db)).toBe(true);
    expect(await only(two).fits(app.db)).toBe(false);
    expect(await new Secrets({ current: null, previous: null }).fits(app.db)).toBe(false);
    expect(only(one).open(sealed, 'row')).toBe('text');
    const wrong = { code: 'service_unavailable', message: expect.stringContaining('SECRET_KEY') };
    await expect(seal(only(two), 'text')).rejects.toMatchObject(wrong);
    expect(() => only(two).open(sealed, 'row')).toThrow(/SECRET_KEY/);
  });

  it('encrypts with the previous key until the rotation if a process has both keys', async () => {
    await seal(only(one), 'text');
    const both = only(two, one);
    expect(await both.fits(app.db)).toBe(true);
    expect(only(one).open(await seal(both, 'before'), 'row')).toBe('before');
    await app.db.transaction().execute((tx) => replaceFingerprint(tx, fingerprintOf(two)));
    expect(only(two).open(await seal(both, 'after'), 'row')).toBe('after');
    expect(await only(one).fits(app.db)).toBe(false);
  });

  it('lets only one of two processes with different keys encrypt', async () => {
    const results = await Promise.allSettled([one, two].map((key) => seal(only(key), 'text')));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
