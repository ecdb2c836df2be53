import { describe, expect, it } from 'vitest';
import type { Failure } from '../../errors.ts';
import { requireAuthOrigin, requireCookieOrigin } from './origin-guard.ts';

const LOCAL = { publicUrl: 'http://localhost:4400', allowedOrigins: ['http://localhost:4400'] };
const PUBLIC = {
  publicUrl: 'https://texts.example.com',
  allowedOrigins: ['https://dashboard.example.com'],
};

function refusalOf(site: typeof LOCAL, origin: string | undefined): string | null {
  const headers = origin === undefined ? {} : { origin };
  const details = [
    () => requireAuthOrigin({ site, method: 'POST', headers }, 'required'),
    () => requireCookieOrigin({ site, method: 'POST', headers }),
  ].map((guard) => {
    try {
      guard();
      return null;
    } catch (error) {
      expect((error as Failure).code).toBe('origin_not_allowed');
      return (error as Failure).message;
    }
  });
  expect(details.map((detail) => detail === null)).toEqual(Array(2).fill(details[0] === null));
  return details[0]!;
}

describe('the Origin rule', () => {
  it.each(['http://localhost:4400', 'http://127.0.0.1:4400'])(
    'allows %s for a service on loopback, for each loopback name in PUBLIC_URL',
    (origin) => {
      expect(refusalOf(LOCAL, origin)).toBeNull();
      const other = { publicUrl: 'http://127.0.0.1:4400', allowedOrigins: LOCAL.allowedOrigins };
      expect(refusalOf(other, origin)).toBeNull();
    },
  );

  it.each([
    'http://localhost:4401',
    'http://127.0.0.1',
    'https://localhost:4400',
    'http://127.0.0.2:4400',
    'http://localhost.example.com:4400',
    'null',
  ])('refuses %s for a service on loopback, and names the allowed origins', (origin) => {
    const detail = refusalOf(LOCAL, origin);
    expect(detail).toContain(`"${origin}"`);
    expect(detail).toContain('http://localhost:4400, http://127.0.0.1:4400');
  });

  it('refuses loopback origins for a service with a public address', () => {
    for (const origin of ['http://localhost', 'https://127.0.0.1', 'http://localhost:4400']) {
      expect(refusalOf(PUBLIC, origin)).toContain('Allowed: https://dashboard.example.com');
    }
    expect(refusalOf(PUBLIC, 'https://texts.example.com')).toBeNull();
    expect(refusalOf(PUBLIC, 'https://dashboard.example.com')).toBeNull();
  });

  it('refuses a request without an Origin header, and names the allowed origins', () => {
    expect(refusalOf(LOCAL, undefined)).toContain('http://localhost:4400');
  });
});
