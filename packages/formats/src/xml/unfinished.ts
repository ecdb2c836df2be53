/** Receives the next piece of an incomplete token. Returns true if the token ends in this piece. */
export type EndFinder = (piece: string) => boolean;

export function terminatorFinder(terminator: string): EndFinder {
  let tail = '';
  return (piece) => {
    const text = tail + piece;
    tail = text.slice(1 - terminator.length);
    return text.includes(terminator);
  };
}

/** Returns a finder for the end of a start tag. A `>` inside quotes does not end the tag. */
export function tagFinder(): EndFinder {
  let quote = '';
  return (piece) => {
    for (let index = 0; index < piece.length; index++) {
      const character = piece.charAt(index);
      if (quote !== '') {
        if (character === quote) quote = '';
      } else if (character === '>') return true;
      else if (character === '"' || character === "'") quote = character;
    }
    return false;
  };
}

export function doctypeFinder(): EndFinder {
  const find = doctypeScanner();
  return (piece) => find(piece) !== -1;
}

/**
 * Returns the offset after a DOCTYPE. Its content begins at `start`. Returns -1 if the text ends
 * inside the DOCTYPE.
 */
export function endOfDoctype(text: string, start: number): number {
  const end = doctypeScanner()(text.slice(start));
  return end === -1 ? -1 : start + end;
}

/**
 * Returns a function that finds the end of a DOCTYPE. A `>` inside quotes or brackets does not end
 * the DOCTYPE.
 */
function doctypeScanner(): (piece: string) => number {
  let state: 'outer' | 'subset' | '-->' | '?>' = 'outer';
  let quote = '';
  let recent = '';
  return (piece) => {
    for (let index = 0; index < piece.length; index++) {
      const character = piece.charAt(index);
      recent = (recent + character).slice(-4);
      if (quote !== '') {
        if (character === quote) quote = '';
      } else if (state === '-->' || state === '?>') {
        if (recent.endsWith(state)) state = 'subset';
      } else if (character === '"' || character === "'") quote = character;
      else if (state === 'outer') {
        if (character === '>') return index + 1;
        if (character === '[') state = 'subset';
      } else if (character === ']') state = 'outer';
      else if (recent === '<!--') {
        state = '-->';
        recent = '';
      } else if (recent.endsWith('<?')) state = '?>';
    }
    return -1;
  };
}
