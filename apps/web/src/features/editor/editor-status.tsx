import { SelectionBar } from './bulk/selection-bar.tsx';
import { knownKeyId } from './cell/open-cell.ts';
import type { Draft } from './drafts/draft.ts';
import type { EditorModel } from './editor-model.ts';
import { FIRST_TARGET } from './grid/columns.ts';
import { StatusLine } from './status-line.tsx';

/** The line below the rows: the selection, the position of the focus, and unsaved texts. */
export function EditorStatus({ editor }: { editor: EditorModel }) {
  const { props, active, total, view, drafts, opening, commands, targets, store, place } = editor;
  const openDraft = ({ keyId, locale: code, projectId }: Draft): void => {
    const column = targets.findIndex((target) => target.code === code);
    const id = knownKeyId(keyId);
    if (projectId !== props.project.id) props.onProject(projectId, { l: code, key: id });
    else if (column < 0) props.onAddress(() => ({ l: code, key: id }), { replace: false });
    else {
      void store.find(id).then((found) => {
        if (found < 0) place.setOutside(true);
        else opening.open({ row: found, column: column + FIRST_TARGET });
      });
    }
  };
  return (
    <StatusLine
      store={store}
      row={active.row}
      total={total}
      mayOpen={props.mayPropose && !opening.isOpen && view === 'grid'}
      drafts={drafts}
      organizationId={props.organizationId}
      repeats={props.mayWrite ? editor.repeats : null}
      bindings={editor.preferences.bindings}
      isOpen={opening.isOpen}
      onFillEqual={commands.fillEqual}
      onHelp={commands.help}
      onOpenDraft={openDraft}
    >
      <SelectionBar
        selected={editor.choosing.selected}
        total={total}
        onAll={commands.selectAll}
        onClear={commands.clearSelection}
        onChange={commands.bulk}
      />
    </StatusLine>
  );
}
