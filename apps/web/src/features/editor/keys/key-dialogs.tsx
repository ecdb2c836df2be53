import '../../../i18n/parts/key.ts';
import type { Locale, Row } from '@parlance/sdk';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast/toast.tsx';
import type { EditorSettings } from '../cell/open-cell.ts';
import type { UndoableChange } from '../drafts/undo.ts';
import { ArchivedKeys } from './archived-keys.tsx';
import { EditKey } from './edit-key.tsx';
import { NewKey } from './new-key.tsx';

export type KeyDialog = 'key-new' | 'key-name' | 'key-source' | 'key-archived';

/** The dialogs that create, change and restore keys. */
export function KeyDialogs({
  open,
  organizationId,
  projectId,
  source,
  settings,
  row,
  query,
  onClose,
  onWritten,
  onUndo,
}: {
  open: KeyDialog;
  organizationId: string;
  projectId: string;
  /** The source locale. */
  source: Locale;
  settings: EditorSettings;
  /** The active row. Null if there is none. */
  row: Row | null;
  query: string;
  onClose(): void;
  /** Called after keys were saved, with the id of a new key to go to. */
  onWritten(change: UndoableChange, keyId: string | null): void;
  onUndo(changeId: string): void;
}) {
  const { t } = useTranslation();
  const place = { organizationId, projectId, source: source.code };
  const tell = (text: string, change: UndoableChange, keyId: string | null = null): void => {
    onWritten(change, keyId);
    const { changeId } = change;
    toast(text, { label: t('key.undo'), of: changeId, run: () => onUndo(changeId) });
  };
  if (open === 'key-new') {
    return (
      <NewKey
        place={place}
        source={source}
        settings={settings}
        query={query}
        onClose={onClose}
        onCreated={(keyId, name, change) => {
          onClose();
          tell(t('key.created', { name }), change, keyId);
        }}
      />
    );
  }
  if (open === 'key-archived') {
    return (
      <ArchivedKeys
        place={place}
        onClose={onClose}
        onRestored={(name, change) => tell(t('key.restored', { name }), change)}
      />
    );
  }
  if (!row) return null;
  return (
    <EditKey
      key={row.keyId}
      place={place}
      row={row}
      source={source}
      settings={settings}
      onClose={onClose}
      first={open === 'key-name' ? 'name' : 'source'}
      onWritten={(done, change) => {
        if (done === 'archived') onClose();
        tell(done === 'saved' ? t('key.saved') : t('key.archived', { name: row.key }), change);
      }}
    />
  );
}
