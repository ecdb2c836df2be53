import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { TextCommand } from './field/text-commands.ts';
import css from './open-place.module.css';
import { typedKeys } from './typed-keys.ts';

/**
 * Placeholder for the open cell. A field in it has the focus until the text is loaded, and keeps the typed keys until
 * then. Escape closes the cell at once if nothing was typed, and otherwise after the typed text was inserted. A second
 * Escape closes it in any case, because the text may never load.
 */
export function OpenPlace({
  children,
  commandOf,
  onLeave,
}: {
  /** The text editor. Null while it is loading. */
  children: ReactNode;
  /** Returns the command of a key press in an open text. */
  commandOf(event: globalThis.KeyboardEvent): TextCommand | null;
  onLeave(): void;
}) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const standIn = useRef<HTMLTextAreaElement>(null);
  // The element is exposed as a text field only while it has the focus.
  const [isUsed, setUsed] = useState(true);
  useLayoutEffect(() => typedKeys.attach(standIn.current!), []);
  // An opened text takes the focus before this effect runs. When one text replaces another, the
  // focus may have been lost with the first one.
  useLayoutEffect(() => {
    if (!place.current!.contains(document.activeElement))
      standIn.current!.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) standIn.current!.focus({ preventScroll: true });
  });
  // Scrolls the cell into view, because a phone's keyboard covers half of the page.
  useEffect(() => {
    const show = () =>
      place.current?.querySelector('[data-pair="open"]')?.scrollIntoView({ block: 'nearest' });
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, []);
  const keep = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { nativeEvent: press } = event;
    if (press.key === 'Escape' && (typedKeys.isEmpty() || typedKeys.has('leave'))) {
      onLeave();
      event.preventDefault();
    } else {
      const kept = typedKeys.add(press, commandOf(press));
      if (kept === null) return;
      if (kept === 'command') event.preventDefault();
    }
    event.stopPropagation();
  };
  return (
    <div ref={place} className={css.place}>
      <textarea
        ref={standIn}
        className={css.standIn}
        aria-label={t('cell.loading')}
        aria-hidden={!isUsed}
        tabIndex={-1}
        onFocus={() => setUsed(true)}
        onBlur={() => setUsed(false)}
        onKeyDown={keep}
      />
      {children ?? (
        <p role="status" className={css.loading}>
          {t('cell.loading')}
        </p>
      )}
    </div>
  );
}
