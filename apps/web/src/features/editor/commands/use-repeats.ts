import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sayProblem } from '../../../lib/problem.ts';
import { toast } from '../../../ui/toast/toast.tsx';
import type { Drafts } from '../drafts/drafts.ts';
import type { RowQuery } from '../editor.queries.ts';
import type { WindowStore } from '../grid/store/window-store.ts';
import type { RepeatedKey } from './repeats.queries.ts';

/**
 * Time in milliseconds between a save and the search for repeated texts. If the user continues
 * before that, no search runs.
 */
const REST_MS = 1_200;

/** Loads the code of the search with the first search, which runs while the user pauses. */
const loadQueries = () => import('./repeats.queries.ts');

/** Missing texts with the same source text as the last saved text. */
export interface Repeats {
  readonly keys: readonly RepeatedKey[];
  readonly locale: string;
  readonly text: string;
}

/** After each save, searches for missing texts with the same source text. A command fills them. */
export function useRepeats(
  { rows, drafts, store }: { rows: RowQuery; drafts: Drafts; store: WindowStore },
  onChanged: (changeId: string) => void,
): { repeats: Repeats | null; fill(): void } {
  const { t } = useTranslation();
  const { organizationId, projectId } = rows;
  const [repeats, setRepeats] = useState<Repeats | null>(null);
  useEffect(() => {
    let search = new AbortController();
    const end = drafts.onSaved((cell, value) => {
      search.abort();
      search = new AbortController();
      const { signal } = search;
      setRepeats(null);
      if (cell.projectId !== projectId || !value) return;
      const look = async () => {
        const place = await store.find(cell.keyId);
        const row = place < 0 ? 'gone' : store.slot(place);
        if (signal.aborted || typeof row === 'string' || row.family) return;
        const { locale } = cell;
        const of = { organizationId, projectId };
        const { findRepeats } = await loadQueries();
        const keys = await findRepeats(of, { row, locale }, signal);
        if (!signal.aborted && keys.length > 0) setRepeats({ keys, locale, text: value.text });
      };
      // If the search fails, the user gets no offer to fill other texts.
      const timer = setTimeout(() => void look().catch(() => {}), REST_MS);
      signal.addEventListener('abort', () => clearTimeout(timer));
    });
    return () => {
      end();
      search.abort();
    };
  }, [drafts, store, organizationId, projectId]);
  const fill = async (): Promise<void> => {
    if (!repeats) {
      toast(t('editor.repeats.none'));
      return;
    }
    setRepeats(null);
    try {
      const { fillTexts } = await loadQueries();
      const { changeId, changed } = await fillTexts({ organizationId, projectId }, repeats);
      toast(t('editor.repeats.done', { count: changed }));
      if (changeId !== null) onChanged(changeId);
    } catch (error) {
      toast(sayProblem(error));
    }
  };
  return { repeats, fill: () => void fill() };
}
