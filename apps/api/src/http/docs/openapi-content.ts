import type { Site } from '../../deps.ts';
import { buildOpenApi } from '../openapi.ts';
import { cookieName } from '../session-cookie.ts';
import { type StaticContent, staticContent } from '../static-answer.ts';

/** Makes the OpenAPI document of a site. */
export async function makeOpenApiContent(site: Site): Promise<StaticContent> {
  const { publicUrl, version } = site;
  const document = buildOpenApi({ publicUrl, version, cookieName: cookieName(site) });
  return staticContent(JSON.stringify(document, null, 1), { 'Content-Type': 'application/json' });
}
