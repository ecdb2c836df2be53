import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { generateContract } from '../../packages/sdk/scripts/generate-contract.ts';

/** Replaced by a fresh nonce in each response (`apps/api/src/http/web.ts`). */
const NONCE = '__NONCE__';

/** Uses the contract as the published SDK has it: a table of operations, without schemas. */
const builtContract: Plugin = {
  name: 'parlance-built-contract',
  enforce: 'pre',
  load: (id) => (id.endsWith('/packages/sdk/src/contract.ts') ? generateContract() : null),
};

/** React Aria ships its own texts in 30 languages; the app needs those of its own. */
const LOCALES = new Set(['en-US', 'es-ES', 'de-DE', 'fr-FR', 'ar-AE', 'ja-JP']);
const ariaLocales: Plugin = {
  name: 'parlance-aria-locales',
  enforce: 'pre',
  load(id) {
    const locale =
      /\/(?:@react-aria|@react-stately|react-aria|react-stately|react-aria-components)\/.*\/([a-z]{2}-[A-Z]{2})\.(?:m?js)$/.exec(
        id,
      )?.[1];
    return locale === undefined || LOCALES.has(locale) ? null : 'export default {};';
  },
};

const API = process.env.API_URL ?? 'http://127.0.0.1:4400';

export default {
  root: import.meta.dirname,
  // Files name each other relative to themselves: the service may be at a path of its site.
  base: './',
  plugins: [builtContract, ariaLocales, react()],
  html: { cspNonce: NONCE },
  css: {
    postcss: {
      plugins: [
        {
          // Declarations of a class that is composed from another file have no source: Vite would warn at each build.
          postcssPlugin: 'parlance-composed-sources',
          OnceExit(root) {
            root.walkDecls((declaration) => {
              if (root.source !== undefined) declaration.source ??= root.source;
            });
          },
        },
      ],
    },
  },
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Everything before the first page is one file: many small ones compress worse and cost requests.
    rolldownOptions: {
      // A parser that CodeMirror's commands name; the app calls no command that needs it.
      treeshake: { moduleSideEffects: [{ test: /\/@lezer\/common\//, sideEffects: false }] },
      output: {
        codeSplitting: { groups: [{ name: 'entry', tags: ['$initial'] }] },
        // The first page lists the files of all pages: without their names it is 1 KiB smaller.
        chunkFileNames: 'assets/p-[hash].js',
        assetFileNames: 'assets/p-[hash][extname]',
      },
    },
    reportCompressedSize: false,
    // scripts/check-size.ts has the limits, after compression.
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: { '/v1': API, '/docs': API, '/health': API } },
} satisfies UserConfig;
