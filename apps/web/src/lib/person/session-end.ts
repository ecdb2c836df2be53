/** `postponed` means that the user has closed the sign-in dialog. Requests still wait for the sign-in. */
type SessionState = 'active' | 'ended' | 'postponed';

let state: SessionState = 'active';
const listeners = new Set<() => void>();

function set(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/**
 * Records whether the service rejects requests because the session has ended. If it does, a sign-in dialog opens over
 * the page.
 */
export const sessionEnd = {
  state: () => state,
  /** Called when the service has rejected a request because the session has ended. */
  report: () => set('ended'),
  resume: () => set('active'),
  postpone: () => set('postponed'),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
