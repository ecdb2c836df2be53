import { type Html, html } from '../html.ts';

/** Text in which back-quotes stand around code. */
export function inlineText(text: string): Html {
  const parts = text.split('`').map((part, index) => {
    return index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`;
  });
  return html`${parts}`;
}

/** As {@link inlineText}, a paragraph where a line is empty. */
export const paragraphs = (text: string): Html =>
  html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${inlineText(paragraph)}</p>`)}`;
