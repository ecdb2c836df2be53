import '../../i18n/project.ts';
import type { Environment } from '@parlance/contracts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { EnvironmentForm } from './environment-form.tsx';
import { EnvironmentTimeline } from './environment-timeline.tsx';
import { createEnvironment } from './releases.queries.ts';

/** The environments of a project, each with the timeline of its releases. */
export function ReleasesPage({
  organizationId,
  projectId,
  environments,
  denial,
}: {
  organizationId: string;
  projectId: string;
  environments: readonly Environment[];
  /** Why the role of the user may not do this. Null if it may. */
  denial: ReactNode;
}) {
  const { t } = useTranslation();
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title={t('releases.title')}
      actions={
        denial === null && (
          <Button kind="secondary" onPress={() => setCreating(true)}>
            {t('releases.newEnvironment')}
          </Button>
        )
      }
    >
      {denial}
      {environments.map((environment) => (
        <EnvironmentTimeline
          key={environment.id}
          organizationId={organizationId}
          projectId={projectId}
          environment={environment}
          mayWrite={denial === null}
        />
      ))}
      <Dialog
        title={t('releases.newEnvironment')}
        isOpen={isCreating}
        onClose={() => setCreating(false)}
      >
        <EnvironmentForm
          button={t('releases.create')}
          call={async (fields) => {
            await createEnvironment(organizationId, projectId, fields);
            setCreating(false);
          }}
        />
      </Dialog>
    </Page>
  );
}
