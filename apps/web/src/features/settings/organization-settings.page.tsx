import '../../i18n/parts/list.ts';
import '../../i18n/parts/settings.ts';
import type { Organization, Project } from '@parlance/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../lib/paged-query.ts';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { ListSearch, useSearch } from '../../ui/form/list-search.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty, Page, Section } from '../../ui/page/page.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { ArchivedList } from './archived-list.tsx';
import { archivedProjectsQuery, changeOrganization, restoreProject } from './settings.queries.ts';

/** Name and address of an organization, and its archived projects. */
export function OrganizationSettingsPage({
  organization,
  isManager,
  mayWrite,
  delivery,
  onSaved,
}: {
  organization: Organization;
  isManager: boolean;
  /** False for a role that may only read projects. */
  mayWrite: boolean;
  /** Shows the delivery of an archived project. Null for a role that may not stop it. */
  delivery: ((project: Project) => ReactNode) | null;
  onSaved(organization: Organization): Promise<void>;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { id, name, slug } = organization;
  const search = useSearch();
  const list = useInfiniteQuery(archivedProjectsQuery(id, search.q));
  const archived = rowsOf(list);
  return (
    <Page title={t('settings.title')}>
      {isManager && (
        <Section title={t('settings.organization')}>
          <CallForm
            button={t('save')}
            call={async (fields) => {
              const saved = await changeOrganization(id, {
                name: fields.name ?? '',
                slug: fields.slug ?? '',
              });
              await onSaved(saved);
              toast(t('saved'));
            }}
          >
            <Field
              label={t('settings.organizationName')}
              name="name"
              isRequired
              defaultValue={name}
            />
            <Field
              label={t('settings.slug')}
              hint={t('settings.slugHint')}
              name="slug"
              isRequired
              defaultValue={slug}
            />
          </CallForm>
        </Section>
      )}
      <Section title={t('settings.archivedProjects')}>
        {list.error && <ProblemNotice error={list.error} />}
        <ListSearch label={t('list.search')} search={search} list={list} />
        {archived.length === 0 && (
          <Empty text={t(search.q === '' ? 'settings.noArchived' : 'list.noMatch')} />
        )}
        <ArchivedList
          things={archived}
          delivery={delivery}
          restore={
            mayWrite
              ? async (projectId) => {
                  await restoreProject(id, projectId);
                  await queries.invalidateQueries();
                }
              : null
          }
        />
        <MoreButton list={list} text={t('more')} />
      </Section>
    </Page>
  );
}
