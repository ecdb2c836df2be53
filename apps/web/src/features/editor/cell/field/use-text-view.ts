import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { openText, type TextOptions, type TextView } from '../../codemirror/view.ts';
import { typedKeys } from '../typed-keys.ts';
import { LEAVING, type TextCommand } from './text-commands.ts';

/** Elements of a text field, and the editor that is opened in them. */
export interface TextRefs {
  readonly field: RefObject<HTMLElement | null>;
  readonly host: RefObject<HTMLElement | null>;
  readonly view: RefObject<TextView | null>;
}

/**
 * Opens the text editor while its field is mounted. The options are read only once, because another
 * cell gets a new field. The handlers of the last render are called. Keys that were typed before
 * the editor was ready are typed into the text, after the end of a composition.
 */
export function useTextView(
  refs: TextRefs,
  options: TextOptions,
  {
    caret,
    onClose,
    run,
  }: { caret: number | undefined; onClose(): void; run(command: TextCommand): void },
): void {
  const onKey = useEffectEvent(options.onKey);
  const onChange = useEffectEvent(options.onChange);
  const onCaret = useEffectEvent(options.onCaret);
  const onEnd = useEffectEvent(onClose);
  const onCommand = useEffectEvent(run);
  const typeWaiting = (view: TextView): void => {
    for (;;) {
      const { text, command } = typedKeys.take();
      if (text !== '') view.replace(view.caret(), view.caret(), text);
      if (command !== null) onCommand(command);
      if (command === null || LEAVING.has(command)) return;
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const view = openText(refs.host.current!, { ...options, onKey, onChange, onCaret });
    refs.view.current = view;
    if (caret !== undefined) view.select(caret, caret);
    // If a cell has several fields, the open field may be outside of the visible area.
    refs.field.current!.scrollIntoView({ block: 'nearest' });
    const forget = typedKeys.whenResting(() => {
      view.focus();
      typeWaiting(view);
    });
    return () => {
      forget();
      onEnd();
      view.close();
    };
  }, []);
}
