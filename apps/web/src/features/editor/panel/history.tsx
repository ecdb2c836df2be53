import type { PluralCategory } from '@parlance/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actorName } from '../../../lib/words/actor-name.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { toast } from '../../../ui/toast/toast.tsx';
import { shownBase } from '../cell/cell-draft.ts';
import type { CellValue } from '../cell/open-cell.ts';
import { baseOf } from '../drafts/save-value.ts';
import { historyQuery } from '../editor.queries.ts';
import { TextDiff } from '../grid/text/text-diff.tsx';
import { activeCells } from './active-cells.ts';
import css from './panel.module.css';
import type { PanelProps } from './panel-props.ts';

/** The versions of the active cell, each with its changes. */
export function History(props: PanelProps) {
  const { t } = useTranslation();
  const { row, locale } = props;
  const [chosen, setChosen] = useState<PluralCategory>('other');
  const cell = row.values[locale.code] ?? null;
  if (!cell || locale.isSource) return <p>{t('editor.history.missing')}</p>;
  const forms = cell.forms ?? [];
  const form = forms.find(({ category }) => category === chosen) ?? forms[0];
  const { id, keyId } = form ?? { id: cell.id, keyId: row.keyId };
  return (
    <>
      {form && (
        <Choice
          label={t('editor.history.form')}
          value={form.category}
          options={forms.map(({ category }) => ({
            value: category,
            label: t(`cell.form.${category}`),
          }))}
          onChange={setChosen}
        />
      )}
      <Versions key={id} {...props} cell={form ?? cell} keyId={keyId} />
    </>
  );
}

function Versions({ cell, keyId, ...panel }: PanelProps & { cell: CellValue; keyId: string }) {
  const { organizationId, projectId, row, locale, drafts, settings, mayWrite } = panel;
  const { t, i18n } = useTranslation();
  const { data: history, error } = useQuery(historyQuery(organizationId, projectId, cell));
  if (error) return <ProblemNotice error={error} />;
  if (!history) return <p role="status">{t('loading')}</p>;
  const { versions, isWhole, olderDeleted } = history;
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const id = {
    organizationId,
    projectId,
    keyId,
    locale: locale.code,
    key: row.key,
    ...(!mayWrite && { proposes: true as const }),
  };
  return (
    <>
      <ol className={css.versions}>
        {versions.map(({ version, text, at, by, proposedBy, state }, place) => (
          <li key={version}>
            <p className={css.note}>
              {t('editor.history.by', {
                time: time.format(new Date(at)),
                who: actorName(by),
              })}
              {state && ` · ${t(`cell.value.${state}`)}`}
              {proposedBy && ` · ${t('proposals.proposedBy', { who: actorName(proposedBy) })}`}
            </p>
            {text === null ? (
              <em>{t('editor.history.gone')}</em>
            ) : (
              <TextDiff
                format={settings.messageFormat}
                // If the text that a version replaced is not loaded, the version is shown without changes.
                before={(versions[place + 1] ?? (isWhole ? null : versions[place]))?.text ?? ''}
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
                  const open = activeCells(panel).find((cell) => cell.keyId === keyId);
                  const base = open ? shownBase(open) : baseOf(cell);
                  drafts.edit(id, base, text);
                  drafts.commit(id, base);
                  toast(t('editor.history.restored', { version }));
                }}
              >
                {t('editor.history.restore')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {olderDeleted && <p className={css.note}>{t('editor.history.older')}</p>}
    </>
  );
}
