import { dropLastStop } from './stream.ts';

export interface Framed {
  readonly id: number;
  /** Stream text without superblanks that the engine added. */
  readonly stream: string;
}

const MARK_START = '[</q:';
const END = '[]';

const markOf = (id: number): string => `${MARK_START}${id}>]`;

/**
 * Returns the requests as one block. Each request ends with a superblank that marks it, which Apertium keeps in place.
 * The full stop after the mark ends the last sentence, and the empty superblank makes the tagger flush it. A full stop
 * directly after the text would change the translation ("No." is "Núm.").
 */
export const frame = (requests: readonly Framed[]): string =>
  requests.map(({ id, stream }) => `${stream}${markOf(id)}.${END}`).join('');

/**
 * Returns the answers in a block, in the order of the requests. Returns undefined unless the block has exactly the
 * marks of these requests, in order: otherwise the pipeline has lost a stage or mixed up its texts.
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
    // If no full stop follows the mark, the transfer stage has moved the added full stop: "des del .[</q:1>][]".
    answers.push(end === at + mark.length ? dropLastStop(answer) : answer);
    from = end + END.length;
  }
  return block.includes(MARK_START, from) ? undefined : answers;
}
