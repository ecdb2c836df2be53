import '../../i18n/parts/delivery.ts';
import '../../i18n/parts/project.ts';
import '../../i18n/parts/list.ts';
import type { Environment } from '@parlance/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environmentsQuery } from '../../lib/environments.queries.ts';
import { rowsOf } from '../../lib/paged-query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { ListSearch, useSearch } from '../../ui/form/list-search.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty, Page } from '../../ui/page/page.tsx';
import { EnvironmentForm } from './environment-form.tsx';
import { EnvironmentTimeline } from './environment-timeline.tsx';
import { createEnvironment } from './releases.queries.ts';

/** The environments of a project, each with the timeline of its releases. */
export function ReleasesPage({
  organizationId,
  projectId,
  denial,
  isStopped,
  deliveryOf,
}: {
  organizationId: string;
  projectId: string;
  /** Reason why the user's role may not publish releases. Null if it may. */
  denial: ReactNode;
  /** True if delivery of the whole project was stopped. */
  isStopped: boolean;
  /** Shows the delivery of an environment, with a button that stops or resumes it. */
  deliveryOf(environment: Environment): ReactNode;
}) {
  const { t } = useTranslation();
  const [isCreating, setCreating] = useState(false);
  const search = useSearch();
  const list = useInfiniteQuery(environmentsQuery(organizationId, projectId, search.q));
  const environments = rowsOf(list);
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
      {isStopped && <Notice kind="problem">{t('delivery.projectStopped')}</Notice>}
      {list.error && <ProblemNotice error={list.error} />}
      <ListSearch label={t('releases.find')} search={search} list={list} />
      {search.q !== '' && environments.length === 0 && <Empty text={t('list.noMatch')} />}
      {environments.map((environment) => (
        <EnvironmentTimeline
          key={environment.id}
          organizationId={organizationId}
          projectId={projectId}
          environment={environment}
          mayWrite={denial === null}
          delivery={deliveryOf(environment)}
        />
      ))}
      <MoreButton list={list} text={t('more')} />
      <Dialog
        close={t('close')}
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
