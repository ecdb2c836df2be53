import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the focus to a field as soon as it is drawn. `autoFocus` of React Aria waits for a frame after a choice by keyboard,
 * and gives up if the element that had the focus is gone by then, as on the way to another page.
 */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
