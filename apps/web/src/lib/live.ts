import type { ProjectEvent } from '@parlance/sdk';

type Listener = (events: readonly ProjectEvent[]) => void;

/** Used in place of a project's id for events of the user that do not belong to a project. */
export const NO_PROJECT = '';

const listeners = new Map<string, Set<Listener>>();
const stateListeners = new Set<() => void>();
const projects = new Set<string>();

/**
 * Passes events of projects on to the components of a page. `app/live` reads the event stream and is loaded after the
 * page. Until then there are no events, and the pages poll.
 */
export const live = {
  /** True if the tab receives events of the project. */
  isLive: (projectId: string): boolean => projects.has(projectId),
  /** True if the tab receives events of a project, or of the user alone. */
  isReading: (): boolean => projects.size > 0,
  subscribe(changed: () => void): () => void {
    stateListeners.add(changed);
    return () => stateListeners.delete(changed);
  },
  /** Calls `listener` with the events of a project, in batches. Returns a function that unsubscribes. */
  onEvents(projectId: string, listener: Listener): () => void {
    const set = listeners.get(projectId) ?? new Set();
    listeners.set(projectId, set.add(listener));
    return () => set.delete(listener);
  },
  setLive(projectId: string, isLive: boolean): void {
    if (projects.has(projectId) === isLive) return;
    if (isLive) projects.add(projectId);
    else projects.delete(projectId);
    for (const changed of [...stateListeners]) changed();
  },
  tell(projectId: string, events: readonly ProjectEvent[]): void {
    for (const listener of [...(listeners.get(projectId) ?? [])]) listener(events);
  },
};
