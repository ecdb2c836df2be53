import { usePreferences } from '../use-preferences.ts';
import { KeySheet } from './help.tsx';

/** The keys of the editor on the page of the account: each can be changed or switched off. */
export function ShortcutSettings() {
  const { bindings, prefer } = usePreferences();
  return (
    <KeySheet
      bindings={bindings}
      onBind={(id, chord) => prefer({ shortcuts: { [id]: chord ?? '' } })}
      onReset={() => prefer({ shortcuts: null })}
    />
  );
}
