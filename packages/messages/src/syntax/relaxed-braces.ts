const ARGUMENT = /\s*[A-Za-z0-9_]+\s*[,}]/y;

/**
 * Replaces the braces that Flutter's `relax-syntax` reads as text. A `{` is text if no argument
 * follows, and a `}` is text if it closes nothing. Flutter also reads `{name}` as text if `name` is
 * not declared. Such braces are not replaced, because a message does not show which names are
 * declared.
 * @param replacement a single code unit, so that all offsets stay the same
 */
export function replaceTextBraces(text: string, replacement: string): string {
  const open: ('argument' | 'option')[] = [];
  let out = '';
  let copied = 0;
  const replace = (at: number): void => {
    out += text.slice(copied, at) + replacement;
    copied = at + 1;
  };
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char !== '{' && char !== '}') continue;
    const isInArgument = open.at(-1) === 'argument';
    if (char === '}') {
      if (open.pop() === undefined) replace(index);
    } else if (isInArgument) {
      open.push('option');
    } else if (startsArgument(text, index + 1)) {
      open.push('argument');
    } else {
      replace(index);
    }
  }
  return out + text.slice(copied);
}

function startsArgument(text: string, at: number): boolean {
  ARGUMENT.lastIndex = at;
  return ARGUMENT.test(text);
}
