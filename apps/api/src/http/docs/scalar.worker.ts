import { parentPort } from 'node:worker_threads';
import { fastify } from 'fastify';
import { staticContent } from '../answer/static-answer.ts';

const { default: scalar } = await import('@scalar/fastify-api-reference');
const app = fastify();
await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
const { statusCode, payload } = await app.inject('/docs/js/scalar.js');
await app.close();
if (statusCode !== 200) throw new Error('Scalar’s plugin does not serve its script.');
parentPort!.postMessage(
  await staticContent(payload, { 'Content-Type': 'text/javascript; charset=utf-8' }),
);
