import { requireText } from '../../text/utf8.ts';

/** Characters that one-letter escapes represent. Any other escaped character represents itself. */
export const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const NEXTSTEP_HIGH =
  '\u00a0ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷' +
  '©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿' +
  '¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêë' +
  'ìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\ufffd\ufffd';

export const nextstepCharacter = (byte: number): string =>
  byte < 0x80 ? String.fromCharCode(byte) : NEXTSTEP_HIGH.charAt(byte - 0x80);

export type RawBreaks = Readonly<{ lf: boolean; cr: boolean }>;

const NO_RAW_BREAKS: RawBreaks = { lf: false, cr: false };

const SPECIAL = /["'\\\u0001-\u001f\u007f-\u009f]/g;

/**
 * Returns a text in quotes.
 * @throws FormatError for a text that cannot be stored
 */
export function quote(text: string, name: string, mark = '"', raw = NO_RAW_BREAKS): string {
  requireText(text, name);
  const escaped = text.replace(SPECIAL, (found) => {
    if (found === '"' || found === "'") return found === mark ? `\\${found}` : found;
    if (found === '\\') return '\\\\';
    if (found === '\n') return raw.lf ? found : '\\n';
    if (found === '\r') return raw.cr ? found : '\\r';
    if (found === '\t') return '\\t';
    return `\\U${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `${mark}${escaped}${mark}`;
}
