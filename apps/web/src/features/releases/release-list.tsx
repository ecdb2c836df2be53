import type { Environment, Release } from '@parlance/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format.ts';
import { problemOf } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import css from './releases.module.css';
import { publish, releasesQuery } from './releases.queries.ts';

interface ReleaseListProps {
  organizationId: string;
  projectId: string;
  environment: Environment;
  environments: readonly Environment[];
}

/** Content that is about to be published again. */
interface Republishing {
  release: Release;
  to: Environment;
}

/** The releases of an environment, newest first; each can be published again, here or elsewhere. */
export function ReleaseList(props: ReleaseListProps) {
  const { organizationId, projectId, environment, environments } = props;
  const { t } = useTranslation();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    releasesQuery(organizationId, projectId, environment.slug),
  );
  const [asked, setAsked] = useState<Republishing | null>(null);
  const releases = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <ol className={css.list}>
        {releases.map((release) => {
          const isLive = release.id === environment.latestRelease?.id;
          const targets = environments.filter(({ id }) => id !== environment.id || !isLive);
          return (
            <li key={release.id} className={css.release}>
              <div>
                <p>
                  <strong>{t('releases.version', { version: release.version })}</strong>{' '}
                  {isLive && <span className={css.badge}>{t('releases.isLive')}</span>}
                </p>
                <p className={css.soft}>
                  {t('releases.by', {
                    name: release.createdBy.name,
                    time: formatTime(release.createdAt),
                    count: release.locales.length,
                  })}
                </p>
                {release.note !== '' && <p dir="auto">{release.note}</p>}
              </div>
              {targets.length > 0 && (
                <Menu
                  label={t('releases.again')}
                  name={t('releases.againNamed', { version: release.version })}
                  entries={targets.map((to) => ({
                    id: to.id,
                    label:
                      to.id === environment.id
                        ? t('releases.rollBack')
                        : t('releases.promote', { name: to.name }),
                    run: () => setAsked({ release, to }),
                  }))}
                />
              )}
            </li>
          );
        })}
      </ol>
      {hasNextPage && (
        <Button
          kind="secondary"
          isPending={isFetchingNextPage}
          onPress={() => void fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
      <Republish {...{ organizationId, projectId, asked }} onClose={() => setAsked(null)} />
    </>
  );
}

function Republish({
  organizationId,
  projectId,
  asked,
  onClose,
}: {
  organizationId: string;
  projectId: string;
  asked: Republishing | null;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: ({ release, to }: Republishing) =>
      publish(organizationId, { projectId, environment: to.slug, fromReleaseId: release.id }),
    onSuccess: async ({ version }, { to }) => {
      toast(t('releases.published', { version, name: to.name }));
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['releases', organizationId, projectId] }),
        queries.invalidateQueries({ queryKey: ['environments', organizationId, projectId] }),
      ]);
    },
  });
  const close = () => {
    reset();
    onClose();
  };
  if (!asked) return null;
  const names = { version: asked.release.version, name: asked.to.name };
  return (
    <Dialog title={t('releases.againTitle', names)} isOpen onClose={close}>
      <p>{t('releases.againText', names)}</p>
      {error && <Notice kind="problem">{problemOf(error).text}</Notice>}
      <div className={css.actions}>
        <Button isPending={isPending} onPress={() => mutate(asked)}>
          {t('releases.publish')}
        </Button>
        <Button kind="quiet" onPress={close}>
          {t('releases.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
