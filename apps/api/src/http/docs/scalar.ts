import { fastify } from 'fastify';
import { type StaticContent, staticContent } from '../static-answer.ts';

let script: Promise<StaticContent> | undefined;

/** Returns the script of the API reference, made at the first request for it. */
export function scalarScript(): Promise<StaticContent> {
  script ??= readScript();
  return script;
}

/** Scalar's plugin has the script built in and gives it only as an answer, so an application of its own answers. */
async function readScript(): Promise<StaticContent> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { statusCode, payload } = await app.inject('/docs/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error('Scalar’s plugin does not serve its script.');
  return staticContent(payload, { 'Content-Type': SCRIPT_TYPE }, { isImmutable: true });
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
