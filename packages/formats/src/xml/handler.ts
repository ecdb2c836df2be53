import type { FormatError } from '../format.ts';
import type { XmlPosition, XmlTag } from './namespaces.ts';

/** Start of a CDATA section. */
export const CDATA = '<![CDATA[';

export interface XmlHandler {
  open(tag: XmlTag): void;
  /**
   * Called at the end of an element. The current token is the end tag. For an empty-element tag, it
   * is the whole tag.
   */
  close(isSelfClosing: boolean): void;
  /**
   * Receives text inside the root element and the text of CDATA sections. A text may come in
   * several parts. `written` is a part with its references as in the file, or {@link CDATA}.
   */
  text(text: string, written: string): void;
  comment?(text: string): void;
  /** Receives the content of a DOCTYPE, which is the text between `<!DOCTYPE` and the last `>`. */
  doctype(text: string): void;
  declare(version: string, encoding: string | undefined): void;
  malformed(message: string, place: XmlPosition): FormatError;
}
