import type { ApiKey } from '@parlance/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../lib/paged-query.ts';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { ListSearch, useSearch } from '../../ui/form/list-search.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty, Section } from '../../ui/page/page.tsx';
import { KeyList } from './key-list.tsx';
import type { ownKeysQuery } from './people.queries.ts';

/** A list of keys with the button that adds one. */
export function KeySection({
  title,
  text,
  empty,
  create,
  query,
  onRevoke,
}: {
  title: string;
  text: string;
  /** Replaces an empty list. */
  empty: string;
  create: ReactNode;
  /** The keys that match a text. */
  query(q: string): ReturnType<typeof ownKeysQuery>;
  onRevoke(key: ApiKey): void;
}) {
  const { t } = useTranslation();
  const search = useSearch();
  const list = useInfiniteQuery(query(search.q));
  const keys = rowsOf(list);
  return (
    <Section title={title}>
      <p className={entries.note}>{text}</p>
      {list.error && <ProblemNotice error={list.error} />}
      <ListSearch label={t('list.search')} search={search} list={list} />
      {keys.length === 0 ? (
        <Empty text={search.q === '' ? empty : t('list.noMatch')} action={create} />
      ) : (
        <>
          <KeyList keys={keys} onRevoke={onRevoke} />
          <MoreButton list={list} text={t('more')} />
          {create}
        </>
      )}
    </Section>
  );
}
