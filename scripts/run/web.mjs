import { buildIfChanged } from './build.mjs';

/** Builds the web app if it has changed, see {@link buildIfChanged}. */
export const ensureBuilt = (root, node) =>
  buildIfChanged(root, node, {
    what: 'the web app',
    script: 'apps/web/scripts/build.ts',
    output: 'apps/web/dist/index.html',
    tool: 'vite',
    inputs: [
      'apps/web',
      'packages/contracts/src',
      'packages/messages/src',
      'packages/query/src',
      'packages/sdk/src',
      'packages/sdk/scripts',
      'package-lock.json',
    ],
  });
