import { pseudolocalize } from '@parlance/messages/pseudo';
import { createYieldToLoop } from '../../lib/yield-to-loop.ts';
import {
  type Engine,
  type EngineDefinition,
  EngineError,
  failedSegment,
  type Segment,
  type SegmentResult,
} from './engine.ts';

const SAME_LOCALE = 'The source and the target locale are the same';

/** Matches a tag, an entity or a run of text. A bare `<` or `&` does not match. */
const PIECE = /<\/?[A-Za-z][^<>]*>|&(?:[a-zA-Z]\w*|#\d+|#x[\da-fA-F]+);|[^<&]+/g;

/**
 * Engine for pseudo-localization. Changes the letters of a text so that the result is readable but
 * visibly different. Such texts reveal hard-coded texts, truncated texts and missing fonts.
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
      const yieldToLoop = createYieldToLoop(call.signal);
      for (const segment of call.segments) {
        results.push(translateSegment(segment));
        await yieldToLoop();
      }
      return results;
    },
    async close() {},
  };
}

function translateSegment(segment: Segment): SegmentResult {
  const pieces = segment.body.match(PIECE) ?? [];
  if (pieces.join('') !== segment.body) {
    return failedSegment(segment, 'The text is not in the XML rendering');
  }
  const kept = pieces.map((text) => ({ text, keptLength: keptLengthOf(text) }));
  return { id: segment.id, body: pseudolocalize(kept, segment.context?.maxLength).join('') };
}

/** Returns the visible length of a tag or an entity. Returns null for text. */
function keptLengthOf(piece: string): number | null {
  if (piece.startsWith('<')) return 0;
  return piece.startsWith('&') ? 1 : null;
}
