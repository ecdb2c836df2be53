import { existsSync } from 'node:fs';
import type { ErrorCode } from '@parlance/contracts';
import type { Language } from '../../texts/texts.ts';
import { ICON, PROBLEMS, TOKENS } from './branding.generated.ts';
import { type Html, html, trusted } from './html.ts';

export const problemTexts = (language: Language): Readonly<Record<ErrorCode, string>> =>
  PROBLEMS[language];

export const iconLink: Html = html`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}" type="image/svg+xml">`;

/** Icon and name, as in the header of the web app. */
export const wordmark: Html = html`${trusted(ICON.replace('<svg ', '<svg aria-hidden="true" '))}Parlance`;

export function colorsOf(theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const colors = TOKENS.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g);
  return new Map(
    [...colors].map(([, name, light, dark]) => [name!, (theme === 'light' ? light : dark)!]),
  );
}

const INDEX = new URL('../../../../web/dist/index.html', import.meta.url);

/** True if the server contains a build of the web app. */
export const hasWebApp = (): boolean => existsSync(INDEX);
