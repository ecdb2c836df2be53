import { SERVICE_VERSION } from '../../apps/api/src/build-deps.ts';
import { buildOpenApi } from '../../apps/api/src/http/openapi/openapi.ts';

/** Prints the OpenAPI document, which is published with each release. */
const document = buildOpenApi({
  publicUrl: 'http://localhost:4400',
  version: SERVICE_VERSION,
  cookieName: '__Host-parlance',
});
process.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
