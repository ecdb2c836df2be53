import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { WordDiff } from '../../../ui/word-diff.tsx';
import { baseOf } from '../drafts/save-value.ts';
import { historyQuery } from '../editor.queries.ts';
import css from './panel.module.css';
import type { PanelProps } from './registry.ts';

/** The versions of the active cell, each with what it changed. */
export function History(props: PanelProps) {
  const { t } = useTranslation();
  const cell = props.row.values[props.locale.code] ?? null;
  if (!cell || props.locale.isSource) return <p>{t('editor.history.missing')}</p>;
  return <Versions key={cell.id} {...props} cell={cell} />;
}

function Versions({
  organizationId,
  projectId,
  row,
  locale,
  drafts,
  cell,
}: PanelProps & { cell: NonNullable<PanelProps['row']['values'][string]> }) {
  const { t, i18n } = useTranslation();
  const { data: versions, error } = useQuery(historyQuery(organizationId, projectId, cell));
  if (error) return <ProblemNotice error={error} />;
  if (!versions) return <p role="status">{t('cell.loading')}</p>;
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const id = {
    organizationId,
    projectId,
    keyId: row.family?.forms.find(({ category }) => category === 'other')?.keyId ?? row.keyId,
    locale: locale.code,
    key: row.key,
  };
  return (
    <>
      {row.family && <p className={css.note}>{t('editor.history.fields')}</p>}
      <ol className={css.versions}>
        {versions.map(({ version, text, at, by, state }, place) => (
          <li key={version}>
            <p className={css.note}>
              {t('editor.history.by', {
                time: time.format(new Date(at)),
                who: by.name ?? t('editor.history.unknown'),
              })}
              {state && ` · ${t(`cell.value.${state}`)}`}
            </p>
            {text === null ? (
              <em>{t('editor.history.gone')}</em>
            ) : (
              <WordDiff
                before={versions[place + 1]?.text ?? ''}
                after={text}
                locale={locale.code}
                dir={locale.direction}
              />
            )}
            {text !== null && place > 0 && (
              <Button
                kind="quiet"
                aria-label={t('editor.history.restoreVersion', { version })}
                onPress={() => {
                  drafts.edit(id, baseOf(cell), text);
                  drafts.commit(id, baseOf(cell));
                  toast(t('editor.history.restored', { version }));
                }}
              >
                {t('editor.history.restore')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
