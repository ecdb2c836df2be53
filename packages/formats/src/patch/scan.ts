import { Yielder } from '../text/yielder.ts';

/**
 * Number of code units in a piece that is passed to a scanner. The slowest scanner takes some
 * milliseconds for a piece.
 */
const PIECE_LENGTH = 32 * 1024;

/**
 * Passes the text of a base file to a scanner in pieces that mostly consist of whole lines. The
 * event loop runs between pieces.
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
