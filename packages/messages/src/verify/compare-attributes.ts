import type { Token } from '../token/token.ts';
import { asIs, surplus } from './compare-tokens.ts';
import { type Finding, finding } from './findings.ts';

/** Matches quoted values and braces. Names inside them are not attributes. */
const VALUE = /"[^"]*"|'[^']*'|\{[^{}]*\}/g;
const NAME = /\s([A-Za-z_:@][\w:.@-]*)/g;
/** Attributes that a translation may add or omit, because they describe its language. */
const OF_LANGUAGE: ReadonlySet<string> = new Set(['dir', 'lang', 'xml:lang']);

const namesIn = (tag: string): string[] =>
  /\s/.test(tag)
    ? [...tag.replace(VALUE, '""').matchAll(NAME)].map(([, name]) => name!.toLowerCase())
    : [];

/** Returns the attributes of all tags, such as `a href`. */
function attributesOf(tokens: readonly Token[]): string[] {
  const attributes: string[] = [];
  for (const token of tokens) {
    if (token.type !== 'open' && token.type !== 'void') continue;
    for (const name of namesIn(token.source)) attributes.push(`${token.name} ${name}`);
  }
  return attributes;
}

const tagsOf = (tokens: readonly Token[]): ReadonlySet<string> =>
  new Set(tokens.flatMap((token) => ('name' in token ? [token.name] : [])));

/** Compares the attributes of tags that both texts have. Their values may be words, so they may differ. */
export function compareAttributes(source: readonly Token[], target: readonly Token[]): Finding[] {
  const before = attributesOf(source);
  const after = attributesOf(target);
  if (before.length + after.length === 0) return [];
  const [sourceTags, targetTags] = [tagsOf(source), tagsOf(target)];
  const tagOf = (attribute: string): string => attribute.slice(0, attribute.indexOf(' '));
  const nameOf = (attribute: string): string => attribute.slice(attribute.indexOf(' ') + 1);
  return [
    ...surplus(after, before, asIs)
      .filter(
        (attribute) => sourceTags.has(tagOf(attribute)) && !OF_LANGUAGE.has(nameOf(attribute)),
      )
      .map((attribute) =>
        finding(
          'attribute_extra',
          `${nameOf(attribute)} of <${tagOf(attribute)}> is not in the source`,
          attribute,
        ),
      ),
    ...surplus(before, after, asIs)
      .filter((attribute) => targetTags.has(tagOf(attribute)))
      .map((attribute) =>
        finding(
          'attribute_missing',
          `${nameOf(attribute)} of <${tagOf(attribute)}> is missing`,
          attribute,
        ),
      ),
  ];
}
