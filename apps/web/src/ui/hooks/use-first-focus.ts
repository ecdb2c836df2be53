import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses a field as soon as it is rendered. React Aria's `autoFocus` is not sufficient: after a selection by keyboard,
 * it waits for a frame, and it gives up if the previously focused element is gone by then, as after a navigation.
 */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
