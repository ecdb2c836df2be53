import type { ComponentProps } from 'react';
import { useModule } from '../../ui/use-module.ts';
import { GoTo } from './go-to.tsx';
import type { usePreferences } from './use-preferences.ts';

export type EditorDialog = 'go-to' | 'help' | 'bulk';

const loadHelp = () => import('./help.tsx');
const loadBulk = () => import('./bulk/bulk-dialog.tsx');

/** The dialogs of the editor, of which one is open at a time. */
export function EditorDialogs({
  open,
  onClose,
  onGo,
  preferences: { bindings, prefer },
  bulk,
}: {
  open: EditorDialog | null;
  onClose(): void;
  onGo: ComponentProps<typeof GoTo>['onGo'];
  preferences: Pick<ReturnType<typeof usePreferences>, 'bindings' | 'prefer'>;
  bulk: ComponentProps<Awaited<ReturnType<typeof loadBulk>>['BulkDialog']>;
}) {
  const Help = useModule(loadHelp, open === 'help')?.Help;
  const BulkDialog = useModule(loadBulk, open === 'bulk')?.BulkDialog;
  if (open === 'go-to') return <GoTo onClose={onClose} onGo={onGo} />;
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
  return open === 'bulk' && BulkDialog ? <BulkDialog {...bulk} /> : null;
}
