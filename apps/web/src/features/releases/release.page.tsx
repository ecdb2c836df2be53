import '../../i18n/parts/problems.ts';
import '../../i18n/parts/project.ts';
import type { Fault, Project, Release, ReleaseError } from '@parlance/contracts';
import type { CheckCode } from '@parlance/messages';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bundleAddress } from '../../lib/address/bundle-address.ts';
import { SITE_URL } from '../../lib/address/site.ts';
import { environmentsQuery } from '../../lib/environments.queries.ts';
import { codeLabel } from '../../lib/locale/code-name.ts';
import { rowsOf } from '../../lib/paged-query.ts';
import { problemFrom } from '../../lib/problem.ts';
import { actorName } from '../../lib/words/actor-name.ts';
import { folded } from '../../lib/words/say-finding.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CopyBlock } from '../../ui/display/copy-block.tsx';
import entries from '../../ui/display/entries.module.css';
import { FoldedText } from '../../ui/display/folded-text.tsx';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import FindingWords from '../../ui/notice/finding-words.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemText } from '../../ui/notice/problem-notice.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { CheckSummary } from './check-summary.tsx';
import { inOrder, LocaleFill } from './locale-fill.tsx';
import css from './releases.module.css';
import { releaseQuery } from './releases.queries.ts';
import { snippetsOf } from './snippets.ts';

/** One release: its content, the ways to read it, and the environments for publishing it again. */
export function ReleasePage({
  organizationId,
  projectId,
  releaseId,
  project,
  denial,
}: {
  organizationId: string;
  projectId: string;
  releaseId: string;
  project: Project;
  /** Reason why the user's role may not publish releases. Null if it may. */
  denial: ReactNode;
}) {
  const { t } = useTranslation();
  const { data: release } = useSuspenseQuery(releaseQuery(organizationId, projectId, releaseId));
  const { environment, version } = release;
  return (
    <Page title={t('releases.heading', { version, environment })}>
      <p className={entries.note}>
        {t('releases.by', {
          name: actorName(release.createdBy),
          time: new Date(release.createdAt),
        })}
      </p>
      {release.note !== '' && <p dir="auto">{release.note}</p>}
      {release.status === 'publishing' && (
        <Notice kind="success">{t('releases.isPublishing')}</Notice>
      )}
      {release.error && <Failure error={release.error} />}
      {release.status === 'published' && (
        <PublishedRelease
          organizationId={organizationId}
          projectId={projectId}
          release={release}
          project={project}
          denial={denial}
        />
      )}
    </Page>
  );
}

const FAULTS_SHOWN = 20;

function Failure({ error }: { error: ReleaseError }) {
  const { t } = useTranslation();
  return (
    <Notice kind="problem">
      <p>{t('releases.hasFailed')}</p>
      <ProblemText problem={problemFrom(error)} hasOwnFaults={error.errors.length > 0} />
      {error.errors.length > 0 && (
        <ul>
          {error.errors.slice(0, FAULTS_SHOWN).map((fault) => (
            <li key={`${fault.path} ${fault.message}`}>
              <code dir="auto">{fault.path}</code> <FaultWords fault={fault} />
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function FaultWords({ fault }: { fault: Fault }) {
  const { t } = useTranslation();
  const { finding, message } = fault;
  if (finding === undefined) return <FoldedText {...folded(message)} isOpen />;
  return (
    <>
      {t(`settings.checks.${finding.code as CheckCode}`)}{' '}
      <FindingWords finding={{ ...finding, message }} />
    </>
  );
}

function PublishedRelease({
  organizationId,
  projectId,
  release,
  project,
  denial,
}: {
  organizationId: string;
  projectId: string;
  release: Release;
  project: Project;
  denial: ReactNode;
}) {
  const { t } = useTranslation();
  const { environment, checks } = release;
  const locales = inOrder(release.locales, project.sourceLocale);
  const list = useInfiniteQuery(environmentsQuery(organizationId, projectId));
  const environments = rowsOf(list);
  const others = environments.filter(({ latestRelease }) => latestRelease?.id !== release.id);
  const [locale, setLocale] = useState(locales[0]?.code ?? '');
  const place = { projectId, environment, locale };
  const texts = { copy: t('releases.copy'), copied: t('releases.copied') };
  const blocks = [
    { name: t('releases.address'), code: bundleAddress(SITE_URL, place) },
    ...snippetsOf(SITE_URL, { ...place, messageFormat: project.settings.messageFormat }),
  ];
  return (
    <>
      {environments.length > others.length && (
        <p className={entries.head}>
          <span className={css.live}>{t('releases.liveNow')}</span>
        </p>
      )}
      {(others.length > 0 || list.hasNextPage) && (
        <Section title={t('releases.publishAgain')}>
          {denial}
          {denial === null && (
            <ul className={entries.actions}>
              {others.map(({ id, name, slug }) => (
                <li key={id}>
                  <Link
                    from="/o/$org/p/$project"
                    to="/o/$org/p/$project/environments/$env/publish"
                    params={{ env: slug }}
                    search={{ from: release.id }}
                    className={buttonClass('secondary')}
                  >
                    {t(slug === environment ? 'releases.rollBack' : 'releases.promote', { name })}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {denial === null && <MoreButton list={list} text={t('more')} />}
          <p className={entries.note}>{t('releases.againHint')}</p>
        </Section>
      )}
      <Section title={t('releases.locales')}>
        <ul className={css.locales}>
          {locales.map((one) => (
            <li key={one.code}>
              <Link
                from="/o/$org/p/$project"
                to="/o/$org/p/$project/releases/$releaseId/diff"
                params={{ releaseId: release.id }}
                search={{ locale: one.code }}
              >
                {t('releases.changesIn', { locale: codeLabel(one.code) })}
              </Link>
              <LocaleFill locale={one} />
            </li>
          ))}
        </ul>
      </Section>
      {checks && (
        <Section title={t('releases.checks')}>
          <CheckSummary checks={checks} />
        </Section>
      )}
      <Section title={t('releases.use')} id="use">
        {locales.length > 1 && (
          <Choice
            label={t('releases.locale')}
            value={locale}
            options={locales.map(({ code }) => ({ value: code, label: codeLabel(code) }))}
            onChange={setLocale}
          />
        )}
        {blocks.map(({ name, code }) => (
          <CopyBlock key={`${name} ${locale}`} label={name} code={code} {...texts} />
        ))}
      </Section>
    </>
  );
}
