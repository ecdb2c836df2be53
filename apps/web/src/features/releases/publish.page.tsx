import '../../i18n/project.ts';
import type { Environment, LocaleCounts, PendingRelease, Release } from '@parlance/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeName } from '../../lib/code-name.ts';
import { CallForm } from '../../ui/call-form.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Page, Section } from '../../ui/page.tsx';
import tabs from '../../ui/tab-links.module.css';
import { CheckSummary } from './check-summary.tsx';
import { LeftOut } from './left-out.tsx';
import { MessageChanges } from './message-changes.tsx';
import css from './releases.module.css';
import { forgetReleases, messageChangesQuery, publish } from './releases.queries.ts';

export interface PublishAddress {
  /** The release to publish again. */
  from?: string;
  locale?: string;
}

const GATES = ['none', 'error', 'warning'] as const;

/** Publishes to an environment, after a look at what that changes for the readers. */
export function PublishPage({
  organizationId,
  projectId,
  environment,
  source,
  locale: wanted,
  denial,
  onPublished,
}: {
  organizationId: string;
  projectId: string;
  environment: Environment;
  /** What is published: current values, or an earlier release again. */
  source:
    | {
        pending: PendingRelease;
        /** Counts of the target locales. */
        counts: readonly LocaleCounts[];
        requireReview: boolean;
      }
    | { release: Release };
  locale: string | undefined;
  /** Why the role of the user may not do this. Null if it may. */
  denial: ReactNode;
  onPublished(releaseId: string): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [gate, setGate] = useState<(typeof GATES)[number]>('error');
  const { id, name, slug, latestRelease } = environment;
  const isAgain = 'release' in source;
  const locales = isAgain
    ? source.release.locales.map(({ code }) => ({ code, count: null }))
    : source.pending.locales.map(({ code, added, changed, removed }) => ({
        code,
        count: added + changed + removed,
      }));
  const first = locales.find(({ count }) => count !== 0) ?? locales[0];
  const locale = wanted ?? first?.code;
  const checks = isAgain ? source.release.checks : source.pending.checks;
  const isSame = !isAgain && locales.every(({ count }) => count === 0);
  return (
    <Page
      title={
        isAgain
          ? t('releases.publishVersion', { version: source.release.version, name })
          : t('releases.publishTo', { name })
      }
    >
      <Section title={t('releases.changes')}>
        <p className={css.note}>
          {latestRelease === null
            ? t('releases.firstRelease')
            : t('releases.against', { version: latestRelease.version })}
        </p>
        <nav className={tabs.tabs} aria-label={t('releases.locales')}>
          {locales.map(({ code, count }) => (
            <Link
              key={code}
              from="/o/$org/p/$project/environments/$env/publish"
              to="."
              search={{ locale: code, ...(isAgain && { from: source.release.id }) }}
              replace
              resetScroll={false}
              aria-current={code === locale ? 'page' : undefined}
            >
              <bdi>{codeName(code)}</bdi>
              {count !== null && (
                <span className={tabs.count}>{t('releases.count', { count })}</span>
              )}
            </Link>
          ))}
        </nav>
        {locale !== undefined && (!isAgain || latestRelease !== null) && (
          <MessageChanges
            key={locale}
            locale={locale}
            list={messageChangesQuery(
              organizationId,
              projectId,
              isAgain
                ? { locale, releaseId: source.release.id, against: latestRelease?.id }
                : { locale, environmentId: id },
            )}
          />
        )}
      </Section>
      {checks && (
        <Section title={t('releases.checks')}>
          <CheckSummary checks={checks} />
        </Section>
      )}
      {!isAgain && (
        <Section title={t('releases.leftOut')}>
          <LeftOut {...source} fallback={environment.fallback} />
        </Section>
      )}
      <Section title={t('releases.publish')}>
        {isSame && <p className={css.note}>{t('releases.nothing')}</p>}
        {denial}
        {denial === null && (
          <CallForm
            button={t('releases.publish')}
            call={async ({ note = '' }) => {
              const release = await publish(organizationId, projectId, {
                environment: slug,
                ...(note !== '' && { note }),
                ...(isAgain && { fromReleaseId: source.release.id }),
                ...(gate !== 'none' && { failOn: gate }),
              });
              await forgetReleases(queries, projectId);
              onPublished(release.id);
            }}
          >
            <Field label={t('releases.note')} hint={t('releases.noteHint')} name="note" />
            <Choice
              label={t('releases.gate')}
              value={gate}
              options={GATES.map((value) => ({ value, label: t(`releases.gates.${value}`) }))}
              onChange={setGate}
            />
          </CallForm>
        )}
      </Section>
    </Page>
  );
}
