import type { FormatError } from '../format.ts';
import type { Place, XmlTag } from './namespaces.ts';

/** Takes the tokens of a document. Where the current one stands, `XmlTokenizer` says. */
export interface XmlHandler {
  open(tag: XmlTag): void;
  /** For an element without content, the token is still its start tag. */
  close(isSelfClosing: boolean): void;
  /** Text in the root element, of which a piece of a document may contain any part, and CDATA sections. */
  text(text: string): void;
  comment?(text: string): void;
  /** Gets what stands between `<!DOCTYPE` and the last `>`. */
  doctype(text: string): void;
  /** An XML declaration. The bytes are decoded already. */
  declare(version: string, encoding: string | undefined): void;
  /** Makes the error of a document that is not well-formed. */
  malformed(message: string, place: Place): FormatError;
}
