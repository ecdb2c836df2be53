import '../../i18n/focus.ts';
import { readForm } from '@parlance/messages/forms';
import type { Locale, Row } from '@parlance/sdk';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { wholeCellQuery } from './cell/cell.queries.ts';
import type { EditorSettings, OpenCell } from './cell/open-cell.ts';
import type { Drafts } from './drafts/drafts.ts';
import css from './focus-view.module.css';
import cellCss from './grid/cell.module.css';
import { CellText, TargetCell } from './grid/cell.tsx';
import type { ChangedBy } from './grid/changed-by.ts';
import { FIRST_TARGET } from './grid/columns.ts';
import type { Place } from './grid/grid.tsx';
import { RowList } from './grid/row-list.tsx';
import type { Slot, WindowStore } from './grid/window-store.ts';
import { IcuSource } from './icu-source.tsx';
import { useIsNarrow } from './use-narrow.ts';

/** One row in one locale: the source on top, the translation below. For phones, enlarged pages and long texts. */
export function FocusView({
  store,
  drafts,
  changedBy,
  source,
  targets,
  cells,
  settings,
  projectId,
  active,
  slot,
  total,
  onMove,
  onOpen,
  onWork,
  onKey,
  editor,
  details,
}: {
  store: WindowStore;
  drafts: Drafts;
  changedBy: ChangedBy;
  source: Locale;
  targets: readonly Locale[];
  cells: readonly OpenCell[];
  settings: EditorSettings;
  projectId: string;
  active: Place;
  slot: Slot;
  /** Number of rows. */
  total: number;
  onMove(place: Place): void;
  onOpen(): void;
  /** Moves to the next row that needs work. */
  onWork(): void;
  /** Runs the command of a key. Returns true if there was one. */
  onKey(event: KeyboardEvent, place: Place, pageRows: number): boolean;
  /** The open cell. Null while it is closed. */
  editor: ReactNode;
  /** The details of the row. Null while they are closed. */
  details: ReactNode;
}) {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const [isListOpen, setListOpen] = useState(false);
  useEffect(() => store.show(active.row, active.row), [store, active.row]);
  const target = targets[active.column - FIRST_TARGET];
  const row = typeof slot === 'string' ? null : slot;
  const step = (by: 1 | -1) => onMove({ ...active, row: active.row + by });
  // The forms of an open text have the source strings that they follow.
  const isSourceInForms = editor !== null && row !== null && hasForms(row, settings);
  const list = target && (
    <RowList
      {...{ store, changedBy, drafts, projectId, total }}
      locale={target}
      format={settings.messageFormat}
      active={active.row}
      onChoose={(chosen) => {
        onMove({ ...active, row: chosen });
        setListOpen(false);
      }}
    />
  );
  const steps = (
    <nav className={css.steps} aria-label={t('editor.focus.steps')}>
      {isNarrow && (
        <Button
          kind="secondary"
          aria-expanded={isListOpen}
          isDisabled={!target}
          onPress={() => setListOpen(!isListOpen)}
        >
          {t('editor.focus.listButton')}
        </Button>
      )}
      <Button kind="secondary" isDisabled={active.row === 0} onPress={() => step(-1)}>
        {t('editor.focus.previous')}
      </Button>
      <Button kind="secondary" isDisabled={!target} onPress={onWork}>
        {t('editor.focus.work')}
      </Button>
      <Button kind="secondary" isDisabled={active.row + 1 >= total} onPress={() => step(1)}>
        {t('editor.focus.next')}
      </Button>
    </nav>
  );
  if (isNarrow && isListOpen) {
    return (
      <section className={css.view} aria-label={t('editor.focus.title')}>
        {list}
        {steps}
      </section>
    );
  }
  const view = (
    <section className={css.view} aria-label={t('editor.focus.title')}>
      <div className={css.scroll}>
        {row ? (
          <>
            <KeyDetails row={row} />
            {!isSourceInForms && (
              <SourceTexts row={row} cells={cells} locale={source} settings={settings} />
            )}
          </>
        ) : (
          <p className={css.note}>{t(`editor.slot.${slot as Exclude<Slot, Row>}`)}</p>
        )}
        {target && targets.length > 1 && (
          <Choice
            label={t('editor.focus.locale')}
            value={target.code}
            options={targets.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
            onChange={(code) => {
              const column = targets.findIndex((one) => one.code === code) + FIRST_TARGET;
              onMove({ ...active, column });
            }}
          />
        )}
        {row && target && targets.length === 1 && (
          <p className={css.label}>
            <bdi>{target.name}</bdi> <code>{target.code}</code>
          </p>
        )}
        {editor ??
          (row && target && (
            <button
              type="button"
              className={`${css.target} ${cellCss.content}`}
              data-row={active.row}
              data-column={active.column}
              data-active
              onClick={onOpen}
              onKeyDown={(event) => {
                if (event.key !== ' ' && onKey(event, active, 1)) event.preventDefault();
              }}
            >
              <TargetCell
                row={row}
                locale={target}
                format={settings.messageFormat}
                projectId={projectId}
                drafts={drafts}
                changedBy={changedBy}
                t={t}
              />
            </button>
          ))}
        {details}
      </div>
      {steps}
    </section>
  );
  return isNarrow ? (
    view
  ) : (
    <>
      {list}
      {view}
    </>
  );
}

const hasForms = ({ family, source }: Row, { messageFormat }: EditorSettings): boolean =>
  family !== null || (source !== null && readForm(source.text, messageFormat) !== null);

function KeyDetails({ row: { key, description, tags, maxLength } }: { row: Row }) {
  const { t } = useTranslation();
  return (
    <header>
      <h2 className={css.key} dir="auto">
        {key}
      </h2>
      {description !== '' && (
        <p className={css.note} dir="auto">
          {description}
        </p>
      )}
      {(tags.length > 0 || maxLength !== null) && (
        <p className={css.note}>
          {[
            ...tags,
            ...(maxLength === null ? [] : [t('editor.focus.maxLength', { count: maxLength })]),
          ].join(' · ')}
        </p>
      )}
    </header>
  );
}

/** The source string, or those of the forms of a plural family. */
function SourceTexts({
  row: { source, family },
  cells,
  locale,
  settings,
}: {
  row: Row;
  cells: readonly OpenCell[];
  locale: Locale;
  settings: EditorSettings;
}) {
  const { t } = useTranslation();
  const forms = family && source?.forms;
  return (
    <dl className={css.source}>
      <dt className={css.label}>
        <bdi>{locale.name}</bdi> <code>{locale.code}</code>
      </dt>
      {forms?.map(({ category, text }) => (
        <dd key={category}>
          <span className={css.note}>{t(`cell.form.${category}`)}</span>
          <SourceText text={text} locale={locale} settings={settings} />
        </dd>
      ))}
      {!forms &&
        (source === null ? (
          <dd className={css.note}>{t('editor.noSource')}</dd>
        ) : cells[0] === undefined ? (
          <dd>
            <SourceText text={source.text} locale={locale} settings={settings} />
          </dd>
        ) : (
          <WholeSource cell={cells[0]} locale={locale} settings={settings} />
        ))}
    </dl>
  );
}

/** Reads the whole source string if the row has only its beginning. */
function WholeSource({
  cell,
  ...rest
}: {
  cell: OpenCell;
  locale: Locale;
  settings: EditorSettings;
}) {
  const { data: whole = cell } = useQuery(wholeCellQuery(cell));
  const { text } = whole.source;
  const { messageFormat } = rest.settings;
  const form = readForm(text, messageFormat);
  if (form) return <IcuSource form={form} locale={rest.locale} format={messageFormat} />;
  return (
    <dd>
      <SourceText text={text} {...rest} />
    </dd>
  );
}

function SourceText({
  text,
  locale: { code, direction },
  settings,
}: {
  text: string;
  locale: Locale;
  settings: EditorSettings;
}) {
  return <CellText text={text} format={settings.messageFormat} locale={code} dir={direction} />;
}
