import type { FileRow, ReadOptions } from '../format.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import {
  isVersion1,
  NAMESPACE_11,
  NAMESPACE_12,
  NAMESPACE_20,
  NAMESPACE_22,
  NO_NAMESPACE,
} from './names.ts';
import { Xliff12 } from './read-12.ts';
import { attributeOf, Session, Structure } from './session.ts';
import { Xliff2 } from './version-2/read.ts';
import { type Scope, type XmlElement, XmlReader } from './xml-reader.ts';

/**
 * Maximum depth of the elements of XLIFF itself: xliff, file, body, unit, segment, text and inline
 * elements.
 */
const OWN_DEPTH = 40;

const VERSIONS = new Map([
  [NO_NAMESPACE, ['1.0', '1.1', '1.2']],
  [NAMESPACE_11, ['1.1']],
  [NAMESPACE_12, ['1.2']],
  [NAMESPACE_20, ['2.0', '2.1', '2.2']],
  [NAMESPACE_22, ['2.0', '2.1', '2.2']],
]);

/**
 * Returns the rows of an XLIFF file (versions 1.0 to 1.2, 2.0, 2.1 and 2.2).
 * @throws FormatError with line and column.
 */
export async function* readXliff(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const { session, reader } = openReader(options);
  for await (const piece of decodeUtf8(bytes)) {
    reader.write(piece);
    yield* session.batches.takeFull();
  }
  reader.end();
  yield* session.batches.takeAll();
}

export function openReader(options: ReadOptions): { session: Session; reader: XmlReader } {
  const session = new Session(options);
  const reader = new XmlReader(new Document(session), {
    maxDepth: options.limits.depth + OWN_DEPTH,
  });
  session.fault = (message, place, path) => reader.fault(message, place, path);
  return { session, reader };
}

class Document extends Structure {
  constructor(session: Session) {
    super(session, 'document');
  }

  protected get section(): string {
    return 'XML 1.0 2.1';
  }

  open(element: XmlElement): Scope {
    const { name, uri, place } = element;
    if (name !== 'xliff') {
      throw this.session.fault(`the root element must be <xliff>, not <${name}>`, place);
    }
    const versions = VERSIONS.get(uri);
    if (versions === undefined) {
      const message = `the namespace ${JSON.stringify(uri)} is not the namespace of XLIFF 1.1, 1.2, 2.0, 2.1 or 2.2`;
      throw this.session.fault(message, place);
    }
    const version = attributeOf(element, 'version');
    if (version === undefined || !versions.includes(version)) {
      const found =
        version === undefined ? 'is missing' : `${JSON.stringify(version)} is not supported`;
      const where = uri === NO_NAMESPACE ? 'without a namespace' : `in the namespace ${uri}`;
      throw this.session.fault(`the version ${found} ${where}`, place);
    }
    if (!isVersion1(uri)) return new Xliff2(this.session, element);
    if (uri !== NAMESPACE_12) {
      const found = `XLIFF ${version}${uri === NO_NAMESPACE ? ' without a namespace' : ''}`;
      const message = `the file is ${found}, and was read as XLIFF 1.2`;
      this.session.warn({ path: '', code: 'xliff_version', message });
    }
    return new Xliff12(this.session, element);
  }
}
