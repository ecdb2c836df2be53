import type { Site } from '../../deps.ts';
import { cookieName } from '../access/session-cookie.ts';
import { type StaticContent, staticContent } from '../answer/static-answer.ts';
import { buildOpenApi } from '../openapi/openapi.ts';

export async function makeOpenApiContent(site: Site): Promise<StaticContent> {
  const { publicUrl, version } = site;
  const document = buildOpenApi({ publicUrl, version, cookieName: cookieName(site) });
  return staticContent(JSON.stringify(document, null, 1), { 'Content-Type': 'application/json' });
}
