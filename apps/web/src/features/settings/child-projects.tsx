import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/call-form.tsx';
import entries from '../../ui/entries.module.css';
import { Field } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { ArchivedList } from './archived-list.tsx';
import { childrenQuery, createChild, restoreProject } from './settings.queries.ts';

/** The child projects of a project: open one, restore one, or create one. */
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
  const { data: children = [], error } = useQuery(childrenQuery(organizationId, projectId));
  const archived = children.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <>
      <p className={entries.note}>{t('settings.childrenText')}</p>
      {error && <ProblemNotice error={error} />}
      <ul className={entries.list}>
        {children
          .filter(({ archivedAt }) => archivedAt === null)
          .map(({ id, name, sourceLocale }) => (
            <li key={id} className={entries.entry}>
              <Link from="/o/$org/p/$project" to="/o/$org/p/$project" params={{ project: id }}>
                <bdi>{name}</bdi>
              </Link>
              <code>{sourceLocale}</code>
            </li>
          ))}
      </ul>
      {archived.length > 0 && (
        <ArchivedList
          things={archived}
          restore={async (id) => {
            await restoreProject(organizationId, id);
            await queries.invalidateQueries();
          }}
        />
      )}
      {isOpen && (
        <CallForm
          key={children.length}
          button={t('settings.addChild')}
          call={async ({ childName = '' }) => {
            const { name } = await createChild(organizationId, projectId, childName);
            toast(t('settings.childAdded', { name }));
            await queries.invalidateQueries();
          }}
        >
          <Field label={t('settings.childName')} name="childName" isRequired />
        </CallForm>
      )}
    </>
  );
}
