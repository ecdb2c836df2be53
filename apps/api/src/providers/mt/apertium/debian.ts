import { listFallbacks, listModeLocales } from './locales.ts';

/**
 * Language pairs of Debian 12, by the codes in package names (`apertium-eng-spa`). `>` or `<` marks
 * a package that translates in only one direction.
 */
const PACKAGED_PAIRS = `
  afr-nld arg-cat bel-rus br>fr cat-ita cat>srd dan-nor en-gl eng-cat eng-spa eo<ca eo-en eo<es
  eo<fr es-gl es-pt es<ro eu>en eu>es fr-es fra-cat fra>frp hbs>eng hbs-mkd hbs-slv ind-zlm isl>eng
  isl-swe mkd-bul mkd>eng nno-nob oc-ca oc-es oci-fra pol-szl por-cat pt-gl rus-ukr spa-arg spa-ast
  spa-cat spa-ita srd<ita swe-dan swe-nor urd-hin`;

function indexPackages(): Map<string, string> {
  const index = new Map<string, string>();
  for (const pair of PACKAGED_PAIRS.trim().split(/\s+/)) {
    const [, left = '', direction, right = ''] = /^(\w+)([-<>])(\w+)$/.exec(pair) ?? [];
    for (const one of listCovered(left))
      for (const other of listCovered(right)) {
        if (direction !== '<') index.set(`${one} ${other}`, `apertium-${left}-${right}`);
        if (direction !== '>') index.set(`${other} ${one}`, `apertium-${left}-${right}`);
      }
  }
  return index;
}

const listCovered = (code: string): string[] =>
  code === 'nor' ? ['nb', 'nn'] : listModeLocales(code).map(({ tag }) => tag);

const PACKAGES = indexPackages();

/**
 * Returns the name of the Debian package that translates between two locales. Undefined if there is
 * none.
 */
export function findDebianPackage(sourceLocale: string, targetLocale: string): string | undefined {
  for (const target of listFallbacks(targetLocale))
    for (const source of listFallbacks(sourceLocale)) {
      const found = PACKAGES.get(`${source} ${target}`);
      if (found !== undefined) return found;
    }
  return undefined;
}
