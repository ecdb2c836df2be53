import { dropLastStop } from './stream.ts';

export interface Framed {
  readonly id: number;
  /** Stream text without blanks of the engine's own. */
  readonly stream: string;
}

const MARK_START = '[</q:';
const END = '[]';

const markOf = (id: number): string => `${MARK_START}${id}>]`;

/**
 * Requests as one block. Each ends with a superblank of its own, which Apertium keeps in place. The
 * full stop behind it ends the last sentence, and the empty superblank makes the tagger let go of
 * it; a full stop directly behind the text would change it ("No." is "Núm.").
 */
export const frame = (requests: readonly Framed[]): string =>
  requests.map(({ id, stream }) => `${stream}${markOf(id)}.${END}`).join('');

/**
 * The answers of a block, in the order of its requests. `undefined` if it does not bear the marks
 * of these, one after the other, and no others: it comes from a pipeline that has lost a stage or
 * the order of its texts.
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
    // If the mark is followed by no full stop, transfer has moved ours: "des del .[</q:1>][]".
    answers.push(end === at + mark.length ? dropLastStop(answer) : answer);
    from = end + END.length;
  }
  return block.includes(MARK_START, from) ? undefined : answers;
}
