import '../../i18n/parts/changes.ts';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sayFaulty } from '../../lib/words/say-fault.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { FaultyFiles } from '../../ui/notice/faulty-files.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { ChangeFacts } from './change-facts.tsx';
import { ChangeItems } from './change-items.tsx';
import css from './changes.module.css';
import { changeItemsQuery, changeQuery } from './changes.queries.ts';
import { RevertChange } from './revert-change.tsx';

/** One change: its effect on each key and text, and a button to revert it. */
export function ChangePage({
  organizationId,
  projectId,
  changeId,
  denial,
}: {
  organizationId: string;
  projectId: string;
  changeId: string;
  /** Reasons why the user's role may not change texts or keys. A reason is null if the role may make the change. */
  denial: { readonly ofTexts: ReactNode; readonly ofKeys: ReactNode };
}) {
  const { t } = useTranslation();
  const { data: change } = useSuspenseQuery(changeQuery(organizationId, projectId, changeId));
  const list = useInfiniteQuery(changeItemsQuery(organizationId, projectId, changeId));
  const items = list.data?.pages.flatMap(({ data }) => data) ?? [];
  // An import may create and archive keys, so reverting an import requires the right to change keys.
  const reason = change.kind === 'import' ? denial.ofKeys : denial.ofTexts;
  return (
    <Page title={t(`changes.kinds.${change.kind}`)}>
      <ChangeFacts change={change} />
      {reason}
      <div className={css.actions}>
        <Link
          from="/o/$org/p/$project"
          to="/o/$org/p/$project/editor"
          search={{ q: `change:${changeId}` }}
          className={buttonClass('secondary')}
        >
          {t('changes.inEditor')}
        </Link>
        {reason === null && change.state === 'completed' && (
          <RevertChange organizationId={organizationId} projectId={projectId} changeId={changeId} />
        )}
      </div>
      {change.faulty.length > 0 && (
        <Section title={t('changes.faulty')}>
          <FaultyFiles files={sayFaulty(change.faulty)} />
        </Section>
      )}
      <Section title={t('changes.items')}>
        {list.error && <ProblemNotice error={list.error} />}
        {list.isPending && <p role="status">{t('changes.loading')}</p>}
        <ChangeItems items={items} />
        <MoreButton list={list} text={t('more')} />
      </Section>
    </Page>
  );
}
