import { api } from '../../lib/api.ts';
import { pagedQuery } from '../../lib/paged-query.ts';

/** The browser sessions of the signed-in user, newest first. */
export const sessionsQuery = pagedQuery(['sessions'], (page) => api().users.sessions.list(page));

export const rename = (name: string) => api().users.me.update({ name });
export const changePassword = (current: string, next: string) =>
  api().users.me.password({ current, next });
export const changeEmail = (email: string, password: string) =>
  api().users.me.email({ email, password });
export const endSession = (sessionId: string) => api().users.sessions.delete({ sessionId });
export const deactivate = (password: string) => api().users.me.delete({ password });
