/** Receives the next piece of a token, and returns true once the token ends in it. Each piece is searched once. */
export type EndFinder = (piece: string) => boolean;

/** Searches for `terminator`. */
export function terminatorFinder(terminator: string): EndFinder {
  let tail = '';
  return (piece) => {
    const text = tail + piece;
    tail = text.slice(1 - terminator.length);
    return text.includes(terminator);
  };
}

/** Searches for the end of a start tag, in whose quotes a `>` does not end it. */
export function tagFinder(): EndFinder {
  let quote = '';
  return (piece) => {
    for (let at = 0; at < piece.length; at++) {
      const character = piece.charAt(at);
      if (quote !== '') {
        if (character === quote) quote = '';
      } else if (character === '>') return true;
      else if (character === '"' || character === "'") quote = character;
    }
    return false;
  };
}

/** Searches for the end of a DOCTYPE. */
export function doctypeFinder(): EndFinder {
  const find = doctypeScanner();
  return (piece) => find(piece) !== -1;
}

/** Returns the offset after the DOCTYPE whose content begins at `start`, or -1 if the text ends in it. */
export function endOfDoctype(text: string, start: number): number {
  const end = doctypeScanner()(text.slice(start));
  return end === -1 ? -1 : start + end;
}

/** Searches pieces for the end. Quoted texts and parts in brackets may contain a `>`. */
function doctypeScanner(): (piece: string) => number {
  let state: 'outer' | 'subset' | '-->' | '?>' = 'outer';
  let quote = '';
  let recent = '';
  return (piece) => {
    for (let at = 0; at < piece.length; at++) {
      const character = piece.charAt(at);
      recent = (recent + character).slice(-4);
      if (quote !== '') {
        if (character === quote) quote = '';
      } else if (state === '-->' || state === '?>') {
        if (recent.endsWith(state)) state = 'subset';
      } else if (character === '"' || character === "'") quote = character;
      else if (state === 'outer') {
        if (character === '>') return at + 1;
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
