import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../lib/paged-query.ts';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { ListSearch, useSearch } from '../../ui/form/list-search.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty } from '../../ui/page/page.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { ArchivedList } from './archived-list.tsx';
import { childrenQuery, createChild, restoreProject } from './settings.queries.ts';

/** The child projects of a project, which can be opened, restored or created. */
export function ChildProjects({
  organizationId,
  projectId,
  isOpen,
}: {
  organizationId: string;
  projectId: string;
  /** False if no child can be created. */
  isOpen: boolean;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const search = useSearch();
  const [childName, setChildName] = useState('');
  const { q } = search;
  const active = useInfiniteQuery(
    childrenQuery(organizationId, projectId, { q, onlyArchived: false }),
  );
  const archived = useInfiniteQuery(
    childrenQuery(organizationId, projectId, { q, onlyArchived: true }),
  );
  const error = active.error ?? archived.error;
  const children = rowsOf(active);
  const hasNextPage = active.hasNextPage || archived.hasNextPage;
  return (
    <>
      <p className={entries.note}>{t('settings.childrenText')}</p>
      {error && <ProblemNotice error={error} />}
      <ListSearch label={t('list.search')} search={search} list={{ hasNextPage }} />
      {q !== '' && children.length + rowsOf(archived).length === 0 && (
        <Empty text={t('list.noMatch')} />
      )}
      <ul className={entries.list}>
        {children.map(({ id, name, sourceLocale }) => (
          <li key={id} className={entries.entry}>
            <Link from="/o/$org/p/$project" to="/o/$org/p/$project" params={{ project: id }}>
              <bdi>{name}</bdi>
            </Link>
            <code>{sourceLocale}</code>
          </li>
        ))}
      </ul>
      <MoreButton list={active} text={t('more')} />
      <ArchivedList
        things={rowsOf(archived)}
        restore={
          isOpen
            ? async (id) => {
                await restoreProject(organizationId, id);
                await queries.invalidateQueries();
              }
            : null
        }
      />
      <MoreButton list={archived} text={t('more')} />
      {isOpen && (
        <CallForm
          button={t('settings.addChild')}
          call={async () => {
            const { name } = await createChild(organizationId, projectId, childName);
            setChildName('');
            toast(t('settings.childAdded', { name }));
            await queries.invalidateQueries();
          }}
        >
          <Field
            label={t('settings.childName')}
            name="childName"
            value={childName}
            onChange={setChildName}
            isRequired
          />
        </CallForm>
      )}
    </>
  );
}
