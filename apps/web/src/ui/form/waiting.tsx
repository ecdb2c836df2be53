import { useLayoutEffect, useRef } from 'react';
import { earlyKeys } from '../../lib/early-keys.ts';

/** Stands in a dialog for a form that is loading. What is typed meanwhile goes to the first field of the form. */
export function Waiting({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => earlyKeys.hold(undefined, place.current!), []);
  return (
    <div ref={place} role="status">
      {text}
    </div>
  );
}
