import type account from './en/account.json';
import type audit from './en/audit.json';
import type bulk from './en/bulk.json';
import type changes from './en/changes.json';
import type comments from './en/comments.json';
import type common from './en/common.json';
import type dashboard from './en/dashboard.json';
import type delivery from './en/delivery.json';
import type drafts from './en/drafts.json';
import type editor from './en/editor.json';
import type findings from './en/findings.json';
import type firstRun from './en/first-run.json';
import type forms from './en/forms.json';
import type glossary from './en/glossary.json';
import type help from './en/help.json';
import type inbox from './en/inbox.json';
import type key from './en/key.json';
import type landing from './en/landing.json';
import type list from './en/list.json';
import type live from './en/live.json';
import type panel from './en/panel.json';
import type people from './en/people.json';
import type problems from './en/problems.json';
import type project from './en/project.json';
import type proposals from './en/proposals.json';
import type queue from './en/queue.json';
import type review from './en/review.json';
import type runtimes from './en/runtimes.json';
import type settings from './en/settings.json';
import type usage from './en/usage.json';
import type warnings from './en/warnings.json';
import type webhooks from './en/webhooks.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof common &
        typeof editor &
        typeof project &
        typeof problems &
        typeof comments &
        typeof inbox &
        typeof proposals &
        typeof firstRun &
        typeof people &
        typeof bulk &
        typeof account &
        typeof audit &
        typeof changes &
        typeof dashboard &
        typeof usage &
        typeof glossary &
        typeof queue &
        typeof review &
        typeof runtimes &
        typeof settings &
        typeof panel &
        typeof help &
        typeof key &
        typeof delivery &
        typeof drafts &
        typeof landing &
        typeof list &
        typeof live &
        typeof forms &
        typeof findings &
        typeof warnings &
        typeof webhooks;
    };
  }
}
