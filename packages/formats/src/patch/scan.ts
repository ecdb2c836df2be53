import { Yielder } from '../text/yielder.ts';

/**
 * Length of the pieces that a scanner receives, in code units. The slowest scanner takes some milliseconds for a piece.
 */
const PIECE_LENGTH = 32 * 1024;

/**
 * Passes the text of a base to a scanner in pieces, mostly of whole lines, and lets the event loop run between them.
 */
export async function scanText(
  text: string,
  scanner: { write(piece: string): void },
): Promise<void> {
  const yielder = new Yielder();
  for (let start = 0; start < text.length; ) {
    const piece = text.slice(start, start + PIECE_LENGTH);
    const lines = piece.slice(0, piece.lastIndexOf('\n') + 1);
    scanner.write(lines === '' ? piece : lines);
    start += lines === '' ? piece.length : lines.length;
    if (yielder.isDue()) await yielder.pause();
  }
}
