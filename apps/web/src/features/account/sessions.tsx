import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../lib/paged-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Section } from '../../ui/page/page.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { endSession, sessionsQuery } from './account.queries.ts';
import { browserName } from './browser-name.ts';

/** The browsers in which the user is signed in. */
export function Sessions() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const list = useInfiniteQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: async (id: string) => {
      await endSession(id);
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      toast(t('account.sessionEnded'));
    },
  });
  return (
    <Section id="sessions" title={t('account.sessions')}>
      {end.error && <ProblemNotice error={end.error} />}
      <ul className={entries.list}>
        {rowsOf(list).map(({ id, userAgent, current, createdAt, lastUsedAt }) => {
          const name = browserName(userAgent) ?? t('account.unknownBrowser');
          return (
            <li key={id} className={entries.entry}>
              <div className={entries.who}>
                <span className={entries.name}>
                  <bdi>{name}</bdi>
                  {current && <Badge kind="neutral">{t('account.thisSession')}</Badge>}
                </span>
                <span className={entries.note}>
                  {t('account.sessionFacts', {
                    since: new Date(createdAt),
                    used: new Date(lastUsedAt),
                  })}
                </span>
              </div>
              {!current && (
                <Button
                  kind="quiet"
                  aria-label={t('account.endSessionNamed', { name })}
                  onPress={() => end.mutate(id)}
                >
                  {t('account.endSession')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <MoreButton list={list} text={t('more')} />
    </Section>
  );
}
