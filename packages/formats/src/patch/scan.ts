import { Yielder } from '../text/yielder.ts';

/**
 * Number of code units that a scanner receives at once. The slowest scanner needs some milliseconds
 * for this length.
 */
const PIECE_LENGTH = 32 * 1024;

/** Passes a base file to a scanner in pieces. The event loop runs between pieces. */
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
