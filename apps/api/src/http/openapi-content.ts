import type { Site } from '../deps.ts';
import { buildOpenApi } from './openapi.ts';
import { cookieName } from './session-cookie.ts';
import { type StaticContent, staticContent } from './static-answer.ts';

const contents = new WeakMap<Site, Promise<StaticContent>>();

/** Returns the OpenAPI document of this site, made at the first request for it. */
export function openApiContent(site: Site): Promise<StaticContent> {
  let content = contents.get(site);
  if (!content) {
    const { publicUrl, version } = site;
    const document = buildOpenApi({ publicUrl, version, cookieName: cookieName(site) });
    content = staticContent(JSON.stringify(document, null, 1), {
      'Content-Type': 'application/json',
    });
    contents.set(site, content);
  }
  return content;
}
