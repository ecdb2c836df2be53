import { BUNDLE_SHAPES, type BundleShape, canonicalLocaleTag } from '@parlance/contracts';
import type { BundleAddress, BundleForm } from '../../domain/release/index.ts';

const PREFIX = '/v1/i18n/bundles/';

/** Address and form of a bundle. Requests for the same bytes have the same `cacheKey`. */
export interface BundleRequest extends BundleAddress, BundleForm {
  cacheKey: string;
}

const isShape = (name: string): name is BundleShape =>
  (BUNDLE_SHAPES as readonly string[]).includes(name);

export const isBundleUrl = (url: string): boolean => url.startsWith(PREFIX);

/**
 * Parses the usual form of a bundle URL. Returns null for any other URL, which the router handles.
 */
export function parseBundleUrl(url: string): BundleRequest | null {
  if (!isBundleUrl(url) || url.includes('%')) return null;
  const at = url.indexOf('?');
  const path = at === -1 ? url.slice(PREFIX.length) : url.slice(PREFIX.length, at);
  const [projectId, environment, localeCode, rest] = path.split('/');
  if (!projectId || !environment || !localeCode || rest !== undefined) return null;
  const query = at === -1 ? null : new URLSearchParams(url.slice(at + 1));
  const shape = query?.get('shape') ?? 'nested';
  const envelope = query?.get('envelope') ?? 'true';
  const prefix = query?.get('prefix') ?? null;
  const release = query?.get('release') ?? null;
  if (!isShape(shape)) return null;
  if (envelope !== 'true' && envelope !== 'false') return null;
  if (prefix === '') return null;
  if (release !== null && !/^[1-9]\d{0,8}$/.test(release)) return null;
  return bundleRequest({
    projectId,
    environment,
    localeCode,
    shape,
    envelope: envelope === 'true',
    prefix,
    version: release === null ? null : Number(release),
  });
}

export function bundleRequest(input: {
  projectId: string;
  environment: string;
  localeCode: string;
  shape: BundleShape;
  envelope: boolean;
  prefix: string | null;
  version: number | null;
}): BundleRequest | null {
  const locale = canonicalLocaleTag(input.localeCode);
  if (locale === null) return null;
  const projectId = input.projectId.toLowerCase();
  const { environment, shape, envelope, prefix, version } = input;
  const form = [projectId, environment, locale, shape, envelope, version ?? ''].join('/');
  const cacheKey = prefix === null ? form : `${form}?${prefix}`;
  return { projectId, environment, locale, shape, envelope, prefix, version, cacheKey };
}
