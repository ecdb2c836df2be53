import { createHash } from 'node:crypto';

/** Markup that is safe to put into a page as it is. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | readonly Html[] | null | undefined | false;

/** Markup with values in it; what is not markup itself is escaped. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: String.raw({ raw: literals }, ...parts.map(markupOf)) };
}

/** Text that we wrote and that needs no escaping, such as a style sheet. */
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

/** A source of a Content-Security-Policy that allows exactly this script or style (CSP 3 §2.3.1). */
export const cspHash = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
