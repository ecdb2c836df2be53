import { buildIfChanged } from './build.mjs';

/** Packs the published packages if they have changed, see {@link buildIfChanged}. The service serves them. */
export const ensurePacked = (root, node) =>
  buildIfChanged(root, node, {
    what: 'the packages that the service serves',
    script: 'scripts/pack.ts',
    // The last file that the script writes.
    output: 'packages/cli/dist/cli.tgz',
    tool: 'rolldown',
    inputs: [
      'LICENSE',
      'packages/cli',
      'packages/config/src',
      'packages/contracts/src',
      'packages/formats/src',
      'packages/locales/src',
      'packages/messages/src',
      'packages/query/src',
      'packages/reader',
      'packages/sdk',
      'package-lock.json',
      'scripts/pack.ts',
      'scripts/published-packages.ts',
    ],
  });
