import type { ImportResult } from '@parlance/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../ui/button.tsx';
import css from './staged-import.module.css';

/** The figures of an import, with its change in the editor and the button that reverts it. */
export function ImportResultView({
  result: { keys, values, changeId, locale },
  children,
  undo,
}: {
  result: Pick<ImportResult, 'keys' | 'values' | 'changeId'> & { locale?: string };
  /** The next step. */
  children: ReactNode;
  /** Returns the button that reverts a change. */
  undo(changeId: string): ReactNode;
}) {
  const { t } = useTranslation();
  const figures = [
    ['created', values.created],
    ['updated', values.updated],
    ['unchanged', values.unchanged],
    ['skipped', values.skipped],
    ['keys', keys.created],
    ['restored', keys.restored],
    ['archived', keys.archived],
  ] as const;
  return (
    <>
      <dl className={css.figures}>
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{t(`imports.figures.${name}`)}</dt>
            <dd>{t('imports.count', { count })}</dd>
          </div>
        ))}
      </dl>
      <div className={css.actions}>
        {children}
        {changeId !== null && (
          <>
            <Link
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/editor"
              search={{ q: `change:${changeId}`, ...(locale !== undefined && { l: locale }) }}
              className={buttonClass('secondary')}
            >
              {t('imports.inEditor')}
            </Link>
            {undo(changeId)}
          </>
        )}
      </div>
    </>
  );
}
