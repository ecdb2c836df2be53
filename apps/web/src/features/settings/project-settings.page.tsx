import '../../i18n/parts/delivery.ts';
import '../../i18n/parts/project.ts';
import '../../i18n/parts/list.ts';
import '../../i18n/parts/settings.ts';
import type { Environment, Project } from '@parlance/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../lib/paged-query.ts';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { Sections } from '../../ui/page/sections.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { ArchiveProject } from './archive-project.tsx';
import { ArchivedList } from './archived-list.tsx';
import { ChildProjects } from './child-projects.tsx';
import { GuidanceSection } from './guidance/guidance-section.tsx';
import { ProjectForm } from './project-form.tsx';
import {
  archivedEnvironmentsQuery,
  archiveProject,
  changeProject,
  restoreEnvironment,
  restoreProject,
} from './settings.queries.ts';

const TITLES = {
  archived: 'settings.archived',
  project: 'settings.project',
  translation: 'settings.translation',
  checks: 'settings.checkLevels',
  guidance: 'guidance.title',
  children: 'settings.children',
  people: 'settings.people',
  environments: 'settings.archivedEnvironments',
  delivery: 'delivery.title',
  danger: 'settings.danger',
} as const;

/** Settings of a project, its child projects, its archived items, and a button to archive it. */
export function ProjectSettingsPage({
  project,
  locales,
  denial,
  mayRelease,
  people,
  delivery,
  deliveryOf,
  onArchived,
}: {
  project: Project;
  locales: readonly { readonly code: string; readonly name: string }[];
  /** Reason why the user's role may not change the settings. Null if it may. */
  denial: ReactNode;
  /** True for a role that manages environments. */
  mayRelease: boolean;
  /** The people with a separate role in the project. Null for a role that does not manage people. */
  people: ReactNode;
  /** The delivery of the project, for a role that may stop it. */
  delivery: ReactNode;
  /** Shows the delivery of an environment. */
  deliveryOf(environment: Environment): ReactNode;
  onArchived(): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { id: projectId, organizationId } = project;
  const environments = useInfiniteQuery(archivedEnvironmentsQuery(organizationId, projectId));
  const save = async (change: Parameters<typeof changeProject>[2]) => {
    if (Object.keys(change).length > 0) await changeProject(organizationId, projectId, change);
    await queries.invalidateQueries();
    toast(t('saved'));
  };
  const mayWrite = denial === null;
  const isArchived = project.archivedAt !== null;
  const isOpen = mayWrite && !isArchived;
  const hasEnvironments = mayRelease && rowsOf(environments).length > 0;
  const sections = [
    ...(mayWrite && isArchived ? (['archived'] as const) : []),
    ...(isOpen ? (['project', 'translation', 'checks', 'guidance'] as const) : []),
    ...(project.parentId === null ? (['children'] as const) : []),
    ...(people === null ? [] : (['people'] as const)),
    ...(hasEnvironments ? (['environments'] as const) : []),
    ...(mayRelease ? (['delivery'] as const) : []),
    ...(isOpen ? (['danger'] as const) : []),
  ].map((id) => ({ id, title: t(TITLES[id]) }));
  return (
    <Page title={t('settings.title')}>
      <Sections name={t('settings.sections')} sections={sections}>
        {denial}
        {mayWrite && isArchived && (
          <Section id="archived" title={t('settings.archived')}>
            <ArchivedList
              things={[project]}
              restore={async () => {
                await restoreProject(organizationId, projectId);
                await queries.invalidateQueries();
              }}
            />
          </Section>
        )}
        {isOpen && <ProjectForm project={project} locales={locales} onSave={save} />}
        {isOpen && (
          <Section id="guidance" title={t('guidance.title')}>
            <GuidanceSection project={project} locales={locales} />
          </Section>
        )}
        {project.parentId === null && (
          <Section id="children" title={t('settings.children')}>
            <ChildProjects organizationId={organizationId} projectId={projectId} isOpen={isOpen} />
          </Section>
        )}
        {people !== null && (
          <Section id="people" title={t('settings.people')}>
            {people}
          </Section>
        )}
        {hasEnvironments && (
          <Section id="environments" title={t('settings.archivedEnvironments')}>
            <ArchivedList
              things={rowsOf(environments)}
              delivery={deliveryOf}
              restore={async (id) => {
                await restoreEnvironment(organizationId, projectId, id);
                await queries.invalidateQueries();
              }}
            />
            <MoreButton list={environments} text={t('more')} />
          </Section>
        )}
        {mayRelease && (
          <Section id="delivery" title={t('delivery.title')}>
            {delivery}
          </Section>
        )}
        {isOpen && (
          <Section id="danger" title={t('settings.danger')}>
            <ArchiveProject
              name={project.name}
              archive={async () => {
                await archiveProject(organizationId, projectId);
                onArchived();
                await queries.invalidateQueries();
                toast(t('settings.projectArchived', { name: project.name }));
              }}
            />
          </Section>
        )}
      </Sections>
    </Page>
  );
}
