import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import { collectRows, inOneChunk, TEST_LIMITS } from '../../../test/conformance/io.ts';
import { xliff } from '../xliff.ts';

const fileOf = (target: string, space = '') =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="en" target-language="de" datatype="plaintext"${space}><body><trans-unit id="a"><source>S</source><target>${target}</target></trans-unit></body></file></xliff>`;

const read = async (target: string, space?: string) => {
  const options = {
    keySeparator: '.',
    sourceLocaleTag: 'en',
    localeTag: 'de',
    limits: TEST_LIMITS,
  };
  const { rows } = await collectRows(
    xliff,
    inOneChunk(Buffer.from(fileOf(target, space))),
    options,
  );
  return rows[0]!.values.at(-1)!.text;
};

type Node = string | { name: string; children: readonly Node[] };

/** Writes content like the npm library `xliff`: each element starts on a new line. */
function layOut(nodes: readonly Node[], indent: string): string {
  if (nodes.every((node) => typeof node === 'string')) return nodes.join('');
  const inside = nodes.map((node) =>
    typeof node === 'string' ? node : `\n${indent}${tagOf(node, indent)}`,
  );
  return `${inside.join('')}\n${indent.slice(2)}`;
}

const tagOf = ({ name, children }: Exclude<Node, string>, indent: string): string =>
  name.startsWith('x') ? `<${name}/>` : `<${name}>${layOut(children, `${indent}  `)}</g>`;

const inLine = (nodes: readonly Node[]): string =>
  nodes
    .map((node) =>
      typeof node === 'string'
        ? node
        : node.name.startsWith('x')
          ? `<${node.name}/>`
          : `<${node.name}>${inLine(node.children)}</g>`,
    )
    .join('');

describe('the layout around codes of XLIFF 1.2', () => {
  const text = fc.constantFrom('Hallo ', 'du', '!', ' a b ', 'x');
  const leaf = fc.record({ name: fc.constant('x id="1"'), children: fc.constant<Node[]>([]) });
  const node = fc.oneof(
    leaf,
    fc.record({
      name: fc.constant('g id="2"'),
      children: fc.array(fc.oneof(text, leaf), { maxLength: 3 }),
    }),
  );

  it('does not become a part of the text if the npm library xliff wrote the layout', async () => {
    const content = fc.array(fc.oneof(text, node), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(content, async (nodes) => {
        fc.pre(nodes.some((node) => typeof node !== 'string'));
        expect(await read(layOut(nodes, '    '))).toBe(await read(inLine(nodes)));
      }),
      { numRuns: testRuns(40) },
    );
  });

  it('remains a part of the text if white space is preserved, or if codes are inside lines', async () => {
    const laidOut = 'Hallo \n    <g id="1">du</g>!\n  ';
    expect(await read(laidOut)).toBe('Hallo <g id="1">du</g>!');
    expect(await read(laidOut, ' xml:space="preserve"')).toBe(laidOut);
    for (const own of [
      'a\n  b <x id="1"/> c',
      '<x id="1"/> a\nb',
      'a <x id="1"/>\n',
      'a\n<x id="1"/>b<x id="2"/>',
    ]) {
      expect(await read(own)).toBe(own);
    }
  });
});
