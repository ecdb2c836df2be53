import type { Said } from '../../lib/words/say-fault.ts';
import { FoldedText } from '../display/folded-text.tsx';

/** A sentence of the app, with the server's text below it. */
export function SaidWords({ said: { words, folded }, isOpen }: { said: Said; isOpen?: boolean }) {
  return (
    <>
      {words} <FoldedText {...folded} isOpen={isOpen} />
    </>
  );
}
