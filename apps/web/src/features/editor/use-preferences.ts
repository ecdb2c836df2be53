import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  preferencesQuery,
  prefer as storePreference,
} from '../../lib/person/preferences.queries.ts';
import { sayProblem } from '../../lib/problem.ts';
import { toast } from '../../ui/toast/toast.tsx';
import { EDITOR_VIEWS, type EditorView } from './editor-address.ts';
import { DENSITIES, type Density } from './grid/columns.ts';
import { type Bindings, bindingsOf } from './shortcuts/shortcuts.ts';

interface EditorLooks {
  readonly density: Density;
  readonly isPanelOpen: boolean;
  /** Width of the panel in pixels. */
  readonly panelWidth: number;
  readonly isTreeOpen: boolean;
  /** True to show glyphs for invisible characters in an open text. */
  readonly showsInvisibles: boolean;
  /** The view that the user has chosen last. Undefined if the user has never chosen one. */
  readonly view: EditorView | undefined;
}

export interface EditorPreferences extends EditorLooks {
  readonly bindings: Bindings;
  /** Returns the user's saved queries for a project. */
  savedQueries(projectId: string): readonly string[];
  /** Saves a query for a project, or removes a saved one. */
  toggleQuery(projectId: string, query: string): void;
  /** Changes the appearance of the editor at once. */
  setView(change: Partial<EditorLooks>): void;
  /** Stores a change of the user's preferences. */
  prefer(change: Record<string, unknown>): void;
}

/**
 * Maximum number of saved queries for each project. A longer menu would not be useful, and all preferences together are
 * limited to 16 KiB.
 */
const MAX_SAVED_QUERIES = 20;
const USUAL_PANEL_WIDTH = 352;

const NONE: Readonly<Record<string, unknown>> = {};

/** Returns the user's settings for the editor. They are the same on every device. */
export function usePreferences(): EditorPreferences {
  const queries = useQueryClient();
  const { data: preferences = NONE } = useQuery(preferencesQuery);
  return useMemo(() => {
    const view = (preferences.editor ?? {}) as Partial<Record<keyof EditorLooks, unknown>>;
    const prefer = (change: Record<string, unknown>) => {
      void storePreference(queries, change).catch((error: unknown) => toast(sayProblem(error)));
    };
    const savedQueries = (projectId: string): readonly string[] => {
      const saved = (preferences.queries as Record<string, unknown> | undefined)?.[projectId];
      return Array.isArray(saved) ? saved.filter((query) => typeof query === 'string') : [];
    };
    return {
      density:
        Object.keys(DENSITIES).find((name): name is Density => name === view.density) ?? 'normal',
      isPanelOpen: view.isPanelOpen === true,
      panelWidth: typeof view.panelWidth === 'number' ? view.panelWidth : USUAL_PANEL_WIDTH,
      isTreeOpen: view.isTreeOpen === true,
      showsInvisibles: view.showsInvisibles !== false,
      view: EDITOR_VIEWS.find((name) => name === view.view),
      bindings: bindingsOf(preferences),
      savedQueries,
      toggleQuery(projectId, query) {
        const saved = savedQueries(projectId);
        const kept = saved.includes(query)
          ? saved.filter((one) => one !== query)
          : [...saved, query].slice(-MAX_SAVED_QUERIES);
        prefer({ queries: { [projectId]: kept.length > 0 ? kept : null } });
      },
      setView(change) {
        prefer({ editor: change });
      },
      prefer,
    };
  }, [preferences, queries]);
}
