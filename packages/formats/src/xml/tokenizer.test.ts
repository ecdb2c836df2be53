import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { FormatError } from '../format.ts';
import { XmlTokenizer } from './tokenizer.ts';

interface Read {
  events: string[];
  error: FormatError | Error | null;
}

/** Records the calls of a tokenizer. Adjacent texts are joined. */
class Notes {
  readonly events: string[] = [];
  #texts: string[] = [];

  text(text: string): void {
    this.#texts.push(text);
  }

  add(...parts: readonly unknown[]): void {
    const text = this.#texts.join('');
    this.#texts = [];
    if (text !== '') this.events.push(`text ${text}`);
    this.events.push(parts.map(String).join(' '));
  }
}

function readByUs(pieces: readonly string[]): Read {
  const note = new Notes();
  const { events } = note;
  const tokens = new XmlTokenizer({
    open({ qualifiedName: name, uri, attributes, isSelfClosing }) {
      const said = attributes.map(
        (attribute) => `${attribute.name}{${attribute.uri}}${attribute.local}=${attribute.value}`,
      );
      note.add('open', name, uri, isSelfClosing, said.join(' '));
    },
    close: () => note.add('close'),
    text: (text) => note.text(text),
    comment: (text) => note.add('comment', text),
    doctype: (text) => note.add('doctype', text),
    declare: (version, encoding) => note.add('declare', version, encoding),
    malformed: (message, { line, column }) => new FormatError(message, { line, column }),
  });
  try {
    for (const piece of pieces) tokens.write(piece);
    tokens.close();
    return { events, error: null };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { events, error };
  }
}

function readBySaxes(pieces: readonly string[]): Read {
  const note = new Notes();
  const { events } = note;
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  let depth = 0;
  parser.on('opentag', ({ name, uri, attributes, isSelfClosing }) => {
    depth += 1;
    const said = Object.values(attributes)
      .filter((attribute) => attribute.uri !== 'http://www.w3.org/2000/xmlns/')
      .map(
        (attribute) => `${attribute.name}{${attribute.uri}}${attribute.local}=${attribute.value}`,
      );
    note.add('open', name, uri, isSelfClosing, said.join(' '));
  });
  parser.on('closetag', () => {
    depth -= 1;
    note.add('close');
  });
  parser.on('text', (text) => depth > 0 && note.text(text));
  parser.on('cdata', (text) => note.text(text));
  parser.on('comment', (text) => note.add('comment', text));
  parser.on('doctype', (text) => note.add('doctype', text));
  parser.on('xmldecl', ({ version, encoding }) => note.add('declare', version, encoding));
  parser.on('error', (error) => {
    throw error;
  });
  try {
    for (const piece of pieces) parser.write(piece);
    parser.close();
    return { events, error: null };
  } catch (error) {
    return { events, error: error as Error };
  }
}

function cut(text: string, places: readonly number[]): string[] {
  const ends = [...places.map((place) => place % (text.length + 1)), text.length];
  ends.sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

const PARTS = [
  '<a>',
  '</a>',
  '<a >',
  '</a >',
  '<b/>',
  '<a b="c">',
  '<a b=\'c"\' d = "e\t\n\r\n\r\'">',
  '<p:a xmlns:p="u" p:b="c">',
  '</p:a>',
  '<p:b/>',
  '<a xmlns="v">',
  '<é ü="ß">',
  '</é>',
  '<a b="c" b="d"/>',
  '<a p:x="1" q:x="2" xmlns:p="u" xmlns:q="u"/>',
  '<a xml:lang="de"/>',
  '<a xmlns:xml="u"/>',
  '<a xmlns:p=""/>',
  '<a xmlns:xmlns="u"/>',
  '<a:b:c/>',
  '<:a/>',
  '<a b>',
  '<a b=c>',
  '<a b="<">',
  '<a b="&lt;&#65;&#x1F600;">',
  '<a b="c"d="e">',
  '<a / >',
  '<1>',
  '<>',
  '&amp;',
  '&gt;',
  '&#x20;',
  '&#X20;',
  '&#0;',
  '&#xD800;',
  '&x;',
  '&',
  '&;',
  '&#;',
  ';',
  '&a b;',
  '<!--',
  '-->',
  '--',
  '-',
  '<!-- a -->',
  '<!---->',
  '<!-->',
  '<![CDATA[',
  ']]>',
  ']',
  '>',
  '<',
  '<![CDATA[ a ]] ]]>',
  '<!DOCTYPE a>',
  '<!DOCTYPE a [<!ENTITY b "c>">]>',
  '<!DOCTYPE',
  '<!x>',
  '<!DOCTYPE a [<!-- ]> " --> <?p ]> ?>]>',
  '<?xml version="1.0"?>',
  '<?p q?>',
  '<? p?>',
  '?>',
  "<?xml version='1.0' encoding='UTF-8' standalone=\"yes\" ?>",
  '<?xml version="2.0"?>',
  '<?p:q?>',
  'text',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\t',
  'é',
  '😀',
  '\0',
  '\x7f',
  '\ufffe',
  '\ufeffx',
];

describe('XmlTokenizer', () => {
  it('accepts and rejects XML like saxes, in chunks of any size', () => {
    const parts = fc.array(fc.constantFrom(...PARTS), { maxLength: 12 });
    const document = fc
      .tuple(fc.boolean(), parts)
      .map(([isWrapped, some]) => (isWrapped ? `<a>${some.join('')}</a>` : some.join('')));
    fc.assert(
      fc.property(document, fc.array(fc.nat(), { maxLength: 6 }), (text, places) => {
        const ours = readByUs(cut(text, places));
        const theirs = readBySaxes([text]);
        expect(ours.error === null, `${ours.error} / ${theirs.error}`).toBe(theirs.error === null);
        if (ours.error === null) expect(ours.events).toEqual(theirs.events);
      }),
      { numRuns: testRuns(3000) },
    );
  });

  it('reports the line and column of an error, in chunks of any size', () => {
    const cases: [text: string, line: number, column: number][] = [
      ['<a>\n\ud83d</a>', 2, 1],
      ['<a>\n  <b c="1" c="2"/></a>', 2, 3],
      ['<a>\r\n\r  <b\n c="<"/></a>', 4, 5],
      ['<a>\nx\n ]]></a>', 3, 2],
      ['<a>\n\u0001</a>', 2, 1],
      ['<a>\n&x;</a>', 2, 1],
      ['<a>\n</b>', 2, 4],
      ['<a>\n', 2, 1],
      ['<a/>\n\n text', 3, 2],
      ['<a>\n<!-- x -- y --></a>', 2, 8],
    ];
    for (const [text, line, column] of cases) {
      for (let place = 0; place <= text.length; place++) {
        const { error } = readByUs(cut(text, [place, place + 3]));
        expect(error, text).toMatchObject({ line, column });
      }
    }
  });

  it('reads long documents with tokens of any kind within the time limit of a test', () => {
    const many = 100_000;
    for (const text of [
      `<a b="${'>'.repeat(many * 8)}"/>`,
      `<a ${Array.from({ length: many }, (_, n) => `b${n}=""`).join(' ')}/>`,
      `<!--${'- '.repeat(many * 4)}--><a/>`,
      `<!DOCTYPE a [${'<!ENTITY b "]>">'.repeat(many / 4)}]><a/>`,
      `<?p ${'?'.repeat(many * 8)}?><a/>`,
      `<a><![CDATA[${']'.repeat(many * 8)}]]></a>`,
      `<a>${']'.repeat(many * 8)}</a>`,
      `<a>${'&amp;'.repeat(many)}</a>`,
      `<a>${'\r'.repeat(many * 4)}</a>`,
      `<a>${'<b/>'.repeat(many)}</a>`,
      `<a${'\n'.repeat(many * 8)}/>`,
      `<a ${Array.from({ length: many / 4 }, (_, n) => `xmlns:n${n}="u"`).join(' ')}>${'<n7:b/>'.repeat(many / 4)}</a>`,
    ]) {
      const pieces = Array.from({ length: Math.ceil(text.length / 512) }, (_, index) =>
        text.slice(index * 512, (index + 1) * 512),
      );
      expect(readByUs(pieces).error).toBeNull();
    }
  });
});
