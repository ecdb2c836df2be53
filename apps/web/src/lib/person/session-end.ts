/** `postponed` if the person closed the sign-in: what waits for it goes on waiting. */
type SessionState = 'active' | 'ended' | 'postponed';

let state: SessionState = 'active';
const listeners = new Set<() => void>();

function set(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Knows if the service refuses calls because the session has ended. A sign-in is then shown over the page. */
export const sessionEnd = {
  state: () => state,
  /** Reports a call that was refused for want of a session. */
  report: () => set('ended'),
  resume: () => set('active'),
  postpone: () => set('postponed'),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
