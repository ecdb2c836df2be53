import { api } from '../../../lib/api.ts';
import { sessionEnd } from '../../../lib/person/session-end.ts';
import { keyAdder } from './add-key.ts';
import type { Draft } from './draft.ts';
import { browserDrafts } from './draft-store.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import type { TabMessage, Tabs } from './tabs.ts';

/** Connects this tab with the other tabs of the browser in which the same user is signed in. */
function browserTabs(userId: string): Tabs {
  const channel = new BroadcastChannel(`parlance-drafts-${userId}`);
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (receive) => {
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);
    },
  };
}

const byUser = new Map<string, Drafts>();

/** Returns the drafts of a user in this tab. Saving continues after the editor is closed. */
export function draftsOf(userId: string): Drafts {
  const userDrafts = byUser.get(userId);
  if (userDrafts) return userDrafts;
  const drafts = createDrafts({
    userId,
    store: browserDrafts,
    tabs: browserTabs(userId),
    valuesOf: (organizationId) => api(organizationId).i18n.values,
    addKey: keyAdder((organizationId) => api(organizationId).i18n.forms),
    propose: async (save) =>
      (await import('../proposals/propose-text.queries.ts')).proposeText(save),
    revert: async ({ organizationId, ...change }) =>
      (await api(organizationId).i18n.changes.revert(change)).data.counts.conflicts,
    onSessionEnd: sessionEnd.report,
    now: Date.now,
    schedule: (delayMs, run) => setTimeout(run, delayMs),
  });
  byUser.set(userId, drafts);
  sessionEnd.subscribe(() => {
    if (sessionEnd.state() === 'active') drafts.retry();
  });
  window.addEventListener('online', () => drafts.retry());
  // Browsers guarantee no later event before they freeze or close a page (Page Lifecycle).
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void drafts.flush();
  });
  window.addEventListener('beforeunload', (event) => {
    if (drafts.isAtRisk()) event.preventDefault();
  });
  return drafts;
}

/** Lists the unsaved texts of a user in all projects. */
export async function listDrafts(userId: string): Promise<readonly Draft[]> {
  await byUser.get(userId)?.flush();
  // If the browser provides no database, the only drafts are those in the memory of this tab.
  return await browserDrafts.list(userId).catch(
    () =>
      byUser
        .get(userId)
        ?.list()
        .map(({ draft }) => draft) ?? [],
  );
}

/** Deletes the drafts of a user from this browser. */
export async function forgetDrafts(userId: string): Promise<void> {
  await draftsOf(userId).discardAll();
}
