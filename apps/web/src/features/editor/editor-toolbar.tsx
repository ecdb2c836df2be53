import { useMemo } from 'react';
import { QueryBar } from './query/query-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import type { Editor } from './use-editor.ts';

/** The query of the editor, what it shows, and how. It is drawn again when that changes, and not at each move. */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const { props, q, onQuery, rerun, possible, targets, preferences, filter, columns } = editor;
  const { view, result, input, focusCell, opening } = editor;
  const { organizationId, project, onAddress } = props;
  const { close } = opening;
  // biome-ignore lint/correctness/useExhaustiveDependencies: setters and refs stay the same
  return useMemo(
    () => (
      <Toolbar
        queryBar={
          <QueryBar
            query={q}
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
            onFilterOpen={(isOpen) => {
              filter.set(isOpen);
              if (!isOpen) focusCell();
            }}
          />
        }
        locales={possible.map((one) => ({ locale: one, isShown: targets.includes(one) }))}
        areLocalesOpen={columns.isOpen}
        onLocalesOpen={(isOpen) => {
          columns.set(isOpen);
          if (!isOpen) focusCell();
        }}
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
      />
    ),
    [
      ...[q, onQuery, rerun, organizationId, project.id, possible, targets, preferences],
      ...[filter.isOpen, columns.isOpen, view, onAddress, focusCell, result, close],
    ],
  );
}
