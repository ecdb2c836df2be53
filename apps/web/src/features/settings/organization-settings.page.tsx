import '../../i18n/settings.ts';
import type { Organization } from '@parlance/contracts';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/call-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Empty, Page, Section } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { ArchivedList } from './archived-list.tsx';
import { archivedProjectsQuery, changeOrganization, restoreProject } from './settings.queries.ts';

/** Name and address of an organization, and its archived projects. */
export function OrganizationSettingsPage({
  organization,
  isManager,
  mayWrite,
  onSaved,
}: {
  organization: Organization;
  isManager: boolean;
  /** False for a role that may only read projects. */
  mayWrite: boolean;
  onSaved(organization: Organization): Promise<void>;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { id, name, slug } = organization;
  const archived = useSuspenseQuery(archivedProjectsQuery(id)).data;
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
        {archived.length === 0 && <Empty text={t('settings.noArchived')} />}
        {archived.length > 0 && !mayWrite && (
          <ul>
            {archived.map((project) => (
              <li key={project.id}>
                <bdi>{project.name}</bdi>
              </li>
            ))}
          </ul>
        )}
        {archived.length > 0 && mayWrite && (
          <ArchivedList
            things={archived}
            restore={async (projectId) => {
              await restoreProject(id, projectId);
              await queries.invalidateQueries();
            }}
          />
        )}
      </Section>
    </Page>
  );
}
