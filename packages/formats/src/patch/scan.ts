import { Yielder } from '../text/yielder.ts';

/** Length of the pieces in which a scanner gets a base, in code units. The slowest one takes some milliseconds. */
const PIECE_LENGTH = 32 * 1024;

/** Hands the text of a base to a scanner in pieces, most of whole lines, and yields to the event loop between them. */
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
