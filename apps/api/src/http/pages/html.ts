import { createHash } from 'node:crypto';

/** HTML markup, which is not escaped again. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | readonly Html[] | null | undefined | false;

/** Template tag for HTML markup. Escapes all values that are not markup. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: String.raw({ raw: literals }, ...parts.map(markupOf)) };
}

/** Returns a constant text, such as a style sheet, as markup without escaping. */
export const trusted = (markup: string): Html => ({ markup });

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'object') {
    return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
  }
  return escapeText(String(part));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** Returns the Content-Security-Policy source that allows this script or style (CSP 3 §2.3.1). */
export const cspHash = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
