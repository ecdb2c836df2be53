/** Splits a command into words. Quotes keep spaces together. Nothing is expanded and no shell is involved. */
export function splitWords(command) {
  const words = [];
  let word = null;
  let quote = null;
  for (const character of command) {
    if (quote !== null) {
      if (character === quote) quote = null;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== null) throw new Error(`A quote is not closed in: ${command}`);
  return word === null ? words : [...words, word];
}
