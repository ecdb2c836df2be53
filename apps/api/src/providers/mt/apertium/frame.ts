import { dropLastStop } from './stream.ts';

export interface Framed {
  readonly id: number;
  readonly stream: string;
}

const MARK_START = '[</q:';
const END = '[]';

const markOf = (id: number): string => `${MARK_START}${id}>]`;

/**
 * Combines requests into one block. Each request ends with a superblank that contains the number of the request. A full
 * stop directly after the text would change the translation ("No." becomes "Núm.").
 */
export const frame = (requests: readonly Framed[]): string =>
  requests.map(({ id, stream }) => `${stream}${markOf(id)}.${END}`).join('');

/**
 * Splits a block into the answers to the requests. Returns undefined if the block lacks the mark of
 * a request, or if the marks are in another order.
 */
export function unframe(requests: readonly Framed[], block: string): string[] | undefined {
  const answers: string[] = [];
  let from = 0;
  for (const { id } of requests) {
    const mark = markOf(id);
    const at = block.indexOf(MARK_START, from);
    const end = block.indexOf(END, at + mark.length);
    if (at === -1 || end === -1 || !block.startsWith(mark, at)) return undefined;
    const answer = block.slice(from, at);
    // The full stop may come before the mark: "des del .[</q:1>][]". In this case, the full stop is
    // removed from the answer.
    answers.push(end === at + mark.length ? dropLastStop(answer) : answer);
    from = end + END.length;
  }
  return block.includes(MARK_START, from) ? undefined : answers;
}
