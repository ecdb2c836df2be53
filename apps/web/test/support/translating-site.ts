import { afterAll, beforeAll } from 'vitest';
import { openSite, type Site } from '../../../api/test/browser/site.ts';
import {
  type LibreServer,
  startLibreServer,
} from '../../../api/test/engines/libretranslate-server.ts';

export interface TranslatingSite extends Site {
  readonly engineUrl: string;
}

/** Opens a site whose service translates with a LibreTranslate server on loopback. */
export function openTranslatingSite(): TranslatingSite {
  let engine: LibreServer;
  beforeAll(async () => {
    engine = await startLibreServer();
  });
  const site = openSite(() => ({
    env: { MT_ENGINES: 'libretranslate', LIBRETRANSLATE_URL: engine.url },
  }));
  afterAll(() => engine?.close());
  return {
    get app() {
      return site.app;
    },
    get browser() {
      return site.browser;
    },
    get engineUrl() {
      return engine.url;
    },
  };
}
