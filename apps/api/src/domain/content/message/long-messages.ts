import type { Replacement } from '@parlance/contracts';
import {
  diffTexts,
  type Finding,
  type MessageFormat,
  type MessageTerm,
  maskText,
  repairMessage,
  unmaskInto,
  verifyMessage,
  verifyWithFixes,
  type WordChange,
} from '@parlance/messages';
import { mapCategories } from '@parlance/messages/forms';
import { callInThread } from './call-in-thread.ts';
import {
  type CheckOptions,
  type MessagePair,
  maskTexts,
  verifyPairs,
} from './message-functions.ts';
import { type Replaced, replaceText } from './replace-text.ts';

export type { MessagePair } from './message-functions.ts';

/**
 * Maximum length of messages in the main thread, in code units. Longer messages would block the
 * event loop for more than some milliseconds.
 */
const MAX_UNITS_HERE = 8_000;

const REPLACE_MS_HERE = 10;
const REPLACE_MS_IN_THREAD = 400;

const areLong = (...lists: readonly (readonly string[])[]): boolean =>
  lists.flat().reduce((units, text) => units + text.length, 0) > MAX_UNITS_HERE;

/** Returns a function that verifies a message, in the worker thread if it is long. */
const verifier =
  <Verified>(
    callHere: (...pair: MessagePair) => Verified,
    callThere: (pair: [...MessagePair]) => Promise<Verified>,
  ) =>
  async (source: string, target: string, options: CheckOptions): Promise<Verified> => {
    const distinct = { ...options, terms: distinctTerms(options.terms ?? []) };
    return areLong([source, target])
      ? callThere([source, target, distinct])
      : callHere(source, target, distinct);
  };

export const verify = verifier<readonly Finding[]>(verifyMessage, (pair) =>
  callInThread('verifyMessage', pair),
);

export const verifyAndFix = verifier<readonly Finding[]>(verifyWithFixes, (pair) =>
  callInThread('verifyWithFixes', pair),
);

export const repair = verifier(repairMessage, (pair) => callInThread('repairMessage', pair));

/**
 * Maximum number of message pairs that are verified in the main thread. A worker thread verifies
 * longer lists.
 */
const MAX_PAIRS_HERE = 50;

/** Verifies each pair of messages, in a worker thread if there are many pairs. */
export async function verifyAll(
  pairs: readonly MessagePair[],
): Promise<readonly (readonly Finding[])[]> {
  const distinct = pairs.map(
    ([source, target, options]): MessagePair => [
      source,
      target,
      { ...options, terms: distinctTerms(options.terms ?? []) },
    ],
  );
  const isLong = areLong(
    pairs.map(([source]) => source),
    pairs.map(([, target]) => target),
  );
  return isLong || pairs.length > MAX_PAIRS_HERE
    ? callInThread('verifyPairs', [distinct])
    : verifyPairs(distinct);
}

/** Returns the first term of each id and spelling, because a long text can contain a term thousands of times. */
function distinctTerms(terms: readonly MessageTerm[]): readonly MessageTerm[] {
  if (terms.length < 2) return terms;
  const sourcesById = new Map<string, Set<string>>();
  return terms.filter(({ id, source }) => {
    const sources = sourcesById.get(id);
    if (!sources) sourcesById.set(id, new Set([source]));
    else if (sources.has(source)) return false;
    else sources.add(source);
    return true;
  });
}

export async function mask(text: string, format: MessageFormat): Promise<string> {
  return areLong([text]) ? callInThread('maskText', [text, format]) : maskText(text, format);
}

/** Masks each text, in a worker thread if there are many texts. */
export async function maskAll(
  texts: readonly string[],
  format: MessageFormat,
): Promise<readonly string[]> {
  return texts.length > MAX_PAIRS_HERE || areLong(texts)
    ? callInThread('maskTexts', [texts, format])
    : maskTexts(texts, format);
}

export async function unmask(
  target: string,
  source: string,
  newSource: string,
  format: MessageFormat,
): Promise<string | null> {
  return areLong([target, source, newSource])
    ? callInThread('unmaskInto', [target, source, newSource, format])
    : unmaskInto(target, source, newSource, format);
}

export async function replace(text: string, spec: Replacement): Promise<Replaced> {
  const replaced = areLong([text]) ? 'too_slow' : replaceText(text, spec, REPLACE_MS_HERE);
  if (replaced !== 'too_slow') return replaced;
  return callInThread('replaceText', [text, spec, REPLACE_MS_IN_THREAD]);
}

export async function mapPlurals(
  text: string,
  format: MessageFormat,
  locale: string,
): Promise<string> {
  return areLong([text])
    ? callInThread('mapCategories', [text, format, locale])
    : mapCategories(text, format, locale);
}

export async function diff(
  before: string,
  after: string,
  locale: string,
): Promise<readonly WordChange[]> {
  return areLong([before, after])
    ? callInThread('diffTexts', [before, after, locale])
    : diffTexts(before, after, locale);
}
