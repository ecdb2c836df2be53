import '../../i18n/parts/project.ts';
import type { Environment } from '@parlance/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { CheckSummary } from './check-summary.tsx';
import { LeftOut } from './left-out.tsx';
import { LocaleChanges } from './locale-changes.tsx';
import { inOrder } from './locale-fill.tsx';
import type { PublishSource } from './publish-source.ts';
import { PublishSummary } from './publish-summary.tsx';
import css from './releases.module.css';
import { forgetReleases, messageChangesQuery, publish } from './releases.queries.ts';

export interface PublishAddress {
  /** The release to publish again. */
  from?: string;
  /** Locale whose changes are initially displayed. */
  locale?: string;
}

const GATES = ['none', 'error', 'warning'] as const;

interface PublishProps {
  organizationId: string;
  projectId: string;
  environment: Environment;
  source: PublishSource;
  onPublished(releaseId: string): void;
}

/** Publishes to an environment, after a preview of the changes for readers. */
export function PublishPage({
  locale: wanted,
  denial,
  ...props
}: PublishProps & {
  locale: string | undefined;
  /** Reason why the user's role may not publish releases. Null if it may. */
  denial: ReactNode;
}) {
  const { t } = useTranslation();
  const { organizationId, projectId, environment, source } = props;
  const { id, name } = environment;
  const isAgain = 'release' in source;
  const checks = isAgain ? source.release.checks : source.pending.checks;
  const { sourceLocale } = source;
  const { locales } = isAgain ? source.changes : source.pending;
  return (
    <Page
      title={
        isAgain
          ? t('releases.publishVersion', { version: source.release.version, name })
          : t('releases.publishTo', { name })
      }
    >
      <Section title={t('releases.summary')} isSticky>
        <PublishSummary environment={environment} source={source} />
        {denial === null ? <PublishForm {...props} /> : denial}
      </Section>
      <Section title={t('releases.changes')}>
        {inOrder(locales, sourceLocale).map((locale) => (
          <LocaleChanges
            key={locale.code}
            locale={locale}
            isOpen={locale.code === wanted}
            fallbackLocale={isAgain ? null : sourceLocale}
            list={messageChangesQuery(organizationId, projectId, {
              locale: locale.code,
              environmentId: id,
              ...(isAgain && { fromReleaseId: source.release.id }),
            })}
          />
        ))}
      </Section>
      {checks && (
        <Section title={t('releases.checks')}>
          <CheckSummary checks={checks} />
        </Section>
      )}
      {!isAgain && (
        <Section title={t('releases.leftOut')} id="left-out">
          <LeftOut {...source} fallback={environment.fallback} />
        </Section>
      )}
    </Page>
  );
}

/**
 * The note, the severity that blocks the release, and the button. Asks for confirmation before it
 * publishes content that readers already have.
 */
function PublishForm({
  organizationId,
  projectId,
  environment,
  source,
  onPublished,
}: PublishProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [gate, setGate] = useState<(typeof GATES)[number]>('error');
  const [note, setNote] = useState('');
  const [isAsking, setAsking] = useState(false);
  const { slug, latestRelease } = environment;
  const send = async (skipUnchanged: boolean): Promise<void> => {
    const release = await publish(organizationId, projectId, {
      environment: slug,
      skipUnchanged,
      ...(note !== '' && { note }),
      ...('release' in source && { fromReleaseId: source.release.id }),
      ...(gate !== 'none' && { failOn: gate }),
    });
    if (skipUnchanged && release.id === latestRelease?.id) {
      setAsking(true);
      return;
    }
    await forgetReleases(queries, projectId);
    onPublished(release.id);
  };
  return (
    <div className={css.publish}>
      {isAsking && latestRelease && (
        <Confirm
          title={t('releases.nothing')}
          text={t('releases.askAgain', { version: latestRelease.version })}
          button={t('releases.publishAnyway')}
          cancel={t('cancel')}
          call={() => send(false)}
          onClose={() => setAsking(false)}
        />
      )}
      <CallForm button={t('releases.publish')} call={() => send(true)}>
        <Field
          label={t('releases.note')}
          hint={t('releases.noteHint')}
          name="note"
          value={note}
          onChange={setNote}
        />
        <Choice
          label={t('releases.gate')}
          value={gate}
          options={GATES.map((value) => ({ value, label: t(`releases.gates.${value}`) }))}
          onChange={setGate}
        />
      </CallForm>
    </div>
  );
}
