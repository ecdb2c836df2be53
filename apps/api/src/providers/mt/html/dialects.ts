/** Syntax of the HTML that a service receives. */
export interface MarkupDialect {
  /** Returns an element that the service does not translate. */
  unit(name: string, content: string): string;
  open(name: string): string;
  close(name: string): string;
  /** Returns the element of a line break or a tab. Absent if the service preserves a character reference. */
  lineBreak?(name: string): string;
  /**
   * Returns the pattern of the elements in a response. Its groups are `unit` or `lineBreak` (the
   * index of the element), `content` of a unit, `slash` of an end tag, and `pair` (its index).
   */
  elements(prefix: string): RegExp;
  /** Returns a pattern that finds the remains of a broken element. */
  remains(prefix: string): RegExp;
  /** True if the service escapes the text of a response, as HTML requires. */
  readonly escapesText: boolean;
}

/**
 * Custom elements for LibreTranslate, which finds an element in the translation by its name and
 * text. Newer servers unescape the text of a response, and older servers do not.
 */
export const OWN_ELEMENTS: MarkupDialect = {
  unit: (name, content) => `<${name} translate="no">${content}</${name}>`,
  open: (name) => `<${name}>`,
  close: (name) => `</${name}>`,
  elements(prefix) {
    const end = `<\\s*/\\s*${prefix}x\\k<unit>\\s*>`;
    const unit = `<\\s*${prefix}x(?<unit>\\d+)\\b[^<>]*?(?:/\\s*>|>(?<content>[^<>]*)${end})`;
    const tag = `<\\s*(?<slash>/\\s*)?${prefix}g(?<pair>\\d+)\\b[^<>]*>`;
    return new RegExp(`${unit}|${tag}`, 'gi');
  },
  remains: (prefix) => new RegExp(`<\\s*(?:/\\s*)?${prefix}[xg]\\d`, 'i'),
  escapesText: false,
};

/**
 * Returns a dialect of standard elements, for services that parse HTML, because such services treat
 * an unknown element as the end of a sentence. `attribute` marks the text that the service does not
 * translate. A service collapses line breaks and tabs in HTML, so they are sent as `<br>`.
 */
export const standardElements = (attribute: string): MarkupDialect => ({
  unit: (name, content) => `<span ${attribute} id="${name}">${content}</span>`,
  open: (name) => `<span id="${name}">`,
  close: () => '</span>',
  lineBreak: (name) => `<br id="${name}">`,
  elements(prefix) {
    const id = (kind: string, group: string) =>
      `\\b[^<>]{0,200}?\\bid\\s*=\\s*["'“”]?\\s*${prefix}${kind}(?<${group}>\\d+)\\b`;
    const lineBreak = `<\\s*br${id('x', 'lineBreak')}[^<>]{0,200}>`;
    const end = '<\\s*/\\s*span\\s*>';
    const unit = `<\\s*span${id('x', 'unit')}[^<>]{0,200}?(?:/\\s*>|>(?<content>[^<>]{0,50})${end})`;
    const tag = `<\\s*(?<slash>/\\s*)?span\\b(?:${id('g', 'pair')})?[^<>]{0,200}>`;
    return new RegExp(`${lineBreak}|${unit}|${tag}`, 'gi');
  },
  remains: (prefix) =>
    new RegExp(`<\\s*(?:span|br)\\b[^<>]{0,200}\\bid\\s*=\\s*["'“”]?\\s*${prefix}[xg]\\d`, 'i'),
  escapesText: true,
});
