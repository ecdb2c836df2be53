import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextCommand } from './field/text-commands.ts';
import css from './open-place.module.css';
import { typedKeys } from './typed-keys.ts';

/**
 * Takes the place of the open cell, and has the focus until the text is loaded. Keeps the keys that are pressed until
 * then. Escape closes the cell at once if nothing was typed, and otherwise after the typed text was inserted. A
 * second Escape closes it in any case, because the text may never load.
 */
export function OpenPlace({
  children,
  commandOf,
  onLeave,
}: {
  /** Null while the text editor is loading. */
  children: ReactNode;
  /** Returns the command of a key press in an open text. */
  commandOf(event: KeyboardEvent): TextCommand | null;
  onLeave(): void;
}) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  // A text takes the focus before this effect runs. When one text replaces another, the focus may have been lost with
  // the first one.
  useLayoutEffect(() => {
    if (!place.current!.contains(document.activeElement))
      place.current!.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) place.current!.focus({ preventScroll: true });
  });
  // A phone's keyboard covers half of the page.
  useEffect(() => {
    const show = () =>
      place.current?.querySelector('[data-pair="open"]')?.scrollIntoView({ block: 'nearest' });
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it stands in for a text that is still to come
    <div
      ref={place}
      className={css.place}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Escape' && (typedKeys.isEmpty() || typedKeys.isLeaving())) onLeave();
        else if (!typedKeys.add(event.nativeEvent, commandOf(event.nativeEvent))) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {children ?? (
        <p role="status" className={css.loading}>
          {t('cell.loading')}
        </p>
      )}
    </div>
  );
}
