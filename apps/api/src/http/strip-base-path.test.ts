import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isAmbiguousBase } from '../base-path.ts';
import { ROUTES } from '../routes/routes.generated.ts';
import { stripBasePath } from './strip-base-path.ts';

const stripped = (url: string, basePath = '/l10n'): string | undefined => {
  const request = { url } as IncomingMessage;
  stripBasePath(request, basePath);
  return request.url;
};

describe('stripBasePath', () => {
  it('removes the base path once, with or without a path after it', () => {
    expect(stripped('/l10n/v1/users/me?x=/l10n')).toBe('/v1/users/me?x=/l10n');
    expect(stripped('/l10n/l10n/x')).toBe('/l10n/x');
    expect([stripped('/l10n'), stripped('/l10n/'), stripped('/l10n?a=b')]).toEqual([
      '/',
      '/',
      '/?a=b',
    ]);
  });

  it('does not change an address without the base path, or with a path that only begins with the same characters', () => {
    for (const url of ['/', '/v1/users/me', '/l10nx/v1', '/v1/l10n', '*']) {
      expect(stripped(url)).toBe(url);
    }
    expect(stripped('/l10n/v1', '')).toBe('/l10n/v1');
  });
});

describe('isAmbiguousBase', () => {
  it('returns true for the path of every endpoint', () => {
    for (const { endpoint } of ROUTES) {
      expect(isAmbiguousBase(endpoint.path), endpoint.path).toBe(true);
    }
    expect(isAmbiguousBase('') || isAmbiguousBase('/l10n/v1')).toBe(false);
  });
});
