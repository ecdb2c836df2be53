import '../../i18n/editor.ts';
import type { MessageFormat } from '@parlance/messages';
import { parseQuery } from '@parlance/query';
import type { Locale } from '@parlance/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { chordOf } from '../../lib/chord.ts';
import { problemOf } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Empty } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { wholeCellQuery } from './cell/cell.queries.ts';
import { loadCellEditor, preloadCellEditor } from './cell/load-cell-editor.ts';
import { type Move, type OpenCell, openCells } from './cell/open-cell.ts';
import type { TextCommand } from './cell/text-commands.ts';
import { draftsOf } from './drafts/browser-drafts.ts';
import { baseOf } from './drafts/save-value.ts';
import css from './editor.module.css';
import { findRow, preferencesQuery, savePreferences } from './editor.queries.ts';
import { findWork, WORK_ROWS } from './find-work.ts';
import { GoTo } from './go-to.tsx';
import { DENSITIES, type Density, FIRST_TARGET } from './grid/columns.ts';
import { Grid, type Place } from './grid/grid.tsx';
import type { WindowStore } from './grid/window-store.ts';
import { Help } from './help.tsx';
import { placeAfter } from './move.ts';
import { DetailsPanel } from './panel/panel.tsx';
import type { Panel } from './panel/registry.ts';
import { QueryBar } from './query/query-bar.tsx';
import { bindingsOf, commandOf, type GridCommand } from './shortcuts.ts';
import { StatusLine } from './status-line.tsx';
import { usePageActions } from './use-page-actions.ts';
import { useResult } from './use-result.ts';

/** What the address of the editor says. */
export interface EditorAddress {
  /** Locale tags, separated by commas. */
  readonly l?: string;
  readonly q?: string;
  /** Id of the key whose row is active. */
  readonly key?: string;
}

export interface EditorPageProps {
  organizationId: string;
  userId: string;
  project: {
    readonly id: string;
    readonly name: string;
    readonly settings: { readonly messageFormat: MessageFormat };
  };
  locales: readonly Locale[];
  address: EditorAddress;
  onAddress(address: EditorAddress, options: { replace: boolean }): void;
  /** Address of a row for other people. */
  linkOf(keyId: string): string;
}

const CellEditor = lazy(async () => ({ default: (await loadCellEditor()).CellEditor }));

const DEFAULT_TARGETS = 5;
const ADDRESS_REST_MS = 400;

export function EditorPage(props: EditorPageProps) {
  const { organizationId, project, locales, address, onAddress, linkOf } = props;
  const { t } = useTranslation();
  const { direction } = useLocale();
  const queries = useQueryClient();
  const drafts = draftsOf(props.userId);
  const projectId = project.id;
  const format = project.settings.messageFormat;

  const source = locales.find(({ isSource }) => isSource)!;
  const possible = locales.filter(({ isSource, enabled }) => enabled && !isSource);
  const asked = address.l?.split(',');
  const targets = asked
    ? possible.filter(({ code }) => asked.includes(code))
    : possible.slice(0, DEFAULT_TARGETS);
  const codes = targets.length > 0 ? targets.map(({ code }) => code) : [source.code];

  const q = address.q ?? '';
  const lastValid = useRef('');
  if (parseQuery(q).fault === null) lastValid.current = q;
  const { store, rerun } = useResult(
    { organizationId, projectId, locales: codes, query: lastValid.current },
    drafts,
  );
  const state = useSyncExternalStore(store.subscribeState, store.state);
  const { total } = state;

  const [active, setActive] = useState<Place>({ row: 0, column: FIRST_TARGET });
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<'go-to' | 'help' | null>(null);
  const [isFilterOpen, setFilterOpen] = useState(false);
  const [areColumnsOpen, setColumnsOpen] = useState(false);
  const [panel, setPanel] = useState<Panel['id']>('context');
  const [isOutside, setOutside] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);

  const { data: preferences = {} } = useQuery(preferencesQuery);
  const view = (preferences.editor ?? {}) as { density?: unknown; isPanelOpen?: unknown };
  const density: Density =
    Object.keys(DENSITIES).find((name): name is Density => name === view.density) ?? 'normal';
  const isPanelOpen = view.isPanelOpen === true;
  const bindings = bindingsOf(preferences);
  const prefer = (change: Record<string, unknown>) => {
    void savePreferences(change).then(
      (saved) => queries.setQueryData(preferencesQuery.queryKey, saved),
      (error: unknown) => toast(problemOf(error).text),
    );
  };
  const setView = (change: Record<string, unknown>) => {
    queries.setQueryData(preferencesQuery.queryKey, {
      ...preferences,
      editor: { ...view, ...change },
    });
    prefer({ editor: change });
  };

  const slot = useSyncExternalStore(
    useCallback((changed: () => void) => store.subscribe(active.row, changed), [store, active.row]),
    () => store.slot(active.row),
  );
  const row = typeof slot === 'string' ? null : slot;
  const locale = targets[active.column - FIRST_TARGET] ?? null;
  const cells: readonly OpenCell[] =
    row && locale
      ? openCells(row, {
          organizationId,
          projectId,
          format,
          sourceLocale: source.code,
          locale: locale.code,
          dir: locale.direction,
        })
      : [];

  useEffect(preloadCellEditor, []);
  useEffect(() => {
    document.title = [row?.key, locale?.code, project.name, 'Parlance'].filter(Boolean).join(' · ');
  }, [row?.key, locale?.code, project.name]);

  const { key } = address;
  // The row of the address, when it is not the one that this page has written there.
  const written = useRef<{ key: string; store: WindowStore } | null>(null);
  useEffect(() => {
    if (written.current?.key === key && written.current?.store === store) return;
    let isCurrent = true;
    setOutside(false);
    if (key !== undefined) {
      void store.find(key).then((found) => {
        if (!isCurrent) return;
        setOutside(found < 0 && store.state().problem === null);
        setActive((place) => ({ ...place, row: Math.max(0, found) }));
      });
    } else setActive((place) => ({ ...place, row: 0 }));
    return () => {
      isCurrent = false;
    };
  }, [store, key]);
  const hasMoved = useRef(false);
  useEffect(() => {
    const keyId = row?.keyId;
    if (!hasMoved.current || keyId === undefined || keyId === address.key) return;
    const timer = setTimeout(() => {
      written.current = { key: keyId, store };
      onAddress({ ...address, key: keyId }, { replace: true });
    }, ADDRESS_REST_MS);
    return () => clearTimeout(timer);
  }, [row?.keyId, address, onAddress, store]);

  const move = (place: Place) => {
    hasMoved.current = true;
    setOutside(false);
    setActive(place);
  };
  const focusGrid = () => {
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus(),
    );
  };
  const onQuery = useCallback(
    (query: string, typed: boolean) => {
      hasMoved.current = false;
      setOpen(false);
      const { key: _, q: __, ...rest } = address;
      onAddress({ ...rest, ...(query !== '' && { q: query }) }, { replace: typed });
    },
    [address, onAddress],
  );

  async function goTo(place: string): Promise<void> {
    const number = /^\d[\d,. ]*$/.test(place) ? Number(place.replace(/[,. ]/g, '')) : null;
    const found =
      number === null
        ? await findRow({ organizationId, projectId, locales: codes }, { name: place }).then(
            (of) => (of ? store.find(of.keyId) : -1),
          )
        : number >= 1 && number <= total
          ? number - 1
          : -1;
    if (found < 0) toast(t('editor.say.noKey'));
    else move({ ...active, row: found });
    focusGrid();
  }

  async function work(step: 1 | -1): Promise<void> {
    if (!locale) return;
    const found = await findWork(store, active.row, step, locale.code);
    if (found === null) toast(t('editor.say.noWork', { count: WORK_ROWS }));
    else move({ ...active, row: found });
  }

  /** Returns the active cell with its whole text. */
  const wholeCell = async (): Promise<OpenCell | null> => {
    const cell = cells.find(({ keyId }) => keyId === row?.keyId) ?? cells[0];
    if (!cell) return null;
    const isPart = cell.source.isTruncated || cell.value?.isTruncated === true;
    return isPart ? await queries.fetchQuery(wholeCellQuery(cell)) : cell;
  };
  async function setState(choose: (current: string) => 'reviewed' | 'translated' | 'needs_review') {
    const cell = await wholeCell();
    if (!cell) return;
    if (!cell.value) return toast(t('editor.say.noText'));
    drafts.commit(cell, drafts.baseOf(cell) ?? baseOf(cell.value), choose(cell.value.state));
  }

  const open = (place = active) => {
    if (place.column < FIRST_TARGET || total === 0) return;
    move(place);
    setOpen(true);
  };
  const commands: Record<GridCommand, () => void> = {
    edit: () => open(),
    nextWork: () => void work(1),
    previousWork: () => void work(-1),
    reviewed: () => void setState((now) => (now === 'reviewed' ? 'translated' : 'reviewed')),
    needsReview: () => void setState(() => 'needs_review'),
    copySource: () =>
      void wholeCell().then((cell) => {
        if (cell) drafts.edit(cell, drafts.baseOf(cell) ?? baseOf(cell.value), cell.source.text);
      }),
    history: () => {
      setPanel('history');
      setView({ isPanelOpen: true });
    },
    query: () => input.current?.focus(),
    filter: () => setFilterOpen(true),
    goTo: () => setDialog('go-to'),
    columns: () => setColumnsOpen(true),
    panel: () => setView({ isPanelOpen: !isPanelOpen }),
    density: () => {
      const names = Object.keys(DENSITIES);
      setView({ density: names[(names.indexOf(density) + 1) % names.length] });
    },
    undo: () =>
      void drafts.undo().then(
        ({ kind }) => toast(t(`editor.say.${kind}`)),
        (error: unknown) => toast(problemOf(error).text),
      ),
    help: () => setDialog('help'),
  };
  usePageActions(commands, bindings);

  function onKey(event: KeyboardEvent, place: Place, pageRows: number): boolean {
    const chord = chordOf(event.nativeEvent);
    if (chord === null) return false;
    const columns = targets.length + FIRST_TARGET;
    const isRtl = direction === 'rtl';
    const next = placeAfter(chord, place, { rows: total, columns, pageRows, isRtl });
    if (next) move(next);
    else {
      const command = commandOf(chord, 'grid', bindings);
      if (command === null) return false;
      commands[command as GridCommand]();
    }
    return true;
  }

  function onLeave(to: Move): void {
    const last = targets.length + FIRST_TARGET - 1;
    const next: Place | null =
      to === 'next-row' && active.row + 1 < total
        ? { ...active, row: active.row + 1 }
        : to === 'next-cell' && active.column < last
          ? { ...active, column: active.column + 1 }
          : to === 'previous-cell' && active.column > FIRST_TARGET
            ? { ...active, column: active.column - 1 }
            : null;
    if (next) move(next);
    else {
      setOpen(false);
      focusGrid();
    }
  }

  const chooseLocale = (code: string) => {
    const chosen = new Set(targets.map((target) => target.code));
    if (!chosen.delete(code)) chosen.add(code);
    const l = possible.filter((target) => chosen.has(target.code)).map((target) => target.code);
    onAddress({ ...address, l: l.join() }, { replace: false });
  };

  return (
    <main className={css.page} id="main" tabIndex={-1} ref={grid}>
      <div className={css.fill}>
        <h1 className={css.title}>{t('shell.editor')}</h1>
        <div className={css.bar}>
          <QueryBar
            query={q}
            onQuery={onQuery}
            onDone={() => {
              rerun();
              focusGrid();
            }}
            organizationId={organizationId}
            projectId={projectId}
            locales={targets.map(({ code }) => code)}
            inputRef={input}
            isFilterOpen={isFilterOpen}
            onFilterOpen={setFilterOpen}
          />
          <div className={css.tools}>
            <Choices
              label={t('editor.columns')}
              isOpen={areColumnsOpen}
              onOpenChange={setColumnsOpen}
              entries={possible.map(({ code, name }) => ({
                id: code,
                label: `${name} (${code})`,
                isChosen: targets.some((target) => target.code === code),
              }))}
              onToggle={chooseLocale}
            />
            <Menu
              label={t('editor.densityMenu')}
              name={t('editor.densityMenu')}
              entries={Object.keys(DENSITIES).map((name) => ({
                id: name,
                label: t(`editor.density.${name as Density}`),
                isCurrent: name === density,
                run: () => setView({ density: name }),
              }))}
            />
            <Button kind="quiet" aria-expanded={isPanelOpen} onPress={commands.panel}>
              {t('editor.panel.open')}
            </Button>
            <span className={css.count} role="status">
              {state.isComplete
                ? t('editor.rows', { count: total })
                : t('editor.counting', { count: total })}
            </span>
          </div>
        </div>
        {state.problem !== null && (
          <div className={css.notice}>
            <Notice kind="problem">{problemOf(state.problem).text}</Notice>
            <Button kind="secondary" onPress={store.retry}>
              {t('problem.retry')}
            </Button>
          </div>
        )}
        {isOutside && (
          <div className={css.notice} role="status">
            <span>{t('editor.say.notInResult')}</span>
            {q !== '' && (
              <Button
                kind="secondary"
                onPress={() => {
                  const { q: _, ...rest } = address;
                  onAddress(rest, { replace: false });
                }}
              >
                {t('editor.say.showAlone')}
              </Button>
            )}
          </div>
        )}
        {targets.length === 0 && <p className={css.notice}>{t('editor.empty.noTargets')}</p>}
        <div className={css.body}>
          {state.isComplete && total === 0 ? (
            <div className={css.empty}>
              <Empty
                text={t(q === '' ? 'editor.empty.noKeys' : 'editor.empty.noMatch')}
                action={
                  q === '' ? undefined : (
                    <Button kind="secondary" onPress={() => onQuery('', false)}>
                      {t('editor.empty.clear')}
                    </Button>
                  )
                }
              />
            </div>
          ) : (
            <Grid
              key={`${codes.join()} ${lastValid.current}`}
              store={store}
              drafts={drafts}
              locales={{ source, targets }}
              format={format}
              projectId={projectId}
              density={density}
              active={active}
              onActive={(place) => {
                if (place.row !== active.row || place.column !== active.column) setOpen(false);
                move(place);
              }}
              onOpen={open}
              onKey={onKey}
              isOpen={isOpen}
              overlay={
                isOpen && cells.length > 0 ? (
                  <Suspense fallback={null}>
                    <CellEditor
                      key={`${cells[0]!.keyId} ${cells[0]!.locale}`}
                      cells={cells}
                      drafts={drafts}
                      commandOf={(event) => {
                        const id = commandOf(chordOf(event), 'text', bindings);
                        return id === null ? null : (id.slice('text.'.length) as TextCommand);
                      }}
                      onLeave={onLeave}
                    />
                  </Suspense>
                ) : null
              }
            />
          )}
          {isPanelOpen && (
            <DetailsPanel
              chosen={panel}
              onChoose={setPanel}
              details={
                row && {
                  organizationId,
                  projectId,
                  row,
                  locale: locale ?? source,
                  locales: [source, ...targets],
                  format,
                  drafts,
                  link: linkOf(row.keyId),
                }
              }
            />
          )}
        </div>
        <StatusLine
          row={active.row}
          total={total}
          drafts={drafts}
          onHelp={commands.help}
          onOpenDraft={({ keyId, locale: code, projectId: of }) => {
            const column = targets.findIndex((target) => target.code === code);
            if (of !== projectId || column < 0) {
              onAddress({ l: code, key: keyId }, { replace: false });
              return;
            }
            void store.find(keyId).then((found) => {
              if (found < 0) setOutside(true);
              else open({ row: found, column: column + FIRST_TARGET });
            });
          }}
        />
      </div>
      <GoTo isOpen={dialog === 'go-to'} onClose={() => setDialog(null)} onGo={goTo} />
      <Help
        isOpen={dialog === 'help'}
        onClose={() => setDialog(null)}
        bindings={bindings}
        onBind={(id, chord) => prefer({ shortcuts: { [id]: chord ?? '' } })}
        onReset={() => prefer({ shortcuts: null })}
      />
    </main>
  );
}
