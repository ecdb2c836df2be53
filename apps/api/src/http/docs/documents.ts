import type { Site } from '../../deps.ts';
import type { StaticContent } from '../answer/static-answer.ts';
import { makeErrorsPage } from './errors-page.ts';
import { makeOpenApiContent } from './openapi-content.ts';
import { makePackagesPage } from './packages-page.ts';
import { makeReferencePage } from './reference-page.ts';
import { readScalarScript } from './scalar.ts';

/**
 * The documents about the API, such as the API reference. Most of them are created at the first
 * request.
 */
export class Documents {
  readonly openApi: () => Promise<StaticContent>;
  readonly script = once(readScalarScript);
  readonly reference = once(async () => makeReferencePage((await this.script()).etag));
  readonly errors = once(makeErrorsPage);

  readonly packagesPage: () => Promise<StaticContent>;

  constructor(site: Site) {
    this.openApi = once(() => makeOpenApiContent(site));
    this.packagesPage = () => makePackagesPage(site);
  }
}

/**
 * Returns a function that computes a value once. If the computation fails, the next call repeats
 * it.
 */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
