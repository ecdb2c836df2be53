import { api } from '../../lib/api.ts';
import { lossesOf } from '../../lib/losses.ts';
import { pagedQuery } from '../../lib/paged-query.ts';

/** Query of the browser sessions of the signed-in user, newest first. */
export const sessionsQuery = pagedQuery(['sessions'], (page) => api().users.sessions.list(page));

export const rename = (name: string) => api().users.me.update({ name });
export const changePassword = (current: string, next: string) =>
  api().users.me.password({ current, next });
export const changeEmail = (email: string, password: string) =>
  api().users.me.email({ email, password });
export const endSession = (sessionId: string) => api().users.sessions.delete({ sessionId });
/**
 * Deletes the account. Without `force`, returns what would be lost with it, and changes nothing if
 * anything would be lost.
 */
export const deactivate = (password: string, force: boolean) =>
  lossesOf(() => api().users.me.delete({ password, force }));

/** Returns everything that the service stores about the signed-in user, as a JSON file. */
export async function exportPersonalData(): Promise<Blob> {
  const { data } = await api().users.me.export();
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}
