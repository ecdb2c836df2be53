import { earlyKeys } from '../../lib/early-keys.ts';

function hold(place: HTMLElement | null): void {
  if (place) earlyKeys.hold(undefined, place);
}

/** Shown in a dialog while its content is loading. Text typed meanwhile goes to the first field of the content. */
export function Waiting({ text }: { text: string }) {
  return (
    <div ref={hold} role="status">
      {text}
    </div>
  );
}
