import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { generateContract } from '../../packages/sdk/scripts/generate-contract.ts';

/** Replaced by a new nonce in each response (`apps/api/src/http/web.ts`). */
const NONCE = '__NONCE__';

/** Uses the contract in the form of the published SDK: a table of operations, without schemas. */
const builtContract: Plugin = {
  name: 'parlance-built-contract',
  enforce: 'pre',
  load: (id) => (id.endsWith('/packages/sdk/src/contract.ts') ? generateContract() : null),
};

/** Locales of React Aria's texts that the app needs. React Aria contains texts in 30 languages. */
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

/**
 * Modules that only an open text and the forms of messages need. One file compresses better than
 * the twenty files that would share its parts. The rows are drawn without it.
 */
const OPEN_TEXT = new RegExp(
  [
    '/(?:@codemirror|@formatjs|@marijn)/|/(?:style-mod|w3c-keyname|crelt)/',
    '/features/editor/codemirror/(?!chip)',
    '/features/editor/cell/(?!cell-draft|cell\\.queries|forms/(?:family\\.ts|has-branches)|load-|map-text|open-cell|open-place|field/text-commands|typed-keys|change-notice|changed-source|conflict-view)',
    '/features/editor/grid/text/(?:icu-text|read-lines)',
    '/features/editor/panel/(?:active-cells|aside|suggestion|engine-suggestions)',
    '/i18n/(?:en/(?:forms|panel)\\.json|parts/(?:forms|panel)\\.ts)',
    '/packages/messages/src/(?:form/|forms|icu/|verify/findings|words/(?!word-diff|unspaced)|analysis/keep|rendering/sentinel|code/(?:keep|unknown)-code|token/(?:sample|shows-count|units)|syntax/(?:icu(?!-quote)|xliff-codes))',
  ].join('|'),
);

/** The checks of an open text. The editor loads them when a text is opened. */
const CHECKS =
  /\/packages\/messages\/src\/(?:checks|verify\/(?!findings)|runtimes\/|style\/|form\/verify-line|token\/inventory)/;

/** The rows of the editor, without modules that other pages use. */
const EDITOR =
  /\/features\/editor\/(?:drafts\/(?!draft-list|draft-project|merge)|grid\/(?!columns|row-list|text\/(?:icu-|read-|text-diff))|cell\/(?:cell-draft|cell\.queries|forms\/(?:family\.ts|has-branches)|load-|map-text|open-cell|open-place|typed-keys)|query\/(?!similar-query|found-texts|phrase-of)|commands\/(?!repeats\.queries)|place\/|(?:editor-(?!address)|editor\.module|use-(?!preferences)|may-write|notices|status-line|target-|toolbar|suggestion\.queries)[^/]*$|bulk\/selection-bar|review\/review-place|codemirror\/chip)|\/lib\/browser-table\.ts|\/ui\/form\/choices\.tsx|\/i18n\/(?:en\/editor\.json|parts\/editor\.ts)|\/packages\/messages\/src\/(?:plural\/plural|token\/(?:token|tokenize|steps)|code\/(?!keep|unknown)[\w-]+|syntax\/(?!icu(?!-quote)|xliff-codes)[\w-]+|words\/unspaced)\.ts/;

/** Modules of a few lines that most pages need. A separate file for each would be larger than its content. */
const SMALL =
  /\/ui\/(?:hooks\/use-(?:latest|later|narrow|rested)\.ts|form\/field\.module|dialog\/confirm(?:\.module|\.tsx))|\/react-query\/.*\/useMutation\.|\/query-core\/.*\/mutationObserver\.|\/review\/review\.module|\/lib\/(?:live|lost-focus|locale\/engine-for|rarely|person\/session-end|words\/(?:needs-words|actor-name))\.ts/;

/**
 * Modules that the editor shares with the pages of the review and of the account. As one file, they
 * are a third smaller.
 */
const EDITOR_SHARED =
  /\/features\/editor\/(?:use-preferences|editor\.queries|review\/review(?:\.queries|-queue)|shortcuts\/shortcuts\.ts|grid\/columns|cell\/field\/text-commands)|\/lib\/chord\.ts|\/packages\/query\//;

/**
 * Removes data and a parser for skeletons of dates and numbers, because the checks of messages do
 * not read the meaning of skeletons.
 */
const icuWithoutSkeletons: Plugin = {
  name: 'parlance-icu-without-skeletons',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/@formatjs/icu-messageformat-parser/index.js')) return null;
    const without = code
      .replace(/^const timeData = \{[\s\S]*?^\};$/m, 'const timeData = {};')
      .replaceAll(/this\.shouldParseSkeletons \? \w+\(\w+\) : \{\}/g, '{}');
    if (/"AE":|parseDateTimeSkeleton\(/.test(without)) {
      throw new Error('The parser of messages has its skeletons in other words.');
    }
    return without;
  },
};

const API = process.env.API_URL ?? 'http://127.0.0.1:4400';

export default {
  root: import.meta.dirname,
  // Files refer to each other by relative paths, because the service may run under a path of its site.
  base: './',
  plugins: [builtContract, ariaLocales, icuWithoutSkeletons, react()],
  html: { cspNonce: NONCE },
  css: {
    postcss: {
      plugins: [
        {
          // Declarations of a class that is composed from another file have no source, so Vite
          // would warn at each build.
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
    // Everything before the first page is one file, because many small files compress worse and cost requests.
    rolldownOptions: {
      // Removes a parser to which CodeMirror's commands refer. The app calls no command that needs it.
      treeshake: { moduleSideEffects: [{ test: /\/@lezer\/common\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', tags: ['$initial'] },
            { name: 'small', test: SMALL, includeDependenciesRecursively: false },
            {
              name: 'editor-shared',
              test: EDITOR_SHARED,
              includeDependenciesRecursively: false,
            },
            { name: 'checks', test: CHECKS, includeDependenciesRecursively: false },
            { name: 'editor', test: EDITOR, includeDependenciesRecursively: false },
            { name: 'open-text', test: OPEN_TEXT, includeDependenciesRecursively: false },
          ],
        },
        // The first page lists the files of all pages. Without their names, it is 1 KiB smaller.
        chunkFileNames: 'assets/p-[hash].js',
        assetFileNames: 'assets/p-[hash][extname]',
      },
    },
    reportCompressedSize: false,
    // The limits after compression are in scripts/check-size.ts.
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: { '/v1': API, '/docs': API, '/health': API } },
} satisfies UserConfig;
