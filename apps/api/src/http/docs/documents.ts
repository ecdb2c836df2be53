import type { Site } from '../../deps.ts';
import type { StaticContent } from '../answer/static-answer.ts';
import { makeErrorsPage } from './errors-page.ts';
import { makeOpenApiContent } from './openapi-content.ts';
import { makePackagesPage } from './packages-page.ts';
import { makeReferencePage } from './reference-page.ts';
import { readScalarScript } from './scalar.ts';

/** The documents that a process serves. Most of them are made at the first request. */
export class Documents {
  readonly openApi: () => Promise<StaticContent>;
  readonly script = once(readScalarScript);
  readonly reference = once(async () => makeReferencePage((await this.script()).etag));
  readonly errors = once(makeErrorsPage);

  /** Made for each request, because a package can be built while the service runs. */
  readonly packagesPage: () => Promise<StaticContent>;

  constructor(site: Site) {
    this.openApi = once(() => makeOpenApiContent(site));
    this.packagesPage = () => makePackagesPage(site);
  }
}

/** Returns a function that makes a value once. After a failure, the next call tries again. */
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
