import '../../i18n/parts/editor.ts';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { earlyKeys } from '../../lib/early-keys.ts';
import { sayProblem } from '../../lib/problem.ts';
import { toast } from '../../ui/toast/toast.tsx';
import css from './editor.module.css';
import { EditorBody } from './editor-body.tsx';
import { EditorDialogs } from './editor-dialogs.tsx';
import type { EditorProps } from './editor-props.ts';
import { EditorStatus } from './editor-status.tsx';
import { EditorToolbar } from './editor-toolbar.tsx';
import { useEditor } from './use-editor.ts';

/** The editor of the texts of a project. */
export function EditorPage(props: EditorProps) {
  const { t } = useTranslation();
  const editor = useEditor(props);
  const { dialogs, rows, focusCell, preferences } = editor;
  return (
    <main
      className={css.page}
      id="main"
      tabIndex={-1}
      ref={editor.main}
      data-view={editor.view}
      data-editing={editor.opening.isOpen || undefined}
    >
      <div className={css.fill}>
        <h1 className={css.hidden}>{t('shell.editor')}</h1>
        <EditorToolbar editor={editor} />
        <EditorBody editor={editor} />
        <EditorStatus editor={editor} />
      </div>
      <EditorDialogs
        show={dialogs.show}
        onClose={() => {
          dialogs.set(null);
          focusCell();
        }}
        onGo={async (to) => {
          // Closes the dialog and moves to a row with a known number in one render: taking the focus costs a layout.
          const going = flushSync(() => {
            dialogs.set(null);
            return editor.goTo(to);
          });
          // The row may not be loaded yet, or its key may not be found yet.
          earlyKeys.hold();
          earlyKeys.insist();
          const isFound = await going.catch((error) => {
            toast(sayProblem(error));
            return false;
          });
          earlyKeys.allow();
          if (!isFound) earlyKeys.end();
          focusCell();
        }}
        preferences={preferences}
        keys={{
          organizationId: props.organizationId,
          projectId: props.project.id,
          source: editor.source,
          settings: props.project.settings,
          row: editor.row,
          query: editor.q,
          onClose() {
            dialogs.set(null);
            focusCell();
          },
          onWritten: editor.onKeysWritten,
          onUndo: (changeId) => void editor.undo(changeId),
        }}
        bulk={{
          rows,
          source: editor.source,
          targets: editor.targets,
          locale: editor.locale,
          selected: editor.choosing.selected,
          loaded: () => editor.store.loaded(),
          onClose() {
            dialogs.set(null);
            focusCell();
          },
          onWritten: editor.onBulkWritten,
          onUndo: (changeId) => void editor.undo(changeId),
        }}
      />
    </main>
  );
}
