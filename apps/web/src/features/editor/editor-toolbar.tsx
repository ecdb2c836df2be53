import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLatest } from '../../ui/hooks/use-latest.ts';
import { useModule } from '../../ui/hooks/use-module.ts';
import type { EditorModel } from './editor-model.ts';
import { QueryBar } from './query/query-bar.tsx';
import type { GridCommand } from './shortcuts/shortcuts.ts';
import { Toolbar } from './toolbar.tsx';

const loadFoundTexts = () => import('./query/found-texts.tsx');

/** The query of the editor and its display options. It is not rendered again when the active cell changes. */
export function EditorToolbar({ editor }: { editor: EditorModel }) {
  const { props, q, onQuery, rerun, possible, targets, preferences, filter, columns } = editor;
  const { view, result, input, focusCell, opening } = editor;
  const { t } = useTranslation();
  const run = useLatest((command: GridCommand) => editor.commands[command]());
  const { organizationId, project, onAddress } = props;
  const { close } = opening;
  const FoundTexts = useModule(loadFoundTexts, q !== '')?.FoundTexts;
  const isOfButton = useRef(false);
  // The focus returns to the place from which a menu was opened: to the rows after a key press, and
  // otherwise to the button.
  const openMenu = (menu: EditorModel['filter'], isOpen: boolean): void => {
    menu.set(isOpen);
    if (!isOpen && !isOfButton.current) focusCell();
    isOfButton.current = isOpen;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: setters and refs stay the same
  return useMemo(
    () => (
      <Toolbar
        queryBar={
          <QueryBar
            query={q}
            latestQuery={props.latestQuery}
            onQuery={onQuery}
            onAgain={rerun}
            onRows={focusCell}
            organizationId={organizationId}
            projectId={project.id}
            locales={targets.map(({ code }) => code)}
            inputRef={input}
            saved={preferences.savedQueries(project.id)}
            onSaved={(query) => preferences.toggleQuery(project.id, query)}
            isFilterOpen={filter.isOpen}
            onFilterOpen={(isOpen) => openMenu(filter, isOpen)}
          />
        }
        locales={possible.map((one) => ({ locale: one, isShown: targets.includes(one) }))}
        areLocalesOpen={columns.isOpen}
        onLocalesOpen={(isOpen) => openMenu(columns, isOpen)}
        onLocale={(code) => {
          const chosen = new Set(targets.map((target) => target.code));
          if (!chosen.delete(code)) chosen.add(code);
          onAddress((address) => ({ ...address, l: [...chosen].join() }), { replace: false });
        }}
        view={view}
        onView={(chosen) => {
          close();
          preferences.setView({ view: chosen });
          onAddress((address) => ({ ...address, view: chosen }), { replace: false });
        }}
        preferences={preferences}
        result={result}
        texts={FoundTexts && <FoundTexts editor={editor} />}
        keyEntries={
          props.mayEditKeys
            ? [
                { id: 'new', label: t('editor.keys.new'), run: () => run('newKey') },
                { id: 'edit', label: t('editor.keys.edit'), run: () => run('editKey') },
                {
                  id: 'archived',
                  label: t('editor.keys.archived'),
                  run: () => run('archivedKeys'),
                },
              ]
            : null
        }
      />
    ),
    [
      q,
      onQuery,
      rerun,
      organizationId,
      project.id,
      possible,
      targets,
      preferences,
      t,
      filter.isOpen,
      columns.isOpen,
      view,
      onAddress,
      focusCell,
      result,
      FoundTexts,
      close,
    ],
  );
}
