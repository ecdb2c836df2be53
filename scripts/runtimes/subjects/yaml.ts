import { yaml } from '../../../packages/formats/src/yaml/yaml.ts';
import type { Random } from '../../../packages/messages/test/adversary/random.ts';
import { psych, rubyI18n, symfony, symfonyWriter } from '../readers/programs.ts';
import type { BaseFile, Subject } from '../subject.ts';
import { anyName, asStored, borderText, hexOf, isSimple } from '../texts.ts';
import { nestedName, treeOf } from './json.ts';

type Tree = { readonly [name: string]: unknown };

const quoted = (text: string): string =>
  JSON.stringify(text)
    .replaceAll(/[^\0-\x7e]/g, (one) => `\\u${hexOf(one)}`)
    .replaceAll(
      /\\u(d[89ab]..)\\u(d[c-f]..)/g,
      (_, high, low) =>
        `\\U${(0x10000 + ((Number.parseInt(high, 16) - 0xd800) << 10) + Number.parseInt(low, 16) - 0xdc00).toString(16).padStart(8, '0')}`,
    );

/** Returns a scalar in one of the styles that can express the text. */
function scalarOf(text: string, random: Random, indent: string): string {
  const styles = [quoted(text)];
  const isPrintable = /^[\x20-\x7e\n\u00a1-\u00ac\u0100-\u1fff\u3000-\ud7ff]*$/.test(text);
  if (isPrintable && !text.includes('\n')) styles.push(`'${text.replaceAll("'", "''")}'`);
  if (isSimple(text) && text.includes(' ')) styles.push(text, text);
  if (isPrintable && /^[^\s](?:.*[^\s])?(?:\n[^\s](?:.*[^\s])?)*$/.test(text)) {
    const lines = text.split('\n').map((line) => `${indent}  ${line}`);
    styles.push(`|-\n${lines.join('\n')}`);
    if (!text.includes('\n')) styles.push(`>-\n${lines.join('\n')}`);
  }
  return random.pick(styles);
}

const nameOf = (name: string, random: Random): string =>
  /^[a-z]+_\d+$/.test(name) && random.next() < 0.8 ? name : quoted(name);

function linesOf(tree: Tree, random: Random, indent: string): string[] {
  return Object.entries(tree).flatMap(([name, value]): string[] => {
    const lines = random.next() < 0.1 ? [`${indent}# a note: with "quotes"`] : [];
    if (random.next() < 0.05) lines.push('');
    if (typeof value !== 'string') {
      const below = linesOf(value as Tree, random, `${indent}  `);
      return [...lines, `${indent}${nameOf(name, random)}:`, ...below];
    }
    const scalar = scalarOf(value, random, indent);
    const note = random.next() < 0.1 && !scalar.includes('\n') ? ' # a remark' : '';
    return [...lines, `${indent}${nameOf(name, random)}: ${scalar}${note}`];
  });
}

function baseOf(file: BaseFile, separator: string | null, root: string | null): string {
  const { random } = file;
  const tree = treeOf(file, separator);
  const lines = linesOf(root === null ? tree : { [root]: tree }, random, '');
  const head = random.next() < 0.3 ? ['---'] : [];
  const text = ['# Texts of the app', ...head, ...lines, '# the end'].join('\n');
  return `${lines.length === 0 ? `${root === null ? '' : `${root}: {}`}` : text}\n`;
}

const base = {
  format: yaml,
  textOf: (random: Random) => asStored(borderText(random)),
};

export const yamlFlat: Subject = {
  ...base,
  id: 'yaml (flat, Psych)',
  writing: { keySeparator: null, shape: 'flat' },
  nameOf: anyName,
  baseOf: (file) => baseOf(file, null, null),
  readers: [psych('.')],
};

/** Symfony does not support multi-line keys (`? |-`), which Psych writes. */
export const yamlFlatSymfony: Subject = {
  ...yamlFlat,
  id: 'yaml (flat, Symfony)',
  readers: [symfony('yaml')],
};

export const yamlNested: Subject = {
  ...base,
  id: 'yaml (nested)',
  writing: { keySeparator: '.', shape: 'nested' },
  nameOf: nestedName,
  baseOf: (file) => baseOf(file, '.', null),
  readers: [symfonyWriter('yaml')],
};

export const yamlRails: Subject = {
  ...base,
  id: 'yaml (Rails)',
  writing: { keySeparator: '.', shape: 'nested', forRuby: true },
  nameOf: nestedName,
  baseOf: (file) => baseOf(file, '.', file.localeTag),
  readers: [rubyI18n],
};
