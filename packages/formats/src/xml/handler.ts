import type { FormatError } from '../format.ts';
import type { Place, XmlTag } from './namespaces.ts';

/** Receives the tokens of a document. `XmlTokenizer` knows the place of the current token. */
export interface XmlHandler {
  open(tag: XmlTag): void;
  /** For an element without content, the current token is still its start tag. */
  close(isSelfClosing: boolean): void;
  /** Text in the root element, and CDATA sections. A text may come in several parts. */
  text(text: string): void;
  comment?(text: string): void;
  /** Receives the text between `<!DOCTYPE` and the last `>`. */
  doctype(text: string): void;
  /** Receives the XML declaration. The bytes are decoded already. */
  declare(version: string, encoding: string | undefined): void;
  /** Creates the error for a document that is not well-formed. */
  malformed(message: string, place: Place): FormatError;
}
