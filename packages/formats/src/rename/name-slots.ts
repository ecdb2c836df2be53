import { ASCII, escapeKey, UTF_8 } from '../properties/escapes.ts';

/** Describes how the files of a format spell the names of their entries. */
export interface NameSlots {
  /**
   * Matches each place that may contain a name, and captures the spelled name. Also matches other
   * strings, without a capture, so that the search takes linear time.
   */
  readonly slot: RegExp;
  /** Returns the spellings of a name. Spellings with the same index are of the same kind. */
  spell(name: string): readonly string[];
  /** Matches the text between two consecutive places that have the same name and belong to the same entry. */
  readonly between?: RegExp;
  /** Prefix of a second name of the entry, which may be anywhere in the file (`@` in ARB). */
  readonly twin?: string;
  /** True if the segments of a name may be nested objects. */
  readonly nests?: true;
  /** Adds the quotes that a spelling needs at a place without quotes. */
  quote?(spelled: string): string;
}

const inJson = (name: string): string => JSON.stringify(name).slice(1, -1);
const inXml = (name: string): string =>
  name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const JSON_NAMES: NameSlots = {
  slot: /"((?:[^"\\\n]|\\.)*)"(?=\s*:)|"(?:[^"\\\n]|\\.)*"?/dg,
  spell: (name) => [inJson(name)],
};

const XML_NAMES: NameSlots = {
  slot: /\b(?:name|id|resname)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/dg,
  spell: (name) => [inXml(name)],
  between: /^[^<>]*$/,
};

const PLAIN_IN_YAML = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z_][\w.-]*$/i;

const YAML_NAMES: NameSlots = {
  slot: /(?:^[ \t]*(?:[-?][ \t]+)*|[{,][ \t]*)(?:(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\n]|'')*)')[ \t]*|([^\s"'{},#-][^\n{},:]*)):(?=\s|$)/dgm,
  spell: (name) => [name],
  nests: true,
  quote: (spelled) => (PLAIN_IN_YAML.test(spelled) ? spelled : JSON.stringify(spelled)),
};

const SLOTS: Readonly<Record<string, NameSlots>> = {
  json: { ...JSON_NAMES, nests: true },
  formatjs: JSON_NAMES,
  chrome: JSON_NAMES,
  xcstrings: JSON_NAMES,
  arb: { ...JSON_NAMES, twin: '@' },
  android: XML_NAMES,
  resx: XML_NAMES,
  xliff: XML_NAMES,
  stringsdict: { slot: /<key>([^<]*)<\/key>/dg, spell: (name) => [inXml(name)] },
  strings: {
    slot: /(?:"((?:[^"\\]|\\[\s\S])*)"|(?<![\w./$:-])([\w./$:-]+))\s*=|"(?:[^"\\]|\\[\s\S])*"?/dg,
    spell: (name) => [inJson(name)],
  },
  properties: {
    slot: /^[ \t\f]*((?:\\.|[^ \t\f\r\n=:\\])+)/dgm,
    spell: (name) => [escapeKey(name, UTF_8), escapeKey(name, ASCII)],
  },
  yaml: YAML_NAMES,
  po: {
    slot: /^(?:msgctxt|msgid|msgid_plural)[ \t]+"((?:[^"\\\n]|\\.)*)"/dgm,
    spell: (name) => [inJson(name)],
    between: /^"\s*msgid_plural[ \t]+"$/,
  },
  csv: {
    slot: /(?:^|[,;\t\r\n])(?:"((?:[^"]|"")*)"|([^",;\t\r\n]+))(?=[,;\t\r\n]|$)/dg,
    spell: (name) => [name.replaceAll('"', '""')],
  },
};

/** Returns the rules by which names are found and spelled in files of a format. */
export const nameSlotsOf = (format: string): NameSlots => SLOTS[format]!;
