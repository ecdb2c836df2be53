import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { FormatError } from '../format.ts';
import { type JsonTokenHandler, JsonTokenizer } from './tokens.ts';

const LIMITS = { depth: 64, memberLength: 2048, valueLength: 100_000 };

/** Writes the tokens as JSON without white space. Numbers keep their original digits. */
class Recorder implements JsonTokenHandler {
  text = '';
  positions: string[] = [];
  tokenizer: JsonTokenizer | null = null;

  startObject(): void {
    this.#add('{');
  }
  endObject(): void {
    this.text += '}';
  }
  startArray(): void {
    this.#add('[');
  }
  endArray(): void {
    this.text += ']';
  }
  member(name: string): void {
    this.#add(`${JSON.stringify(name)}:`);
  }
  string(text: string): void {
    this.#add(JSON.stringify(text));
  }
  literal(source: string): void {
    this.#add(source);
  }
  path(): string {
    return 'the.path';
  }

  #add(token: string): void {
    const position = this.tokenizer?.position;
    this.positions.push(`${token}@${position?.line}:${position?.column}`);
    this.text += /^[[{:]|^$/.test(this.text.slice(-1)) ? token : `,${token}`;
  }
}

function pieces(text: string, cuts: readonly number[]): string[] {
  const found: string[] = [];
  let start = 0;
  const places = cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
  for (const place of places) {
    found.push(text.slice(start, place));
    start = place;
  }
  return [...found, text.slice(start)];
}

function record(parts: readonly string[], limits = LIMITS): Recorder {
  const recorder = new Recorder();
  const tokenizer = new JsonTokenizer(recorder, limits);
  recorder.tokenizer = tokenizer;
  for (const part of parts) tokenizer.write(part);
  tokenizer.end();
  return recorder;
}

function faultOf(text: string, cuts: readonly number[] = [], limits = LIMITS): FormatError {
  try {
    record(pieces(text, cuts), limits);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error(`not refused: ${text}`);
}

/** Returns all ways to split a short text into two pieces, and the split into single characters. */
function allCuts(text: string): number[][] {
  return [[], ...Array.from(text, (_, index) => [index]), Array.from(text, (_, index) => index)];
}

describe('JsonTokenizer', () => {
  it('reads the same values as JSON.parse, wherever the chunks end', () => {
    const value = fc.jsonValue({ stringUnit: 'binary', noUnicodeString: false, maxDepth: 4 });
    fc.assert(
      fc.property(
        value,
        fc.constantFrom('', ' ', '\t', '  '),
        fc.array(fc.nat()),
        (json, indent, cuts) => {
          const text = JSON.stringify(json, null, indent);
          fc.pre(!text.includes('\\u0000') && !/\\ud[89a-f]/.test(text));
          expect(record(pieces(text, cuts)).text).toBe(JSON.stringify(JSON.parse(text)));
        },
      ),
      { numRuns: testRuns(100) },
    );
  });

  it('accepts exactly the texts that JSON.parse accepts', () => {
    const fragment = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '"b"',
      '"',
      '\\',
      '\\u00e9',
      '\\ud83d\\ude00',
      '\\x',
      '\\u12',
      '0',
      '1',
      '-',
      '+',
      '.',
      'e',
      'E5',
      '01',
      '1.5',
      '-0',
      'true',
      'false',
      'null',
      'nul',
      'NaN',
      ' ',
      '\n',
      '\r\n',
      '\t',
      '\u00a0',
      '\ufeff',
      '\u0001',
      '//',
      "'",
      'é',
    );
    const whole = fc.constantFrom(
      '{"a":1,"b":[true,null,{"c":"x\\n"}]}',
      '[1.10,-2e+5,"é"]',
      '{"a":{},"b":[]}',
      '"x"',
      '1',
    );
    const edited = fc
      .tuple(whole, fc.nat(), fc.nat(3), fragment)
      .map(([text, at, removed, added]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + added + text.slice(place + removed);
      });
    const anyText = fc.oneof(
      edited,
      fc.array(fragment, { maxLength: 8 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(anyText, fc.array(fc.nat()), (text, cuts) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        let isTaken = true;
        try {
          record(pieces(text, cuts));
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          if (!error.isMalformed) return;
          isTaken = false;
        }
        expect(isTaken).toBe(isJson);
      }),
      { numRuns: testRuns(1000) },
    );
  });

  it('keeps the source text of numbers', () => {
    const text = '[1.10,1e5,-0,0.0,1E+2,12345678901234567890.0]';
    for (const cuts of allCuts(text)) expect(record(pieces(text, cuts)).text).toBe(text);
    expect(record(['12', '3']).text).toBe('123');
  });

  it('reads every escape, wherever it is cut', () => {
    const text = '["\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDe00é😀"]';
    const expected = JSON.stringify(JSON.parse(text));
    for (const cuts of allCuts(text)) expect(record(pieces(text, cuts)).text).toBe(expected);
  });

  it('rejects escaped unpaired surrogates and U+0000 with their path and position', () => {
    for (const text of ['"\\ud800"', '"\\ud800a"', '"\\udc00\\ud800"', '"\\u0000"', '"\\ud83dé"']) {
      for (const inside of [`{\n "a": ${text}}`, `{\n  ${text}:1}`]) {
        for (const cuts of allCuts(inside)) {
          expect(faultOf(inside, cuts)).toMatchObject({
            path: 'the.path',
            line: 2,
            isMalformed: false,
          });
        }
      }
    }
  });

  it('reports the line and column of every token, for chunks of any size', () => {
    const text = '{\r\n  "a": 1,\n\n\t"b" : [ "é\\n", "\\u0041",\n{} ] }';
    const expected = [
      '{@1:1',
      '"a":@2:3',
      '1@2:8',
      '"b":@4:2',
      '[@4:8',
      '"é\\n"@4:10',
      '"A"@4:17',
      '{@5:1',
    ];
    for (const cuts of allCuts(text)) {
      expect(record(pieces(text, cuts)).positions).toEqual(expected);
    }
  });

  it('reports the line and column of a syntax error', () => {
    expect(faultOf('{\n  "a": 1,\n}')).toMatchObject({ line: 3, column: 1 });
    expect(faultOf('{"a" 1}')).toMatchObject({ line: 1, column: 6 });
    expect(faultOf('{"a":\n\n  truE}')).toMatchObject({ line: 3, column: 3 });
    expect(faultOf('["a\tb"]')).toMatchObject({ line: 1, column: 4 });
    expect(faultOf('["ab\\q"]')).toMatchObject({ line: 1, column: 5 });
    expect(faultOf('[01]')).toMatchObject({ line: 1, column: 2 });
    expect(faultOf('{"a":1}\n x')).toMatchObject({ line: 2, column: 2 });
    expect(faultOf('{"a":"b')).toMatchObject({ line: 1, column: 8 });
    expect(faultOf(' \n ')).toMatchObject({ line: 2, column: 2, isMalformed: true });
  });

  it('rejects a duplicate member with its position, but accepts the same name in different objects', () => {
    const long = 'a name of more than thirteen characters';
    for (const name of ['a', '', '__proto__', long]) {
      const member = JSON.stringify(name);
      expect(faultOf(`{${member}:1,\n ${member}:1}`)).toMatchObject({ line: 2, column: 2 });
      expect(faultOf(`{"x":[{${member}:{},"b":1,\n${member}:[]}]}`)).toMatchObject({
        line: 2,
        column: 1,
      });
      const nested = `{${member}:{${member}:[{${member}:1},{${member}:2}]}}`;
      expect(record([nested]).text).toBe(nested);
    }
    expect(faultOf('{"\\u0061":1,"a":2}')).toMatchObject({ column: 13 });
  });

  it('accepts nesting up to the limit and no deeper', () => {
    const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + 1 + '}]'.repeat(depth / 2);
    expect(record([nested(64)]).text).toBe(nested(64));
    expect(faultOf(nested(66))).toMatchObject({ line: 1, column: 1 + 32 * 6 });
  });

  it('rejects strings, numbers and names that are too long before they are complete', () => {
    const limits = { depth: 4, memberLength: 10, valueLength: 20 };
    for (const start of ['["', '[', '{"']) {
      const tokenizer = new JsonTokenizer(new Recorder(), limits);
      tokenizer.write(start);
      let written = 0;
      const writeOn = () => {
        for (; written < 1000; written++) tokenizer.write('1');
      };
      expect(writeOn).toThrow(FormatError);
      expect(written).toBeLessThanOrEqual(40);
    }
    expect(faultOf('["123456789012345678901"]', [], limits).message).toContain('20');
    expect(record(['{"😀😀😀😀😀😀😀😀😀😀":1}'], limits).text).toContain('😀');
  });

  it('streams a string to the sink in whole characters', () => {
    const text = '"x\\ud83d\\ude00y😀\\n\\u00e9"';
    for (const cuts of allCuts(text)) {
      const recorder = new Recorder();
      const tokenizer = new JsonTokenizer(recorder, { ...LIMITS, valueLength: 2 });
      const found: string[] = [];
      tokenizer.stringSink = (piece) => {
        expect(piece.isWellFormed()).toBe(true);
        found.push(piece);
      };
      const parts = pieces(text, cuts);
      const isWhole = parts.every((part) => part.isWellFormed());
      if (!isWhole) continue;
      for (const part of parts) tokenizer.write(part);
      tokenizer.end();
      expect(found.join('') + JSON.parse(recorder.text)).toBe('x😀y😀\né');
    }
  });

  it('rejects characters that cannot be stored in a string for the sink, wherever the chunks end', () => {
    for (const text of [
      '"x\\ud800yé"',
      '"\\udc00"',
      '"\\ud83d\\u0041"',
      '"a\\u0000b"',
      '"a\\ud83d"',
    ]) {
      for (const cuts of allCuts(text)) {
        const tokenizer = new JsonTokenizer(new Recorder(), LIMITS);
        tokenizer.stringSink = () => {};
        const write = () => {
          for (const part of pieces(text, cuts)) tokenizer.write(part);
        };
        expect(write, `${text} cut at ${cuts}`).toThrow(FormatError);
      }
    }
  });

  it('reads 200,000 chunks of one character within the time limit of a test', () => {
    const limits = { ...LIMITS, valueLength: 300_000 };
    for (const text of [`["${'x'.repeat(200_000)}"]`, `[${'1'.repeat(200_000)}]`]) {
      expect(record([...text], limits).text).toHaveLength(text.length);
    }
  });
});
