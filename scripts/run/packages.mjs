import { buildIfChanged } from './build.mjs';

/** Packs the SDK and the command line, which the service serves, if they have changed ({@link buildIfChanged}). */
export const ensurePacked = (root, node) =>
  buildIfChanged(root, node, {
    what: 'the packages of the SDK and the command line',
    script: 'scripts/pack.ts',
    // The last one that the script writes.
    output: 'packages/cli/dist/cli.tgz',
    tool: 'rolldown',
    inputs: [
      'LICENSE',
      'packages/cli',
      'packages/config/src',
      'packages/contracts/src',
      'packages/formats/src',
      'packages/messages/src',
      'packages/query/src',
      'packages/sdk',
      'package-lock.json',
      'scripts/pack.ts',
      'scripts/published-packages.ts',
    ],
  });
