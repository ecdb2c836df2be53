import { earlyKeys } from '../../lib/early-keys.ts';

function hold(place: HTMLElement | null): void {
  if (place) earlyKeys.hold(undefined, place);
}

/** Stands in a dialog for content that is loading. What is typed meanwhile goes to the first field of the content. */
export function Waiting({ text }: { text: string }) {
  return (
    <div ref={hold} role="status">
      {text}
    </div>
  );
}
