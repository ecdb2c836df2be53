import { dropLastStop } from './stream.ts';

export interface Framed {
  readonly id: number;
  /** Text in the stream format, before the engine adds superblanks for the request. */
  readonly stream: string;
}

const MARK_START = '[</q:';
const END = '[]';

const markOf = (id: number): string => `${MARK_START}${id}>]`;

/**
 * Joins requests to one block. Each request ends with a superblank, which Apertium keeps in place.
 * The superblank contains a mark: the number of the request. The full stop after the mark ends the
 * last sentence, and the empty superblank makes the tagger output it. A full stop directly after
 * the text would change the translation ("No." becomes "Núm.").
 */
export const frame = (requests: readonly Framed[]): string =>
  requests.map(({ id, stream }) => `${stream}${markOf(id)}.${END}`).join('');

/**
 * Splits a block into its answers, in the order of the requests. Returns undefined unless the block
 * contains exactly the marks of these requests, in order. If the marks differ, a stage of the
 * pipeline has crashed, or the pipeline has mixed up the texts.
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
    // A full stop follows the mark in the request. If it does not in the answer, the transfer stage
    // has moved the full stop in front of the mark: "des del .[</q:1>][]".
    answers.push(end === at + mark.length ? dropLastStop(answer) : answer);
    from = end + END.length;
  }
  return block.includes(MARK_START, from) ? undefined : answers;
}
