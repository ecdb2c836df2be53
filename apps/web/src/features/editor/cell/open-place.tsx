import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextCommand } from './field/text-commands.ts';
import css from './open-place.module.css';
import { typedKeys } from './typed-keys.ts';

/**
 * The place of the open cell. It has the focus while the text is still to come, and keeps what is typed until then.
 * Escape leaves it, at once or after what was typed. A second Escape does not wait for a text that may never come.
 */
export function OpenPlace({
  children,
  commandOf,
  onLeave,
}: {
  /** Null while the editor of texts is loaded. */
  children: ReactNode;
  /** Returns what a key does in an open text. */
  commandOf(event: KeyboardEvent): TextCommand | null;
  onLeave(): void;
}) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  // A text takes the focus before: its effects run first. From one text to the next, it may have gone with the first one.
  useLayoutEffect(() => {
    if (!place.current!.contains(document.activeElement))
      place.current!.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) place.current!.focus({ preventScroll: true });
  });
  // The keyboard of a phone takes a half of the page.
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
