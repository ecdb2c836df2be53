import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/call-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import type { ProjectPageProps } from './overview.page.tsx';
import { projectQuery, updateProject } from './projects.queries.ts';

export function SettingsPage({ organizationId, projectId }: ProjectPageProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: project } = useSuspenseQuery(projectQuery(organizationId, projectId));
  return (
    <Page title={t('settings.title')}>
      <Section title={t('settings.project')}>
        <CallForm
          button={t('save')}
          call={async ({ name = '' }) => {
            await updateProject(organizationId, projectId, { name });
            await queries.invalidateQueries();
            toast(t('saved'));
          }}
        >
          <Field label={t('projects.name')} name="name" isRequired defaultValue={project.name} />
        </CallForm>
      </Section>
    </Page>
  );
}
