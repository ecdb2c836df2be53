import type { FastifyCorsOptions, FastifyCorsOptionsDelegateCallback } from '@fastify/cors';
import { i18nBundlesGet } from '@parlance/contracts';
import type { Site } from '../../deps.ts';

const MAX_AGE_SECONDS = 600;
const BUNDLES = i18nBundlesGet.path.slice(0, i18nBundlesGet.path.indexOf(':'));

/**
 * CORS options for responses with bundles. Pages of any site may read these responses without
 * credentials.
 */
const ANYBODY: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD'],
  allowedHeaders: ['If-None-Match'],
  exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
  maxAge: MAX_AGE_SECONDS,
  strictPreflight: false,
};

/**
 * Returns the CORS options of a request. Only pages of the allowed origins may send cookies. Pages
 * of all origins may read bundles.
 */
export function corsOf({ allowedOrigins }: Site): FastifyCorsOptionsDelegateCallback {
  const dashboards: FastifyCorsOptions = {
    origin: [...allowedOrigins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'X-Organization-Id',
      'Idempotency-Key',
      'If-None-Match',
      'Last-Event-ID',
      'Prefer',
    ],
    exposedHeaders: [
      'ETag',
      'Parlance-Notices',
      'Parlance-Sync-Token',
      'Parlance-Warnings',
      'Retry-After',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'X-Request-Id',
    ],
    maxAge: MAX_AGE_SECONDS,
    strictPreflight: false,
  };
  return (request, done) => done(null, request.url.startsWith(BUNDLES) ? ANYBODY : dashboards);
}
