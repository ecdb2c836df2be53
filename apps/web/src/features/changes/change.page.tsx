import '../../i18n/changes.ts';
import type { ChangeItem } from '@parlance/contracts';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/code-name.ts';
import { buttonClass } from '../../ui/button.tsx';
import entries from '../../ui/entries.module.css';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { WordDiff } from '../../ui/word-diff.tsx';
import { ChangeFacts } from './change-facts.tsx';
import css from './changes.module.css';
import { changeItemsQuery, changeQuery } from './changes.queries.ts';
import { RevertChange } from './revert-change.tsx';

/** One change: what it did to each key and text, and the way back. */
export function ChangePage({
  organizationId,
  projectId,
  changeId,
  denial,
}: {
  organizationId: string;
  projectId: string;
  changeId: string;
  /** Why the role of the user may not do this. Null if it may. */
  denial: ReactNode;
}) {
  const { t } = useTranslation();
  const { data: change } = useSuspenseQuery(changeQuery(organizationId, projectId, changeId));
  const list = useInfiniteQuery(changeItemsQuery(organizationId, projectId, changeId));
  const items = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Page title={t(`changes.kinds.${change.kind}`)}>
      <ChangeFacts change={change} />
      {denial}
      <div className={css.actions}>
        <Link
          from="/o/$org/p/$project"
          to="/o/$org/p/$project/editor"
          search={{ q: `change:${changeId}` }}
          className={buttonClass('secondary')}
        >
          {t('changes.inEditor')}
        </Link>
        {denial === null && change.state === 'completed' && (
          <RevertChange organizationId={organizationId} projectId={projectId} changeId={changeId} />
        )}
      </div>
      <Section title={t('changes.items')}>
        {list.error && <ProblemNotice error={list.error} />}
        {list.isPending && <p role="status">{t('changes.loading')}</p>}
        <ul className={entries.list}>
          {items.map((item) => (
            <li key={`${item.kind} ${item.keyId} ${item.locale}`} className={entries.stack}>
              <p className={entries.head}>
                <Link
                  from="/o/$org/p/$project"
                  to="/o/$org/p/$project/k/$keyId"
                  params={{ keyId: item.keyId }}
                  search={item.locale === null ? {} : { l: item.locale }}
                  dir="auto"
                >
                  {item.key}
                </Link>
                <span className={entries.note}>
                  {item.locale === null
                    ? t(`changes.effects.${item.kind}`)
                    : codeLabel(item.locale)}
                </span>
              </p>
              <Effect item={item} />
            </li>
          ))}
        </ul>
        <MoreButton list={list} text={t('more')} />
      </Section>
    </Page>
  );
}

/** The fields or the text that an item had before, and has after the change. */
function Effect({ item: { locale, before, after, isPurged, keyBefore, keyAfter } }: EffectProps) {
  const { t, i18n } = useTranslation();
  if (isPurged) return <p className={entries.note}>{t('changes.purged')}</p>;
  if (keyBefore && keyAfter) {
    const names = Object.keys(keyAfter) as (keyof typeof keyAfter)[];
    const shown = (value: unknown) =>
      Array.isArray(value) ? value.join(', ') : String(value ?? t('changes.unset'));
    return names.map((name) => (
      <p key={name} className={entries.note}>
        {t(`changes.fields.${name}`)}: <del>{shown(keyBefore[name])}</del>{' '}
        <ins>{shown(keyAfter[name])}</ins>
      </p>
    ));
  }
  if (locale === null) return null;
  return (
    <>
      <p>
        <WordDiff
          before={before?.text ?? ''}
          after={after?.text ?? ''}
          locale={locale}
          dir={i18n.dir(locale)}
        />
      </p>
      {before?.state !== after?.state && (
        <p className={entries.note}>
          {before ? t(`changes.states.${before.state}`) : t('changes.missing')} →{' '}
          {after ? t(`changes.states.${after.state}`) : t('changes.missing')}
        </p>
      )}
    </>
  );
}

interface EffectProps {
  item: ChangeItem;
}
