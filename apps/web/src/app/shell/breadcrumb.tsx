import type { Organization } from '@parlance/contracts';
import { type LinkProps, useLinkProps, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../actions.ts';
import { placeOf } from '../navigation.ts';
import css from './shell.module.css';
import { Switcher } from './switcher.tsx';

/** Shows the open organization, project and page. The organization and the project can be switched. */
export function Breadcrumb({
  organization: { id, slug: org },
  name,
  project,
  create,
  newProject,
}: {
  organization: Organization;
  /** Displayed name of the organization. */
  name: string;
  project: { readonly id: string; readonly name: string } | null;
  /** Creates an organization. */
  create: Action;
  /** Creates a project. Null if the user's role may not create projects. */
  newProject: Action | null;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const place = placeOf(useLocation({ select: ({ pathname }) => pathname }));
  return (
    <nav aria-label={t('shell.breadcrumb')} className={css.place}>
      <ol>
        <li>
          <Crumb to="/o/$org" params={{ org }}>
            <bdi>{name}</bdi>
          </Crumb>
          <Switcher
            name={t('shell.organization', { name })}
            actions={[create]}
            onPick={(slug) => void navigate({ to: '/o/$org', params: { org: slug } })}
          />
        </li>
        {project && (
          <li>
            <Crumb to="/o/$org/p/$project" params={{ org, project: project.id }}>
              <bdi>{project.name}</bdi>
            </Crumb>
            <Switcher
              name={t('shell.project', { name: project.name })}
              organizationId={id}
              actions={newProject === null ? [] : [newProject]}
              onPick={(picked) =>
                void navigate({ to: '/o/$org/p/$project', params: { org, project: picked } })
              }
            />
          </li>
        )}
        {place && (
          <li>
            {place.up && project ? (
              <Crumb to={place.up} params={{ org, project: project.id }}>
                {t(place.label)}
              </Crumb>
            ) : (
              <span aria-current="page">{t(place.label)}</span>
            )}
          </li>
        )}
      </ol>
    </nav>
  );
}

/** A link to a level of the breadcrumb. Only the name of the page is marked as current, never a link. */
function Crumb({ children, ...to }: Pick<LinkProps, 'to' | 'params'> & { children: ReactNode }) {
  const { 'aria-current': _, ...props } = useLinkProps(to);
  return <a {...props}>{children}</a>;
}
