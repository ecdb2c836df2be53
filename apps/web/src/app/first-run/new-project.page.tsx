import '../../i18n/parts/first-run.ts';
import '../../i18n/parts/project.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page/page.tsx';
import { FileStep } from './file-step.tsx';
import { JobStep } from './job-step.tsx';
import { LanguagesStep } from './languages-step.tsx';
import { ReviewStep } from './review-step.tsx';
import css from './steps.module.css';

/** The step of a new project. It is part of the address, so that a reload continues at the same step. */
export interface NewProjectAddress {
  readonly project?: string;
  readonly import?: string;
  readonly job?: string;
}

const STEPS = ['file', 'languages', 'translation'] as const;

function stepOf({ project, import: importId, job }: NewProjectAddress): (typeof STEPS)[number] {
  if (project === undefined || importId !== undefined) return 'file';
  return job === undefined ? 'languages' : 'translation';
}

/** Shows the steps from a locale file, or from the demo project, to the first translation in the editor. */
export function NewProjectPage({
  organizationId,
  denial,
  isFirst,
  address,
  onAddress,
  onProject,
  onCancelled,
  onEditor,
}: {
  organizationId: string;
  /** Reason why the user's role may not create projects. Null if the role may create projects. */
  denial: ReactNode;
  isFirst: boolean;
  address: NewProjectAddress;
  onAddress(address: NewProjectAddress): Promise<void>;
  /** Opens a project that was created without a file. */
  onProject(projectId: string): Promise<void>;
  /** Leaves the page. */
  onCancelled(): Promise<void>;
  onEditor(projectId: string, locales: readonly string[], key?: string): Promise<void>;
}) {
  const { t } = useTranslation();
  const { project, import: importId, job } = address;
  const now = stepOf(address);
  if (denial !== null) return <Page title={t('projects.new')}>{denial}</Page>;
  return (
    <Page title={t(isFirst ? 'firstRun.welcome' : 'projects.new')}>
      <p className={css.lead}>{t('firstRun.lead')}</p>
      <ol className={css.steps} aria-label={t('firstRun.progress')}>
        {STEPS.map((step) => (
          <li key={step} aria-current={step === now ? 'step' : undefined}>
            {t(`firstRun.steps.${step}`)}
          </li>
        ))}
      </ol>
      {(project === undefined || importId !== undefined) && (
        // The file step stays mounted during the review, so that its file and its fields are kept.
        <div hidden={importId !== undefined}>
          <FileStep
            organizationId={organizationId}
            onStaged={(projectId, id) => onAddress({ project: projectId, import: id })}
            onDemo={(projectId) => onAddress({ project: projectId })}
            onEmpty={onProject}
          />
        </div>
      )}
      {project !== undefined && importId !== undefined && (
        <ReviewStep
          organizationId={organizationId}
          projectId={project}
          importId={importId}
          onApplied={() => onAddress({ project })}
          onDiscarded={() => onAddress({})}
          onCancelled={onCancelled}
        />
      )}
      {project !== undefined && importId === undefined && job === undefined && (
        <LanguagesStep
          organizationId={organizationId}
          projectId={project}
          onJob={(id) => onAddress({ project, job: id })}
          onEditor={(locales) => onEditor(project, locales)}
        />
      )}
      {project !== undefined && job !== undefined && (
        <JobStep
          organizationId={organizationId}
          projectId={project}
          jobId={job}
          onEditor={(locales, key) => onEditor(project, locales, key)}
        />
      )}
    </Page>
  );
}
