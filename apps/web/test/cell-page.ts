import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { build } from 'vite';
import { BROWSER_SITE } from '../../api/test/chromium.ts';

const PATH = '/cell-page/';
const NONCE = '0123456789';
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${NONCE}'; img-src 'self' data:; connect-src 'self'`;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** A page with the cells of a project, under the content security policy of the app. */
export interface CellPage {
  /** Serves the page to a browser beside the service. */
  mount(context: BrowserContext): Promise<void>;
  address(query: Readonly<Record<string, string>>): string;
  remove(): void;
}

export async function buildCellPage(): Promise<CellPage> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-cell-page-'));
  const web = join(import.meta.dirname, '..');
  // With the variable of a test run, Vite would take the slower development build of React.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build({
      root: join(web, 'test/cell-page'),
      configFile: join(web, 'vite.config.ts'),
      configLoader: 'native',
      logLevel: 'warn',
      base: PATH,
      build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 2_000 },
    });
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
  return {
    mount: async (context) => {
      await context.route(
        ({ pathname }) => pathname.startsWith(PATH),
        async (route) => {
          const name = new URL(route.request().url()).pathname.slice(PATH.length) || 'index.html';
          const body = readFileSync(join(folder, name), 'utf8').replaceAll('__NONCE__', NONCE);
          const headers = { 'Content-Security-Policy': POLICY };
          await route.fulfill({ body, headers, contentType: TYPES[extname(name)]! });
        },
      );
    },
    address: (query) => `${BROWSER_SITE}${PATH}?${new URLSearchParams(query)}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
