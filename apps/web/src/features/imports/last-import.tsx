import '../../i18n/parts/project.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { actorName } from '../../lib/words/actor-name.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Section } from '../../ui/page/page.tsx';
import { lastImportQuery } from './imports.queries.ts';
import css from './staged-import.module.css';

/**
 * The newest import of a project: its changes, its author, and a button to revert it. Renders nothing without an
 * import.
 */
export function LastImport({
  organizationId,
  projectId,
  undo,
}: {
  organizationId: string;
  projectId: string;
  /** Returns the button that reverts a change. */
  undo(changeId: string): ReactNode;
}) {
  const { t } = useTranslation();
  const { data: change } = useQuery(lastImportQuery(organizationId, projectId));
  if (!change) return null;
  const { id, at, by, counts } = change;
  return (
    <Section title={t('imports.last')}>
      <p>
        <bdi>
          {t('imports.lastCounts', { values: counts.values, keys: counts.keysCreated })}
          {' · '}
          {t('imports.by', { name: actorName(by), time: new Date(at) })}
        </bdi>
      </p>
      <div className={css.actions}>
        <Link
          from="/o/$org/p/$project"
          to="/o/$org/p/$project/editor"
          search={{ q: `change:${id}` }}
          className={buttonClass('secondary')}
        >
          {t('imports.inEditor')}
        </Link>
        {undo(id)}
      </div>
    </Section>
  );
}
