import type { Organization } from '@parlance/contracts';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Action } from '../actions.ts';
import { placeOf } from '../navigation.ts';
import css from './shell.module.css';
import { Switcher } from './switcher.tsx';

/** The organization, the project and the page that are open, each with the way up and the way to its neighbors. */
export function Breadcrumb({
  organization: { id, slug: org },
  name,
  project,
  create,
}: {
  organization: Organization;
  /** Name of the organization for the user. */
  name: string;
  project: { readonly id: string; readonly name: string } | null;
  /** Creates an organization, if there is reason to. */
  create: Action;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const place = placeOf(useLocation({ select: ({ pathname }) => pathname }));
  const newProject: Action = {
    id: 'new-project',
    label: t('projects.new'),
    run: () => void navigate({ to: '/o/$org/projects/new', params: { org } }),
  };
  return (
    <nav aria-label={t('shell.breadcrumb')} className={css.place}>
      <ol>
        <li>
          <Link to="/o/$org" params={{ org }} activeOptions={{ exact: true }}>
            <bdi>{name}</bdi>
          </Link>
          <Switcher
            name={t('shell.organization', { name })}
            actions={[create]}
            onPick={(slug) => void navigate({ to: '/o/$org', params: { org: slug } })}
          />
        </li>
        {project && (
          <li>
            <Link
              to="/o/$org/p/$project"
              params={{ org, project: project.id }}
              activeOptions={{ exact: true }}
            >
              <bdi>{project.name}</bdi>
            </Link>
            <Switcher
              name={t('shell.project', { name: project.name })}
              organizationId={id}
              actions={[newProject]}
              onPick={(picked) =>
                void navigate({ to: '/o/$org/p/$project', params: { org, project: picked } })
              }
            />
          </li>
        )}
        {place && (
          <li>
            {place.up && project ? (
              <Link to={place.up} params={{ org, project: project.id }}>
                {t(place.label)}
              </Link>
            ) : (
              <span aria-current="page">{t(place.label)}</span>
            )}
          </li>
        )}
      </ol>
    </nav>
  );
}
