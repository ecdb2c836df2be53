import type { Said } from '../lib/say-fault.ts';
import { FoldedText } from './folded-text.tsx';

/** A sentence of the app, with the words of the service below it. */
export function SaidWords({ said: { words, folded }, isOpen }: { said: Said; isOpen?: boolean }) {
  return (
    <>
      {words} <FoldedText {...folded} isOpen={isOpen} />
    </>
  );
}
