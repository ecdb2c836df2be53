import type { Site } from '../deps.ts';
import { DOCS_CSP, renderDocsPage } from './docs-page.ts';
import { buildOpenApi } from './openapi.ts';
import { cookieName } from './session-cookie.ts';
import { type StaticContent, staticContent } from './static-answer.ts';

interface Reference {
  readonly openApi: StaticContent;
  readonly docs: StaticContent;
}

const references = new WeakMap<Site, Promise<Reference>>();

/** The OpenAPI document and its page for this site, made at the first request for either. */
export function referenceOf(site: Site): Promise<Reference> {
  let reference = references.get(site);
  if (!reference) {
    reference = makeReference(site);
    references.set(site, reference);
  }
  return reference;
}

async function makeReference(site: Site): Promise<Reference> {
  const { publicUrl, version } = site;
  const document = buildOpenApi({ publicUrl, version, cookieName: cookieName(site) });
  const [openApi, docs] = await Promise.all([
    staticContent(JSON.stringify(document, null, 1), { 'Content-Type': 'application/json' }),
    staticContent(renderDocsPage(document), {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': DOCS_CSP,
    }),
  ]);
  return { openApi, docs };
}
