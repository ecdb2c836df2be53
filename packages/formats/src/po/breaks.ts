/**
 * Returns a text with line breaks at its ends exactly if the `msgid` has them there. msgfmt rejects
 * a catalog in which they differ.
 */
export function withBreaksOf(id: string, text: string): string {
  if (text === '') return text;
  const lead = leadOf(id);
  const textLead = leadOf(text);
  const tail = tailOf(id);
  // msgfmt compares the first character, and the first character of CR LF is not a line feed.
  const isOther = lead[0] !== textLead[0];
  if (textLead === text) {
    if (lead === '' || tail === '') return '';
    return isOther ? lead : text;
  }
  const end = tail === '' ? text.length - tailOf(text).length : text.length;
  const middle = text.slice(isOther ? textLead.length : 0, end);
  const after = tail !== '' && tailOf(text) === '' ? tail : '';
  return (isOther ? lead : '') + middle + after;
}

/** Returns the line breaks at the start of a text. */
function leadOf(text: string): string {
  let end = 0;
  while (text[end] === '\n' || (text[end] === '\r' && text[end + 1] === '\n')) end += 1;
  return text.slice(0, end);
}

/** Returns the line breaks at the end of a text. */
function tailOf(text: string): string {
  let start = text.length;
  while (text[start - 1] === '\n') start -= text[start - 2] === '\r' ? 2 : 1;
  return text.slice(start);
}
