import type { Environment, Release } from '@parlance/contracts';
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actorName } from '../../lib/words/actor-name.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/dialog/confirm-name.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { Section } from '../../ui/page/page.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { EnvironmentForm } from './environment-form.tsx';
import css from './releases.module.css';
import { archiveEnvironment, releasesQuery, updateEnvironment } from './releases.queries.ts';

export function EnvironmentTimeline({
  organizationId,
  projectId,
  environment,
  mayWrite,
  delivery,
}: {
  organizationId: string;
  projectId: string;
  environment: Environment;
  /** False for a role that may only read releases. */
  mayWrite: boolean;
  /** The delivery of the environment, with a button that stops or resumes it. */
  delivery: ReactNode;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const { id, name, slug } = environment;
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    releasesQuery(organizationId, projectId, slug),
  );
  const [isArchiving, setArchiving] = useState(false);
  const releases = data.pages.flatMap((page) => page.data);
  const live = releases.find(({ status }) => status === 'published');
  return (
    <Section title={name}>
      <div className={css.bar}>
        <p className={entries.note}>
          <code>{slug}</code>{' '}
          {environment.deliveryStoppedAt !== null && (
            <span className={css.failed}>{t('delivery.isStopped')}</span>
          )}
        </p>
        {mayWrite && (
          <div className={entries.actions}>
            <Button
              kind="quiet"
              aria-label={t('releases.editNamed', { name })}
              onPress={() => setEditing(true)}
            >
              {t('releases.edit')}
            </Button>
            <Link
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/environments/$env/publish"
              params={{ env: slug }}
              aria-label={t('releases.publishTo', { name })}
              className={buttonClass()}
            >
              {t('releases.publish')}
            </Link>
          </div>
        )}
      </div>
      {releases.length === 0 ? (
        <p className={entries.note}>{t('releases.empty')}</p>
      ) : (
        <ol className={css.timeline}>
          {releases.map((release) => (
            <TimelineRelease key={release.id} release={release} isLive={release.id === live?.id} />
          ))}
        </ol>
      )}
      <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} text={t('more')} />
      <Dialog
        close={t('close')}
        title={t('releases.editNamed', { name })}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
      >
        <EnvironmentForm
          current={environment}
          button={t('save')}
          call={async (fields) => {
            await updateEnvironment(organizationId, projectId, id, fields);
            setEditing(false);
            toast(t('saved'));
          }}
        />
        {delivery}
        <Button
          kind="danger"
          onPress={() => {
            setEditing(false);
            setArchiving(true);
          }}
        >
          {t('releases.archive')}
        </Button>
      </Dialog>
      {isArchiving && (
        <ConfirmName
          title={t('danger.archive', { name })}
          text={t('danger.environment')}
          name={name}
          label={t('danger.typeName', { name })}
          button={t('releases.archive')}
          cancel={t('danger.keep')}
          call={async () => {
            await archiveEnvironment(organizationId, projectId, id);
            await queries.invalidateQueries({ queryKey: ['environments'] });
          }}
          onClose={() => setArchiving(false)}
        />
      )}
    </Section>
  );
}

/** A release with its author, time, extent and a comparison with the previous release. */
function TimelineRelease({ release, isLive }: { release: Release; isLive: boolean }) {
  const { t } = useTranslation();
  return (
    <li>
      <p className={entries.head}>
        <Link
          from="/o/$org/p/$project"
          to="/o/$org/p/$project/releases/$releaseId"
          params={{ releaseId: release.id }}
        >
          {t('releases.version', { version: release.version })}
        </Link>
        {release.status !== 'published' && (
          <span className={css[release.status]}>{t(`releases.status.${release.status}`)}</span>
        )}
        {isLive && (
          <>
            <span className={css.live}>{t('releases.live')}</span>
            <Link
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/releases/$releaseId"
              params={{ releaseId: release.id }}
              hash="use"
            >
              {t('releases.use')}
            </Link>
          </>
        )}
      </p>
      {release.note !== '' && <p dir="auto">{release.note}</p>}
      <p className={entries.note}>
        {t('releases.by', {
          name: actorName(release.createdBy),
          time: new Date(release.createdAt),
        })}
        {release.fromRelease !== null &&
          ` · ${t(
            release.fromRelease.environment === release.environment
              ? 'releases.from'
              : 'releases.fromElsewhere',
            release.fromRelease,
          )}`}
        {release.status === 'published' && (
          <>
            {' · '}
            {t('releases.messages', {
              count: release.locales.reduce((sum, { keys }) => sum + keys, 0),
            })}
            {' · '}
            {t('releases.localeCount', { count: release.locales.length })}
          </>
        )}
        {release.status === 'published' && release.version > 1 && (
          <>
            {' · '}
            <Link
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/releases/$releaseId/diff"
              params={{ releaseId: release.id }}
              search={{}}
              aria-label={t('releases.compareNamed', { version: release.version })}
            >
              {t('releases.compare')}
            </Link>
          </>
        )}
      </p>
    </li>
  );
}
