import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Syntax } from '../../packages/messages/test/code/make-code.ts';

/** Packages whose parsers check the structures. */
export const PACKAGES = [
  '@angular/compiler@21.2.26',
  '@fluent/bundle@0.19.1',
  '@formatjs/icu-messageformat-parser@3.5.23',
  '@intlify/message-compiler@11.4.2',
  'ejs@7.0.2',
  'handlebars@4.7.10',
  'liquidjs@10.30.1',
  'messageformat@4.0.0',
  'nunjucks@3.2.4',
  'svelte@5.57.3',
];

/** Returns the structure of a text without its words. Throws if the library cannot parse the text. */
export type ReadStructure = (text: string) => unknown;

// biome-ignore lint/suspicious/noExplicitAny: the syntax trees of ten libraries have no common type
type Any = any;

const PLACES = new Set([
  'loc',
  'location',
  'start',
  'end',
  'lineno',
  'colno',
  'range',
  'span',
  'name_loc',
  'sourceSpan',
  'startSourceSpan',
  'endSourceSpan',
  'nameSpan',
  'keySpan',
  'parseLocation',
  'absoluteOffset',
  'valueSpan',
  'input',
  'parent',
  'metadata',
  'errors',
  'fullSpan',
]);

/** Sorts placeholders, which may move inside their block. Blocks keep their position in the tree. */
const unordered = (nodes: unknown[]): unknown[] =>
  nodes.toSorted((a, b) => (String(JSON.stringify(a)) < String(JSON.stringify(b)) ? -1 : 1));

/** Copies a syntax tree without source positions and without the nodes that `isText` matches. */
function prune(node: Any, isText: (node: Any) => boolean, depth = 0): unknown {
  if (node === null || typeof node !== 'object') {
    return typeof node === 'function' ? undefined : node;
  }
  if (depth > 60) return '…';
  if (Array.isArray(node)) {
    return unordered(
      node.filter((one) => !isText(one)).map((one) => prune(one, isText, depth + 1)),
    );
  }
  const kind = node.constructor === Object ? [] : [['kind', node.constructor?.name]];
  return Object.fromEntries([
    ...kind,
    ...Object.entries(node)
      .filter(([key, value]) => !PLACES.has(key) && !isText(value))
      .map(([key, value]) => [key, prune(value, isText, depth + 1)]),
  ]);
}

const isString = (node: unknown): boolean => typeof node === 'string';

function angular({ parseTemplate }: Any): ReadStructure {
  return (text) => {
    const { errors, nodes } = parseTemplate(text, 'text.html', {
      enableBlockSyntax: true,
      enableLetSyntax: true,
      preserveWhitespaces: true,
    });
    if (errors?.length) throw new Error(errors[0].msg);
    const read = (node: Any): unknown[] => {
      const kind = node.constructor.name;
      if (kind === 'Text') return [];
      const source = node.value?.source ?? node.expression?.source ?? '';
      if (kind === 'BoundText') return source.match(/\{\{.*?\}\}/gs);
      const inner = ['branches', 'groups', 'cases', 'children', 'empty'].map((key) =>
        unordered([node[key] ?? []].flat().flatMap(read)),
      );
      return [[kind, source, ...inner]];
    };
    return unordered(nodes.flatMap(read));
  };
}

const codeOfTags = (text: string, pattern: RegExp): string[] =>
  (text.match(pattern) ?? []).toSorted();

function liquidOf({ Liquid, Tokenizer, TokenKind }: Any): ReadStructure {
  const reader = new Liquid();
  return (text) => {
    reader.parse(text);
    return new Tokenizer(text)
      .readTopLevelTokens()
      .filter(({ kind }: Any) => kind !== TokenKind.HTML)
      .map((token: Any) => token.getText())
      .toSorted();
  };
}

const jinjaOf =
  ({ parser }: Any): ReadStructure =>
  (text) =>
    prune(parser.parse(text), (node) => {
      const isOutput = node?.typename === 'Output';
      return isOutput && node.children.every((child: Any) => typeof child.value === 'string');
    });

/** Loads the parsers from the folder in which the packages are installed. */
export async function loadStructures(folder: string): Promise<ReadonlyMap<Syntax, ReadStructure>> {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const load = (name: string): Promise<Any> => import(resolve(name));
  const mf2 = await load('messageformat');
  const fluent = await load('@fluent/bundle');
  const handlebars = (await load('handlebars')).default;
  const liquid = await load('liquidjs');
  const svelte = (await load('svelte/compiler')).default;
  const nunjucks = (await load('nunjucks')).default;
  const ejs = (await load('ejs')).default;
  const vue = await load('@intlify/message-compiler');
  const icu = await load('@formatjs/icu-messageformat-parser');
  const compiler = await load('@angular/compiler');
  return new Map<Syntax, ReadStructure>([
    ['MessageFormat 2', (text) => prune(mf2.parseMessage(text), isString)],
    [
      'Fluent',
      (text) => {
        const { body } = new fluent.FluentResource(`key = ${text}\n`);
        if (body.length !== 1) throw new Error('not one message');
        return isString(body[0].value) ? [] : prune(body[0].value, isString);
      },
    ],
    [
      'Handlebars',
      (text) => prune(handlebars.parse(text), (node) => node?.type === 'ContentStatement'),
    ],
    ['Liquid', liquidOf(liquid)],
    ['Jinja', jinjaOf(nunjucks)],
    [
      'Svelte',
      (text) =>
        prune(svelte.parse(text, { modern: true }).fragment, (node) => node?.type === 'Text'),
    ],
    ['Angular', angular(compiler)],
    [
      'ERB',
      (text) => {
        ejs.compile(text);
        return codeOfTags(text, /<%.*?%>|<\/?\w+/gs);
      },
    ],
    [
      'Vue',
      (text) => {
        const parser = vue.createParser({
          onError: (error: Error) => {
            throw error;
          },
        });
        return prune(parser.parse(text), (node) => node?.type === 3);
      },
    ],
    ['ICU', (text) => prune(icu.parse(text, { ignoreTag: false }), (node) => node?.type === 0)],
    ['Blade', (text) => codeOfTags(text, /@\w+(?:\(.*?\))?|\{\{.*?\}\}|\{!!.*?!!\}/gs)],
    [
      'Razor',
      (text) =>
        codeOfTags(
          text,
          /@\*.*?\*@|@if \(.*?\) \{|\} else \{|@[\w.]+(?:\(.*?\))?|@\(.*?\)|\}|<\/?p>/gs,
        ),
    ],
  ]);
}
