import { globSync } from 'node:fs';
import { type Block, placeOf, readBlocks } from './read-blocks.ts';

/** Languages of blocks that show output or a file and are not run. */
const SHOWN = new Set(['', 'text', 'json', 'jsonc', 'ini', 'nginx']);

/**
 * Blocks that the walk skips: the page, the start of the block, and the test that covers it or the resource that it
 * needs.
 */
const NOT_RUN: readonly (readonly [page: string, begins: string, reason: string])[] = [
  ['README.md', 'npm start', 'its first line starts the service of this walk'],
  ['CONTRIBUTING.md', 'npm start', 'its lines are steps of .ci/run'],
  ['docs/billing.md', '', 'needs an account of PayPal'],
  ['docs/cli.md', 'import type', 'packages/cli/src/types compiles such programs'],
  ['docs/delivery.md', 'export CDN', 'npm run test:suite drills runs it with Varnish'],
  [
    'docs/delivery.md',
    'export BUNDLE_STORE=',
    'settings of a service; apps/api/test/flows/reader.test.ts',
  ],
  [
    'docs/delivery.md',
    'import ',
    'apps/api/test/flows/reader.test.ts runs it with the service stopped',
  ],
  ['docs/engines.md', 'curl -X PATCH', 'needs keys of DeepL and Anthropic'],
  ['docs/engines.md', 'npm run mt:smoke', 'downloads models of 100 MB'],
  ['docs/engines.md', 'node scripts/run.mjs apps/api/test', 'downloads models of 100 MB'],
  ['docs/engines.md', 'apt-get', '.ci/install runs it'],
  ['docs/engines.md', 'parlance engines compare', 'needs keys of DeepL and Anthropic'],
  [
    'docs/engines.md',
    'node scripts/run.mjs bench/quality.ts',
    'needs a file of your own translations',
  ],
  ['docs/guide.md', 'const response', 'needs the program around it; the SDK tests it'],
  ['docs/kubernetes.md', 'kubectl', 'needs a cluster; deploy/kubernetes is tested'],
  ['docs/move-in.md', '', 'apps/api/test/flows/move-in.test.ts runs it on exports of each product'],
  ['docs/observability.md', '# prometheus.yml', 'needs Prometheus; promtool tests its rules'],
  ['docs/observability.md', 'OTEL_', 'starts a service with a collector'],
  ['docs/operations.md', 'docker compose', 'needs Docker; npm run check:image'],
  ['docs/operations.md', 'export DATABASE_URL', 'needs an own PostgreSQL; apps/api/test/processes'],
  ['docs/operations.md', 'export PARLANCE_URL', 'needs the project of the web app'],
  ['docs/operations.md', 'sudo systemctl', 'needs systemd'],
  ['docs/operations.md', 'df -h', 'needs Docker'],
  ['docs/operations.md', 'METRICS_PORT', 'starts another service'],
  ['docs/operations.md', 'pg_dump', 'npm run test:suite restore runs it'],
  ['docs/operations.md', 'RESTORED=', 'npm run test:suite restore runs it'],
  ['docs/operations.md', 'tar -C', 'needs a stopped service'],
  ['docs/operations.md', 'mkdir restored', 'needs a stopped service'],
  ['docs/operations.md', 'npm run admin -- copy', 'apps/api/test/flows/admin.test.ts runs it'],
  ['docs/restore.md', '', 'npm run test:suite restore runs it'],
  ['docs/scaling.md', '', 'needs several servers of PostgreSQL; npm run test:suite drills'],
  ['docs/stacks/django.md', 'USE_I18N', 'needs Django; Python shows the texts with gettext'],
  ['docs/stacks/flutter.md', 'flutter', 'needs Flutter'],
  ['docs/stacks/flutter.md', 'import ', 'needs Flutter'],
  ['docs/stacks/rails.md', 'class ', 'needs Rails; the view is shown by the i18n gem'],
  [
    'docs/webhooks.md',
    'import ',
    'needs standardwebhooks; apps/api/src/routes/webhooks/webhooks.test.ts does',
  ],
  ['packages/reader/README.md', 'import ', 'needs a browser; reader.test.ts runs the recipes'],
  [
    'docs/messageformat-2.md',
    'import ',
    'needs the packed reader; apps/api/src/routes/i18n/bundles.compiled.test.ts formats a release',
  ],
];

/** Returns the pages with blocks: guides for users of the service or the packages, and how to contribute. */
export const documentPages = (root: string): string[] =>
  ['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'docs/stacks/*.md', 'packages/*/README.md']
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .toSorted();

/** Returns the reason why a block is not run, or undefined if none is listed. */
export function reasonNotToRun({ page, language, text }: Block): string | undefined {
  if (SHOWN.has(language)) return 'shows a file or an output';
  return NOT_RUN.find(([of, begins]) => of === page && text.startsWith(begins))?.[2];
}

/**
 * Lists the blocks that were not run, with their reasons.
 * @throws if a block has no reason, or a reason has no block
 */
export function listNotRun(root: string, ran: ReadonlySet<string>): string[] {
  const left = documentPages(root)
    .flatMap((page) => readBlocks(root, page))
    .filter((block) => !ran.has(placeOf(block)) && !SHOWN.has(block.language));
  const silent = left.filter((block) => reasonNotToRun(block) === undefined);
  if (silent.length > 0) {
    throw new Error(`Blocks that nothing runs: ${silent.map(placeOf).join(', ')}`);
  }
  const unused = NOT_RUN.filter(
    ([page, begins]) => !left.some((block) => block.page === page && block.text.startsWith(begins)),
  );
  if (unused.length > 0) {
    throw new Error(
      `No block is left that begins so: ${unused.map((one) => one.join(' ')).join(', ')}`,
    );
  }
  return left.map((block) => `${placeOf(block)}: ${reasonNotToRun(block)}`);
}
