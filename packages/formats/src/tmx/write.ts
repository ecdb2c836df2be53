import { requireText } from '../text/utf8.ts';
import { Yielder } from '../text/yielder.ts';
import { escapeAttribute, escapeContent, isXmlText } from '../xliff/inline/characters.ts';
import type { TmxUnit } from './read.ts';

/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;

/** A translation unit to write. Its first variant is in the source language. */
export interface NamedTmxUnit extends TmxUnit {
  /** `tuid`: the name of the key to which the unit belongs. */
  readonly id: string | null;
}

/**
 * Writes translation units as TMX 1.4, in batches. Leaves out units with control characters,
 * because TMX cannot represent them.
 */
export async function* writeTmx(
  batches: AsyncIterable<readonly NamedTmxUnit[]>,
  { sourceLocaleTag, onUnit }: { sourceLocaleTag: string; onUnit?(): void },
): AsyncGenerator<string, void> {
  const yielder = new Yielder();
  const language = escapeAttribute(sourceLocaleTag);
  let piece = `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header creationtool="Parlance" creationtoolversion="1" segtype="block" o-tmf="Parlance" adminlang="en" srclang="${language}" datatype="plaintext"/>
  <body>
`;
  for await (const units of batches) {
    for (const unit of units) {
      if (!unit.variants.every(({ text }) => isXmlText(text))) continue;
      piece += renderUnit(unit);
      onUnit?.();
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
      if (yielder.isDue()) await yielder.pause();
    }
  }
  yield `${piece}  </body>\n</tmx>\n`;
}

function renderUnit({ id, variants }: NamedTmxUnit): string {
  const tuid = id !== null && id !== '' && isXmlText(id) ? ` tuid="${escapeAttribute(id)}"` : '';
  const lines = variants.map(({ localeTag, text }) => {
    requireText(text, id ?? '');
    const language = escapeAttribute(localeTag);
    return `      <tuv xml:lang="${language}"><seg>${escapeContent(text, String)}</seg></tuv>\n`;
  });
  return `    <tu${tuid}>\n${lines.join('')}    </tu>\n`;
}
