import type { Scope } from '@parlance/contracts/scopes';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bundleAddress } from '../../lib/address/bundle-address.ts';
import { type Choosable, rowsOf } from '../../lib/paged-query.ts';
import { projectChoiceQuery } from '../../lib/project-choice.queries.ts';
import { CopyBlock } from '../../ui/display/copy-block.tsx';
import entries from '../../ui/display/entries.module.css';
import { Choice } from '../../ui/form/choice.tsx';
import { Picker, usePicking } from '../../ui/form/picker.tsx';
import { keyPlaceQuery } from './people.queries.ts';

/** Commands that download the texts of a project that the key can access. */
export function KeyCommands({
  organizationId,
  token,
  scopes,
  bound,
}: {
  organizationId: string;
  token: string;
  scopes: readonly Scope[];
  /** The projects to which the key is restricted. Null for every project. */
  bound: readonly Choosable[] | null;
}) {
  const { t } = useTranslation();
  const picking = usePicking();
  const all = useInfiniteQuery({
    ...projectChoiceQuery(organizationId, picking.search.q),
    enabled: bound === null,
  });
  const offered = bound ?? rowsOf(all);
  const [chosen, setChosen] = useState<Choosable | null>(null);
  const project = chosen ?? offered[0];
  if (!project) return null;
  return (
    <>
      {bound === null && (offered.length > 1 || picking.search.q !== '') && (
        <Picker
          label={t('keys.otherProject')}
          hint={t('list.typeName')}
          noMatch={t('list.noMatch')}
          picking={picking}
          list={all}
          picked={[project.id]}
          onPick={setChosen}
        />
      )}
      {bound !== null && bound.length > 1 && (
        <Choice
          label={t('keys.project')}
          value={project.id}
          options={bound.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => setChosen(bound.find((project) => project.id === id)!)}
        />
      )}
      <ProjectCommands
        key={project.id}
        organizationId={organizationId}
        token={token}
        project={project}
        mayRead={scopes.includes('i18n:read')}
      />
    </>
  );
}

function ProjectCommands({
  organizationId,
  token,
  project: { id, name },
  mayRead,
}: {
  organizationId: string;
  token: string;
  project: Choosable;
  mayRead: boolean;
}) {
  const { t } = useTranslation();
  const { data: place } = useQuery(keyPlaceQuery(organizationId, id));
  const [environment, setEnvironment] = useState<string | null>(null);
  if (!place) return null;
  const { environments, locale, slug } = place;
  const { origin } = location;
  const from = environments.find((one) => one.slug === environment) ?? environments[0];
  const block = (label: string, code: string) => (
    <CopyBlock label={label} code={code} copy={t('keys.copy')} copied={t('keys.copied')} />
  );
  const address = from && bundleAddress(origin, { projectId: id, environment: from.slug, locale });
  return (
    <>
      {environments.length > 1 && (
        <Choice
          label={t('keys.environment')}
          value={from!.slug}
          options={environments.map((environment) => ({
            value: environment.slug,
            label: environment.name,
          }))}
          onChange={setEnvironment}
        />
      )}
      {from && (
        <>
          {block(
            t('keys.bundle', { project: name, environment: from.name }),
            `curl -fsS '${address}'`,
          )}
          <p className={entries.note}>
            {t(from.latestRelease === null ? 'keys.noRelease' : 'keys.bundleHint')}
          </p>
        </>
      )}
      {mayRead && (
        <>
          {block(
            t('keys.commandLine', { project: name }),
            [
              `npm install --save-dev ${origin}/cli.tgz`,
              `echo ${token} | npx --no -- parlance login --with-key --url ${origin}`,
              `npx --no -- parlance init --url ${origin} --project ${slug}`,
              'npx --no -- parlance pull',
            ].join('\n'),
          )}
          <p className={entries.note}>{t('keys.commandLineHint')}</p>
        </>
      )}
    </>
  );
}
