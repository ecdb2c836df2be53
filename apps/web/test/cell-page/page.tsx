// A page for `editor-cell.browser.test.ts`: the cells of a project, each of which can be opened.
import '../../src/i18n/editor.ts';
import '../../src/styles/index.css';
import type { Row, TranslationValue } from '@parlance/sdk';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../../src/app/query-client.ts';
import { SignInAgain } from '../../src/features/auth/sign-in-again.tsx';
import {
  loadCellEditor,
  preloadCellEditor,
} from '../../src/features/editor/cell/load-cell-editor.ts';
import { cellKey, type OpenCell, openCells } from '../../src/features/editor/cell/open-cell.ts';
import { draftsOf } from '../../src/features/editor/drafts/browser-drafts.ts';
import { DraftList } from '../../src/features/editor/drafts/draft-list.tsx';
import { useCellStatus } from '../../src/features/editor/drafts/use-drafts.ts';
import { api } from '../../src/lib/api.ts';
import { Button } from '../../src/ui/button.tsx';

const query = new URLSearchParams(location.search);
const [organizationId, projectId, userId, email, locale] = [
  'organization',
  'project',
  'user',
  'email',
  'locale',
].map((name) => query.get(name)!) as [string, string, string, string, string];
const format = (query.get('format') ?? 'auto') as OpenCell['format'];
const dir = locale === 'ar' ? 'rtl' : 'ltr';
const drafts = draftsOf(userId);
const CellEditor = lazy(async () => ({ default: (await loadCellEditor()).CellEditor }));
preloadCellEditor();

function Cell({ cell, onOpen }: { cell: OpenCell; onOpen(): void }) {
  const { state, text, isElsewhere } = useCellStatus(drafts, cell);
  return (
    <button
      type="button"
      style={{ background: 'none' }}
      onClick={onOpen}
      data-key={cell.key + (cell.pluralCategory ?? '')}
      data-state={state}
      data-elsewhere={isElsewhere}
      data-value-state={cell.value?.state ?? 'missing'}
    >
      {cell.key}: {text ?? cell.value?.text}
    </button>
  );
}

function Page() {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [saved, setSaved] = useState<ReadonlyMap<string, TranslationValue | null>>(new Map());
  const [open, setOpen] = useState<string | null>(null);
  const [isListOpen, setListOpen] = useState(false);
  useEffect(() => {
    void api(organizationId)
      .i18n.rows.list({ projectId, locales: [locale] })
      .then(({ data }) => setRows(data));
    return drafts.onSaved((cell, value) =>
      setSaved((earlier) => new Map(earlier).set(cellKey(cell), value)),
    );
  }, []);
  const context = { organizationId, projectId, format, sourceLocale: 'en', locale, dir } as const;
  const cells = rows.map((row) =>
    openCells(row, context).map((cell): OpenCell => {
      const value = saved.get(cellKey(cell));
      if (value === undefined) return cell;
      return { ...cell, value: value && { ...value, isTruncated: false } };
    }),
  );
  const opened = cells.findIndex(([cell]) => cell!.key === open);
  return (
    <main style={{ padding: '1rem' }}>
      <h1>Cells</h1>
      {cells.flat().map((cell) => (
        <p key={cellKey(cell)}>
          <Cell cell={cell} onOpen={() => setOpen(cell.key)} />
        </p>
      ))}
      {opened >= 0 && (
        <Suspense fallback={null}>
          <CellEditor
            key={open}
            cells={cells[opened]!}
            drafts={drafts}
            onLeave={(move) => {
              document.body.dataset.move = move;
              const next = cells[opened + (move === 'next-row' ? 1 : 0)]?.[0]?.key ?? null;
              setOpen(move === 'next-row' ? next : null);
            }}
          />
        </Suspense>
      )}
      <Button onPress={() => void drafts.undo()}>Undo</Button>
      <Button onPress={() => setListOpen(true)}>Drafts</Button>
      <DraftList
        drafts={drafts}
        isOpen={isListOpen}
        onClose={() => setListOpen(false)}
        onOpen={({ key }) => {
          setListOpen(false);
          setOpen(key);
        }}
      />
      <SignInAgain user={{ email }} />
    </main>
  );
}

await drafts.ready;
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queryClient}>
    <Page />
  </QueryClientProvider>,
);
