import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses a field as soon as it is rendered. React Aria's `autoFocus` waits for a frame after a keyboard selection, and
 * gives up if the previously focused element is gone by then, as during a navigation.
 */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
