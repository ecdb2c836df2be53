import type { Locale } from '@parlance/sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Menu, type MenuEntry } from '../../ui/dialog/menu.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import css from './editor.module.css';
import type { EditorView } from './editor-address.ts';
import { DENSITIES, type Density } from './grid/columns.ts';
import type { ListState } from './grid/store/window-store.ts';
import type { EditorPreferences } from './use-preferences.ts';

/** The query of the editor and its display options. */
export function Toolbar({
  queryBar,
  locales,
  areLocalesOpen,
  onLocalesOpen,
  onLocale,
  view,
  onView,
  preferences: { density, isPanelOpen, isTreeOpen, setView },
  result,
  texts,
  keyEntries,
}: {
  queryBar: ReactNode;
  /** Target locales, with the displayed ones marked. */
  locales: readonly { readonly locale: Locale; readonly isShown: boolean }[];
  areLocalesOpen: boolean;
  onLocalesOpen(isOpen: boolean): void;
  onLocale(code: string): void;
  view: EditorView;
  onView(view: EditorView): void;
  preferences: EditorPreferences;
  result: ListState;
  /** The number of texts, which precedes the number of rows. */
  texts: ReactNode;
  /** Commands with keyboard shortcuts. Null for a role that may only read. */
  keyEntries: readonly MenuEntry[] | null;
}) {
  const { t } = useTranslation();
  return (
    <div className={css.bar}>
      {queryBar}
      <div className={css.tools}>
        {keyEntries && (
          <Menu label={t('editor.keys.menu')} name={t('editor.keys.menu')} entries={keyEntries} />
        )}
        <Choices
          label={t('editor.columns')}
          isOpen={areLocalesOpen}
          onOpenChange={onLocalesOpen}
          entries={locales.map(({ locale: { code, name }, isShown }) => ({
            id: code,
            label: `${name} (${code})`,
            isChosen: isShown,
          }))}
          onToggle={onLocale}
        />
        {view === 'grid' && (
          <Menu
            label={t('editor.densityMenu')}
            name={t('editor.densityMenu')}
            entries={Object.keys(DENSITIES).map((name) => ({
              id: name,
              label: t(`editor.density.${name as Density}`),
              isCurrent: name === density,
              run: () => setView({ density: name as Density }),
            }))}
          />
        )}
        <Button
          kind="quiet"
          aria-pressed={view === 'focus'}
          onPress={() => onView(view === 'focus' ? 'grid' : 'focus')}
        >
          {t('editor.focus.button')}
        </Button>
        <Button
          kind="quiet"
          aria-expanded={isTreeOpen}
          onPress={() => setView({ isTreeOpen: !isTreeOpen })}
        >
          {t('editor.tree.open')}
        </Button>
        <Button
          kind="quiet"
          aria-expanded={isPanelOpen}
          onPress={() => setView({ isPanelOpen: !isPanelOpen })}
        >
          {t('editor.panel.open')}
        </Button>
        <span className={css.count} role="status">
          {result.isComplete && texts}
          {t(result.isComplete ? 'editor.rows' : 'editor.counting', { count: result.total })}
        </span>
      </div>
    </div>
  );
}
