import type { BulkConflict, BulkResult, BulkRun, Row } from '@parlance/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { RowQuery } from '../editor.queries.ts';
import type { Selected } from '../grid/store/selection.ts';
import type { BulkAction } from './bulk-action.ts';
import { readVersions } from './read-rows.ts';

const POLL_MS = 400;

/** A bulk change of the selected rows of the editor. */
export interface BulkCall {
  /** The query whose rows the editor shows. */
  readonly rows: RowQuery;
  readonly selected: Selected;
  /** Tags of the locales whose values are changed. */
  readonly locales: readonly string[];
  readonly action: BulkAction;
  /** The rows as the user has read them, and the changed values that the user has included again. */
  readonly read: { readonly shown: readonly Row[]; readonly decided: readonly BulkConflict[] };
}

interface CallOptions {
  readonly dryRun?: boolean;
  readonly except?: readonly { keyId: string; locale: string }[];
  readonly expectedCount?: number;
  readonly base?: string;
}

async function send(
  { rows, selected, locales, action, read }: BulkCall,
  { dryRun = false, except = [], ...options }: CallOptions,
  signal?: AbortSignal,
): Promise<BulkResult> {
  const { organizationId, projectId, query } = rows;
  const { i18n } = api(organizationId);
  const keyIds = selected.isAll ? null : [...selected.keyIds];
  const extra = signal ? { signal } : {};
  if (action.of === 'keys') {
    // The query may contain conditions on the displayed locales, so the request also contains these locales.
    const select = keyIds ? { keyIds } : { query, locales: [...rows.locales] };
    const { expectedCount } = options;
    const { data } = await i18n.keys.bulk(
      {
        projectId,
        select,
        action: action.action,
        dryRun,
        ...(expectedCount === undefined ? {} : { expectedCount }),
      },
      extra,
    );
    return data;
  }
  const parts = { locales: [...locales], except: [...except] };
  const select = keyIds ? { keyIds, ...parts } : { query, ...parts };
  // The preview of other actions shows the affected texts.
  const isReview = action.action.setState !== undefined;
  const versions = isReview ? readVersions(read.shown, { selected, locales }, read.decided) : [];
  const { data } = await i18n.values.bulk(
    {
      projectId,
      select,
      action: action.action,
      dryRun,
      ...options,
      // The user has seen the conflicts in the preview.
      read: versions,
      skipConflicts: true,
    },
    extra,
  );
  return data;
}

/** Query of the preview of a bulk change. */
export const bulkPreviewQuery = (call: BulkCall | null) =>
  queryOptions({
    queryKey: [
      'bulk-preview',
      call && {
        ...call,
        selected: call.selected.isAll || [...call.selected.keyIds],
        read: call.read.decided,
      },
    ],
    queryFn: ({ signal }) => send(call!, { dryRun: true }, signal),
    enabled: call !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/**
 * Performs a bulk change after its preview, and waits until it has ended. If the service performs it in the background,
 * `onProgress` is called repeatedly.
 */
export async function applyBulk(
  call: BulkCall,
  shown: BulkResult,
  except: readonly { keyId: string; locale: string }[],
  onProgress: (run: BulkRun) => void,
): Promise<BulkRun> {
  const { rows: expectedCount, syncToken } = shown;
  const base = syncToken === null ? {} : { base: syncToken };
  let run: BulkRun = await send(call, { except, expectedCount, ...base });
  const { organizationId, projectId } = call.rows;
  const { bulkRuns } = api(organizationId).i18n;
  while (run.status === 'running') {
    onProgress(run);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    run = (await bulkRuns.get({ projectId, runId: run.id! })).data;
  }
  return run;
}

/** Ends a bulk change that runs in the background. */
export async function cancelBulk({ rows }: BulkCall, runId: string): Promise<void> {
  const { organizationId, projectId } = rows;
  await api(organizationId).i18n.bulkRuns.cancel({ projectId, runId });
}
