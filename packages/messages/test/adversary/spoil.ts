import type { Random } from './random.ts';

const MARKER =
  /<[^<>]*>|\[\[[^\]]*\]\]|\[<[^>]*>\]|\{\{?[^{}]*\}?\}|%[^\s]|\$\S+|Xq[a-y]+z|\p{L}+|\s+|[^\s]/gu;

/** Damages the input of an engine as engines do, with one to three faults. */
export function spoil(random: Random, body: string): string {
  let pieces: string[] = [...(body.match(MARKER) ?? [])];
  for (let faults = 1 + random.below(3); faults > 0 && pieces.length > 0; faults--) {
    const at = random.below(pieces.length);
    const piece = pieces[at]!;
    const other = random.below(pieces.length);
    switch (random.below(14)) {
      case 0:
        pieces.splice(at, 1);
        break;
      case 1:
        pieces.splice(at, 0, piece);
        break;
      case 2:
        pieces.splice(other, 0, ...pieces.splice(at, 1));
        break;
      case 3:
        [pieces[at], pieces[other]] = [pieces[other]!, piece];
        break;
      case 4:
        pieces[at] = piece.toUpperCase();
        break;
      case 5:
        pieces[at] = ` ${piece} `;
        break;
      case 6:
        pieces[at] = piece
          .replace(/v(\d+)/, 'name$1')
          .replace(/\d+/, (digits) => String(Number(digits) + 1));
        break;
      case 7:
        pieces[at] = piece.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        break;
      case 8:
        pieces = [
          pieces.join('').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
        ];
        break;
      case 9:
        pieces[at] = random.pick([
          '{',
          '}',
          '%s',
          '{x}',
          '<b>',
          '</b>',
          '<script>',
          "'",
          '#',
          '⟦0⟧',
          '[<x0>]',
          '%',
        ]);
        break;
      case 10:
        pieces = pieces.slice(0, at);
        break;
      case 11:
        pieces[at] = piece.replace(/[<>{}[\]"]/, '');
        break;
      case 12:
        pieces.reverse();
        break;
      default:
        pieces[at] = `${piece[0]} ${piece.slice(1)}`;
    }
  }
  return pieces.join('');
}
