import '../../../i18n/parts/editor.ts';
import type { Locale } from '@parlance/sdk';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { useIsNarrow } from '../../../ui/hooks/use-narrow.ts';
import type { EditorSettings, OpenCell } from '../cell/open-cell.ts';
import type { Drafts } from '../drafts/drafts.ts';
import cellCss from '../grid/cell.module.css';
import { TargetCell } from '../grid/cell.tsx';
import { FIRST_TARGET } from '../grid/columns.ts';
import type { GridCell } from '../grid/place.ts';
import { RowList } from '../grid/row-list.tsx';
import type { ChangedBy } from '../grid/store/changed-by.ts';
import type { Slot } from '../grid/store/slot.ts';
import type { WindowStore } from '../grid/store/window-store.ts';
import { useArrival } from '../grid/use-cell-focus.ts';
import { KeyDetails, SourceTexts } from './focus-source.tsx';
import css from './focus-view.module.css';

interface FocusViewProps {
  store: WindowStore;
  drafts: Drafts;
  changedBy: ChangedBy;
  source: Locale;
  targets: readonly Locale[];
  cells: readonly OpenCell[];
  settings: EditorSettings;
  projectId: string;
  active: GridCell;
  /** False while the row that is to become active is searched for. */
  isPlaced: boolean;
  slot: Slot;
  /** Number of rows. */
  total: number;
  onMove(place: GridCell): void;
  onOpen(): void;
  /** Moves to the next row that needs work. */
  onWork(): void;
  /** Opens the dialog for the key and its source string. Null if the user's role may only read. */
  onEditKey: (() => void) | null;
  /** Runs the command of a key press. Returns true if the key press had a command. */
  onKey(event: KeyboardEvent, place: GridCell, pageRows: number): boolean;
  /** Called when the row is displayed. */
  onArrival(): void;
  /** The open cell with its source. Null while it is closed. */
  workspace: ReactNode;
  /** The details of the row, if they are open. */
  details: ReactNode;
}

/** One row in one locale: the source and the translation. For phones, enlarged pages and people with one language. */
export function FocusView(props: FocusViewProps) {
  const { store, drafts, changedBy, source, targets, settings, projectId, active, slot } = props;
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const [isListOpen, setListOpen] = useState(false);
  useEffect(() => store.show(active.row, active.row), [store, active.row]);
  useArrival(typeof slot !== 'string' && props.isPlaced, props.onArrival);
  const target = targets[active.column - FIRST_TARGET];
  const list = target && (
    <RowList
      store={store}
      changedBy={changedBy}
      drafts={drafts}
      projectId={projectId}
      source={source}
      total={props.total}
      locale={target}
      format={settings.messageFormat}
      active={active.row}
      onChoose={(chosen) => {
        props.onMove({ ...active, row: chosen });
        setListOpen(false);
      }}
    />
  );
  const isListAlone = isNarrow && isListOpen;
  const title = t('editor.focus.title');
  return (
    <>
      {!isNarrow && list}
      <section className={css.view} aria-label={title}>
        {isListAlone ? (
          list
        ) : (
          <div className={css.scroll}>
            <FocusRow {...props} target={target} />
            {props.details}
          </div>
        )}
        <FocusSteps
          {...props}
          target={target}
          {...(isNarrow && {
            list: { isOpen: isListOpen, toggle: () => setListOpen(!isListOpen) },
          })}
        />
      </section>
    </>
  );
}

/**
 * The texts of the row, for reading or in the workspace of the open cell. The workspace may be open
 * before the row is loaded.
 */
function FocusRow({ target, ...props }: FocusViewProps & { target: Locale | undefined }) {
  const { slot, cells, source, settings, targets, active, workspace, onKey } = props;
  const { t } = useTranslation();
  const [row, absence] = typeof slot === 'string' ? [null, slot] : [slot, null];
  const { projectId, drafts, changedBy } = props;
  const shared = { format: settings.messageFormat, projectId, drafts, changedBy, t };
  return (
    <>
      {row ? (
        <KeyDetails row={row} onEdit={props.onEditKey} />
      ) : (
        <p className={css.note}>{t(`editor.slot.${absence}`)}</p>
      )}
      {row && workspace === null && (
        <SourceTexts row={row} cells={cells} locale={source} settings={settings} />
      )}
      {row && target && targets.length > 1 && <LocaleChoice {...props} target={target} />}
      {row && target && targets.length === 1 && workspace === null && (
        <p className={css.label}>
          <bdi>{target.name}</bdi> <code>{target.code}</code>
        </p>
      )}
      {workspace !== null && (
        <div className={css.workspace} data-row={active.row} data-active data-open>
          {workspace}
        </div>
      )}
      {row && workspace === null && target && (
        <button
          type="button"
          className={`${css.target} ${cellCss.content}`}
          data-row={active.row}
          data-column={active.column}
          data-active
          onClick={props.onOpen}
          onKeyDown={(event) => {
            if (event.key !== ' ' && onKey(event, active, 1)) event.preventDefault();
          }}
        >
          <TargetCell row={row} locale={target} {...shared} />
        </button>
      )}
    </>
  );
}

function LocaleChoice({
  targets,
  target,
  active,
  onMove,
}: Pick<FocusViewProps, 'targets' | 'active' | 'onMove'> & { target: Locale }) {
  const { t } = useTranslation();
  return (
    <Choice
      label={t('editor.focus.locale')}
      value={target.code}
      options={targets.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
      onChange={(code) => {
        const column = targets.findIndex((target) => target.code === code) + FIRST_TARGET;
        onMove({ ...active, column });
      }}
    />
  );
}

/** The buttons that lead to other rows. */
function FocusSteps({
  active,
  total,
  target,
  list,
  onMove,
  onWork,
}: Pick<FocusViewProps, 'active' | 'total' | 'onMove' | 'onWork'> & {
  target: Locale | undefined;
  /** The list of rows, on a page without room for it beside the text. */
  list?: { isOpen: boolean; toggle(): void };
}) {
  const { t } = useTranslation();
  const step = (by: 1 | -1) => onMove({ ...active, row: active.row + by });
  return (
    <nav className={css.steps} aria-label={t('editor.focus.steps')}>
      {list && (
        <Button
          kind="secondary"
          aria-expanded={list.isOpen}
          isDisabled={!target}
          onPress={list.toggle}
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
}
