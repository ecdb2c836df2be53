/** `postponed` if the user closed the sign-in dialog. Waiting calls keep waiting. */
type SessionState = 'active' | 'ended' | 'postponed';

let state: SessionState = 'active';
const listeners = new Set<() => void>();

function set(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/**
 * Records whether the service rejects calls because the session has ended. A sign-in dialog then opens over the page.
 */
export const sessionEnd = {
  state: () => state,
  /** Reports a call that was rejected because there is no session. */
  report: () => set('ended'),
  resume: () => set('active'),
  postpone: () => set('postponed'),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
