import { useQuery, useQueryClient } from '@tanstack/react-query';
import { problemOf } from '../../lib/problem.ts';
import { toast } from '../../ui/toast.tsx';
import { preferencesQuery, savePreferences } from './editor.queries.ts';
import { DENSITIES, type Density } from './grid/columns.ts';
import { type Bindings, bindingsOf } from './shortcuts.ts';

export interface EditorPreferences {
  readonly density: Density;
  readonly isPanelOpen: boolean;
  readonly bindings: Bindings;
  /** Changes how the editor looks, at once. */
  setView(change: { density?: Density; isPanelOpen?: boolean }): void;
  /** Stores a change of the preferences of the user. */
  prefer(change: Record<string, unknown>): void;
}

/** What the user has chosen for the editor, on every device. */
export function usePreferences(): EditorPreferences {
  const queries = useQueryClient();
  const { data: preferences = {} } = useQuery(preferencesQuery);
  const view = (preferences.editor ?? {}) as { density?: unknown; isPanelOpen?: unknown };
  const prefer = (change: Record<string, unknown>) => {
    void savePreferences(change).then(
      (saved) => queries.setQueryData(preferencesQuery.queryKey, saved),
      (error: unknown) => toast(problemOf(error).text),
    );
  };
  return {
    density:
      Object.keys(DENSITIES).find((name): name is Density => name === view.density) ?? 'normal',
    isPanelOpen: view.isPanelOpen === true,
    bindings: bindingsOf(preferences),
    setView(change) {
      queries.setQueryData(preferencesQuery.queryKey, {
        ...preferences,
        editor: { ...view, ...change },
      });
      prefer({ editor: change });
    },
    prefer,
  };
}
