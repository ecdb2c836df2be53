import { setImmediate } from 'node:timers/promises';
import {
  type Engine,
  type EngineDefinition,
  EngineError,
  type Segment,
  type SegmentResult,
} from './engine.ts';

const SAME_LOCALE = 'The source and the target locale are the same';
/** Translations of English grow by about this much; short labels by more. */
const EXPANSION = 0.3;
/** Code units that a call translates before the event loop gets a turn. */
const LENGTH_AT_ONCE = 2_000;
const OPENING = '⟪';
const CLOSING = '⟫';

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';
const ACCENTS: ReadonlyMap<string, string> = new Map(
  [...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] ?? letter]),
);
const VOWELS = new Set('aeiouyAEIOUY');
/** A tag, an entity, or a run of text; a bare `<` or `&` is none of them. */
const PIECE = /<\/?[A-Za-z][^<>]*>|&(?:[a-zA-Z]\w*|#\d+|#x[\da-fA-F]+);|[^<&]+/g;

/**
 * Pseudo-localization: text that is plainly not the source, yet can be read. It shows, before there
 * are translations, what is hard-coded, what is cut off and what lacks a font.
 */
export const pseudo: EngineDefinition = {
  id: 'pseudo',
  summary:
    'Accented, longer text in ⟪ ⟫ for testing an interface. Used only if a request or a project names it.',
  settings: [],
  create: createPseudo,
};

function createPseudo(): Engine {
  return {
    id: pseudo.id,
    version: '1',
    capabilities: {
      renderings: ['xml'],
      maxBatchSegments: 1_000,
      maxBatchLength: 200_000,
      maxConcurrentCalls: 8,
      glossary: 'none',
      formality: false,
      context: false,
      local: true,
    },
    async readiness(sourceLocale, targetLocale) {
      return sourceLocale === targetLocale
        ? { status: 'unsupported', reason: SAME_LOCALE }
        : { status: 'ready' };
    },
    async translate(call) {
      call.signal.throwIfAborted();
      if (call.sourceLocale === call.targetLocale)
        throw new EngineError('unsupported_pair', SAME_LOCALE);
      const results: SegmentResult[] = [];
      let length = 0;
      for (const segment of call.segments) {
        results.push(translateSegment(segment));
        length += segment.body.length;
        if (length < LENGTH_AT_ONCE) continue;
        length = 0;
        await setImmediate();
        call.signal.throwIfAborted();
      }
      return results;
    },
    async close() {},
  };
}

function translateSegment(segment: Segment): SegmentResult {
  const pieces = segment.body.match(PIECE) ?? [];
  if (pieces.join('') !== segment.body) {
    const detail = 'The text is not in the XML rendering';
    return { id: segment.id, error: { code: 'engine_bad_response', detail } };
  }
  return { id: segment.id, body: pseudolocalize(pieces, segment.context?.maxLength) };
}

/** Repeats vowels from the start on until the text has grown enough; stays within `maxLength` if it can. */
function pseudolocalize(pieces: readonly string[], maxLength = Number.POSITIVE_INFINITY): string {
  const texts = pieces.map((piece) => (isMarkup(piece) ? null : [...piece]));
  const length = pieces.reduce(
    (sum, piece, index) => sum + (texts[index]?.length ?? (piece.startsWith('&') ? 1 : 0)),
    0,
  );
  const hasBrackets = length + 2 <= maxLength;
  const room = maxLength - length - 2;
  let growth = hasBrackets ? Math.min(Math.ceil(length * EXPANSION), room) : 0;
  const body = pieces
    .map((piece, index) => {
      const characters = texts[index];
      if (characters === null || characters === undefined) return piece;
      return characters
        .map((character, at) => {
          // A letter that already carries an accent keeps it.
          if (/\p{M}/u.test(characters[at + 1] ?? '')) return character;
          const accented = ACCENTS.get(character) ?? character;
          if (growth === 0 || !VOWELS.has(character)) return accented;
          growth--;
          return accented + accented;
        })
        .join('');
    })
    .join('');
  // What has too few vowels, or other letters, grows at its end.
  return hasBrackets ? `${OPENING}${body}${'~'.repeat(growth)}${CLOSING}` : body;
}

function isMarkup(piece: string): boolean {
  return piece.startsWith('<') || piece.startsWith('&');
}
