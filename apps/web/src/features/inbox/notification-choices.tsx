import '../../i18n/parts/inbox.ts';
import type { NotificationKind } from '@parlance/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { prefer, preferencesQuery } from '../../lib/person/preferences.queries.ts';
import entries from '../../ui/display/entries.module.css';
import { Choice } from '../../ui/form/choice.tsx';
import field from '../../ui/form/field.module.css';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Section } from '../../ui/page/page.tsx';

type Kind = NotificationKind | 'reminder';
const CHANNELS = ['mail', 'app', 'off'] as const;
type Channel = (typeof CHANNELS)[number];
/** The reminder is only sent as a mail. A stored choice of the inbox therefore means that the reminder is off. */
const REMINDER_CHANNELS: readonly Channel[] = ['mail', 'off'];

/** Default channel of each kind, for a person who has chosen none. */
const USUAL: Readonly<Record<Kind, Channel>> = {
  mention: 'mail',
  thread: 'mail',
  question: 'mail',
  sent_back: 'mail',
  value: 'app',
  resolved: 'app',
  proposal: 'mail',
  reminder: 'mail',
};
const KINDS = Object.keys(USUAL) as Kind[];

/** Choices of the kinds of notifications: by mail, only in the inbox, or not at all. */
export function NotificationChoices() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: preferences } = useQuery(preferencesQuery);
  const [problem, setProblem] = useState<unknown>(null);
  const stored = (preferences?.notifications ?? {}) as Readonly<Record<string, unknown>>;
  const choose = (kind: Kind, channel: Channel): void => {
    setProblem(null);
    void prefer(queries, { notifications: { [kind]: channel } }).catch(setProblem);
  };
  return (
    <Section id="notifications" title={t('account.notifications')}>
      <p className={entries.note}>{t('inbox.choices.text')}</p>
      {problem !== null && <ProblemNotice error={problem} />}
      <div className={field.fields}>
        {KINDS.map((kind) => {
          const channels = kind === 'reminder' ? REMINDER_CHANNELS : CHANNELS;
          const chosen = CHANNELS.find((one) => one === stored[kind]) ?? USUAL[kind];
          const nameOf = (channel: Channel) =>
            kind === 'reminder' && channel === 'mail' ? 'onlyMail' : channel;
          return (
            <Choice
              key={kind}
              label={t(`inbox.choices.${kind}`)}
              value={channels.includes(chosen) ? chosen : 'off'}
              options={channels.map((value) => ({
                value,
                label: t(`inbox.channels.${nameOf(value)}`),
              }))}
              onChange={(channel) => choose(kind, channel)}
            />
          );
        })}
      </div>
    </Section>
  );
}
