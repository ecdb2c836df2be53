import { usePreferences } from '../use-preferences.ts';
import { KeySheet } from './help.tsx';

/** The keyboard shortcuts of the editor on the account page, which can be changed or disabled. */
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
