import { count } from '../../output/count.ts';
import { isSentByDefault } from '../push/sent-locales.ts';
import type { Difference } from '../three-way.ts';
import type { Workspace } from '../workspace.ts';

/**
 * Returns sentences about the texts that a pull leaves as they are in the files, each with the
 * command that sends, archives, restores or removes its texts.
 */
export function describeKept(
  { config, project }: Pick<Workspace, 'config' | 'project'>,
  kept: readonly Difference[],
): string[] {
  const gone = kept.filter(({ kind }) => kind === 'removed-there');
  const removed = kept.filter(({ kind }) => kind === 'removed-here');
  const changed = kept.filter(({ kind }) => kind !== 'removed-there' && kind !== 'removed-here');
  const isSource = ({ locale }: Difference): boolean => locale === project.sourceLocale;
  const isTarget = (one: Difference): boolean => !isSource(one);
  const isSent = ({ locale }: Difference): boolean => isSentByDefault(config, project, locale);
  const describeChanged = (texts: readonly Difference[], push: string): string[] => [
    ...say(texts.filter(isSource), 'text', (them) => `changed here: ${push} sends ${them}.`),
    ...say(texts.filter(isTarget), 'translation', (them, isOne) => {
      const reviewed = isOne ? 'if it is reviewed' : 'for those that are reviewed';
      return `changed here: ${push} sends ${them} (with --replace-reviewed ${reviewed}).`;
    }),
  ];
  return [
    ...describeChanged(changed.filter(isSent), 'push'),
    ...describeChanged(
      changed.filter((one) => !isSent(one)),
      'push --all',
    ),
    ...say(removed.filter(isSource), 'text', (them, isOne) => {
      const keys = isOne ? 'its key' : 'their keys';
      return `removed here: push --prune archives ${keys}, pull --restore writes ${them} again.`;
    }),
    ...say(removed.filter(isTarget), 'text', (them) => {
      return `removed here: the project keeps translations, pull --restore writes ${them} again.`;
    }),
    ...say(gone, 'text', (them) => {
      return `only in the files, not in the project: pull --prune removes ${them}.`;
    }),
  ];
}

/** Returns a sentence that begins with the number of texts. Returns none without texts. */
function say(
  { length }: readonly Difference[],
  noun: string,
  describe: (them: string, isOne: boolean) => string,
): string[] {
  const isOne = length === 1;
  return length === 0 ? [] : [`${count(length, noun)} ${describe(isOne ? 'it' : 'them', isOne)}`];
}
