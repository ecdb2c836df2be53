import type { ProjectEvent } from '@parlance/sdk';

type Listener = (events: readonly ProjectEvent[]) => void;

const listeners = new Map<string, Set<Listener>>();
const stateListeners = new Set<() => void>();
const projects = new Set<string>();

/**
 * Hands on what the service tells of projects as it happens. The stream itself is in `app/live`, which is loaded after
 * the page; without it nothing is told, and pages ask from time to time.
 */
export const live = {
  /** True if changes of the project are told. */
  isLive: (projectId: string): boolean => projects.has(projectId),
  subscribe(changed: () => void): () => void {
    stateListeners.add(changed);
    return () => stateListeners.delete(changed);
  },
  /** Calls `listener` with the events of a project, some at a time. Returns the function that ends it. */
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
