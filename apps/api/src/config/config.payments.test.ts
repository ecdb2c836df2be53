import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const CREDENTIALS = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'very-secret' };

describe('readConfig', () => {
  it('turns payments off without credentials', () => {
    expect(readConfig({}).payments).toBeNull();
    expect(readConfig({ CREDIT_PACKS: '[]', PAYPAL_WEBHOOK_ID: 'x' }).payments).toBeNull();
  });

  it('uses valid defaults for the payment settings that are not set', () => {
    const { payments } = readConfig({
      ...CREDENTIALS,
      ALLOWED_ORIGINS: 'https://app.example.test,https://other.example.test',
    });
    expect(payments).toMatchObject({
      paypal: {
        clientId: 'id',
        clientSecret: 'very-secret',
        baseUrl: 'https://api-m.paypal.com',
        webhookId: null,
      },
      monthlyCredits: 50_000,
      returnUrl: 'https://app.example.test/checkout',
    });
    expect(payments!.packs.map(({ id }) => id)).toEqual(['small', 'medium', 'large']);
  });

  it('rejects incomplete credentials, invalid packs and a negative number of credits', () => {
    for (const name of Object.keys(CREDENTIALS) as (keyof typeof CREDENTIALS)[]) {
      const half = () => readConfig({ [name]: CREDENTIALS[name] });
      expect(half).toThrow(/must be set together/);
      expect(half).not.toThrow(/very-secret/);
    }
    expect(() => readConfig({ ...CREDENTIALS, CREDIT_PACKS: '5 EUR' })).toThrow(
      /^CREDIT_PACKS must be a JSON list/,
    );
    expect(() => readConfig({ ...CREDENTIALS, FREE_MONTHLY_CREDITS: '-1' })).toThrow(
      /FREE_MONTHLY_CREDITS must be a whole number/,
    );
  });

  it('warns of a PAYPAL_BASE_URL that would send the secret unencrypted', () => {
    const warningsAt = (PAYPAL_BASE_URL: string) =>
      readConfig({ ...CREDENTIALS, PAYPAL_BASE_URL }).warnings.join();
    expect(warningsAt('http://paypal.example.test')).toMatch(/PAYPAL_BASE_URL/);
    expect(warningsAt('http://127.0.0.1:9000')).toBe('');
    expect(warningsAt('https://api-m.sandbox.paypal.com')).toBe('');
  });
});
