import type { FileRow } from '@parlance/formats';

/** Words of user-interface strings, in the proportions of a real application. */
export const VERBS = ['Save', 'Delete', 'Open', 'Rename', 'Share', 'Review', 'Approve', 'Schedule'];
export const THINGS = [
  'project',
  'invoice',
  'member',
  'report',
  'address',
  'translation',
  'calendar',
];
export const KINDS = ['new', 'archived', 'shared', 'pending', 'recent'];
const SENTENCES = [
  'You have {count} open tasks.',
  '{name} changed this page.',
  'This cannot be undone.',
  'Ask an administrator for access.',
];
const AREAS = ['account', 'billing', 'editor', 'home', 'reports', 'search', 'settings', 'team'];
const ROLES = ['title', 'label', 'hint', 'error', 'button'];
const MESSAGES_A_SCREEN = 20;
/** Number of rows in a batch. */
const BATCH = 1_000;

/** Yields `count` names and texts with a mean length of 25 characters. They are the same on every run. */
export function* messagesOf(count: number, edition = ''): Generator<[name: string, text: string]> {
  let seed = 20_260_101;
  const pick = <Item>(items: readonly Item[]): Item => {
    // Uses the linear congruential generator of Numerical Recipes.
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return items[Math.floor((seed / 2 ** 32) * items.length)]!;
  };
  for (let index = 0; index < count; index++) {
    const screen = Math.floor(index / MESSAGES_A_SCREEN);
    const area = AREAS[screen % AREAS.length]!;
    const name = `${area}.screen_${screen}.${ROLES[index % ROLES.length]}_${index % MESSAGES_A_SCREEN}`;
    let text = `${pick(VERBS)} the ${pick(KINDS)} ${pick(THINGS)}`;
    if (index % 4 === 0) text = pick(SENTENCES);
    else if (index % 4 === 1) text = `${pick(VERBS)} ${pick(THINGS)}`;
    yield [name, text + edition];
  }
}

/** Yields the messages as rows of a file in German. In pairs, the rows also have the English texts. */
export async function* fileRowsOf(
  count: number,
  isPair: boolean,
  translate = (source: string, _at: number): string => `${source} (de)`,
): AsyncGenerator<FileRow[], void> {
  const state = 'translated' as const;
  let batch: FileRow[] = [];
  let at = 0;
  for (const [name, source] of messagesOf(count)) {
    const target = { localeTag: 'de', text: translate(source, at++), state };
    batch.push({
      name,
      values: isPair ? [{ localeTag: 'en', text: source, state }, target] : [target],
    });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
