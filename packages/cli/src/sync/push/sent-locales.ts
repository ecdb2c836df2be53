import type { Config } from '@parlance/config';
import type { Workspace } from '../workspace.ts';

/** True if a push without `--all` and `--locale` sends a locale that the files contain. */
export function isSentByDefault(
  { push }: Pick<Config, 'push'>,
  { sourceLocale }: Pick<Workspace['project'], 'sourceLocale'>,
  locale: string,
): boolean {
  const wanted = push?.locales ?? 'source';
  if (wanted === 'all') return true;
  return wanted === 'source' ? locale === sourceLocale : wanted.includes(locale);
}
