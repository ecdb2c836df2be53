import { type ComponentProps, type RefObject, useImperativeHandle, useState } from 'react';
import { useModule } from '../../ui/hooks/use-module.ts';
import type { KeyDialog, KeyDialogs } from './keys/key-dialogs.tsx';
import type { EditorPreferences } from './use-preferences.ts';

export type EditorDialog = 'go-to' | 'help' | 'bulk' | KeyDialog;

/** Opens a dialog, or closes the one that is open. */
export type ShowDialog = (dialog: EditorDialog | null) => void;

const loadGoTo = () => import('./go-to.tsx');
const loadHelp = () => import('./shortcuts/help.tsx');
const loadBulk = () => import('./bulk/bulk-dialog.tsx');
const loadKeys = () => import('./keys/key-dialogs.tsx');

/**
 * The dialogs of the editor, of which at most one is open. `show` is set to the function that opens one. The rows are not
 * rendered again for a dialog.
 */
export function EditorDialogs({
  show,
  onClose,
  onGo,
  preferences: { bindings, prefer },
  bulk,
  keys,
}: {
  show: RefObject<ShowDialog>;
  onClose(): void;
  onGo: ComponentProps<Awaited<ReturnType<typeof loadGoTo>>['GoTo']>['onGo'];
  preferences: Pick<EditorPreferences, 'bindings' | 'prefer'>;
  bulk: ComponentProps<Awaited<ReturnType<typeof loadBulk>>['BulkDialog']>;
  keys: Omit<ComponentProps<typeof KeyDialogs>, 'open'>;
}) {
  const [open, setOpen] = useState<EditorDialog | null>(null);
  useImperativeHandle(show, () => setOpen, []);
  const GoTo = useModule(loadGoTo, open === 'go-to')?.GoTo;
  const Help = useModule(loadHelp, open === 'help')?.Help;
  const BulkDialog = useModule(loadBulk, open === 'bulk')?.BulkDialog;
  const ofKeys = open?.startsWith('key-') ? (open as KeyDialog) : null;
  const Keys = useModule(loadKeys, ofKeys !== null)?.KeyDialogs;
  if (open === 'go-to' && GoTo) return <GoTo onClose={onClose} onGo={onGo} />;
  if (open === 'help' && Help) {
    return (
      <Help
        onClose={onClose}
        bindings={bindings}
        onBind={(id, chord) => prefer({ shortcuts: { [id]: chord ?? '' } })}
        onReset={() => prefer({ shortcuts: null })}
      />
    );
  }
  if (open === 'bulk') return BulkDialog ? <BulkDialog {...bulk} /> : null;
  return ofKeys && Keys ? <Keys open={ofKeys} {...keys} /> : null;
}
