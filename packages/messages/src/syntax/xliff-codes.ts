/**
 * Matches inline codes of XLIFF 1.2 and 2.x in texts, such as `<x id="A" equiv-text="{{ n }}"/>`.
 * Attributes cannot contain `<` (XML 1.0 §3.1), which keeps the search linear.
 */
const CODE =
  /<(x|g|bx|ex|ph|bpt|ept|it|pc|sc|ec|cp)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))+)\s*(\/?)>/g;
const ID = /\s(?:id|startRef|hex)\s*=\s*("[^"]*"|'[^']*')/;

/**
 * Removes all attributes except `id` from the XLIFF codes in a text. Programs find a code by its
 * id. Other attributes, such as `equiv-text`, are hints for people, and may be missing or outdated.
 */
export const withoutCodeHints = (text: string): string =>
  !text.includes('<')
    ? text
    : text.replace(CODE, (code, name: string, attributes: string, slash: string) => {
        const id = ID.exec(attributes)?.[1];
        return id === undefined ? code : `<${name} id="${id.slice(1, -1)}"${slash}>`;
      });

const CODE_WITH_ID = /^<(?:x|g|bx|ex|ph|bpt|ept|it|pc|sc|ec|cp) id="[^"]*"/;

/**
 * Returns the name by which an XLIFF code is compared, such as `<x id="A">`. Null for other markup.
 */
export function codeName(source: string): string | null {
  const match = CODE_WITH_ID.exec(source);
  return match && `${match[0]}>`;
}
