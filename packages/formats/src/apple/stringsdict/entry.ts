import { type FilePlural, FormatError } from '../../format.ts';
import { type Category, isCategory, requiredForm } from '../../plural/plural-categories.ts';
import type { PlistDict, PlistMember, PlistString, PlistValue, XmlPosition } from './scan.ts';

export const FORMAT_KEY = 'NSStringLocalizedFormatKey';
export const WIDTH_KEY = 'NSStringVariableWidthRuleType';
export const DEVICE_KEY = 'NSStringDeviceSpecificRuleType';
export const SPEC_TYPE_KEY = 'NSStringFormatSpecTypeKey';
export const VALUE_TYPE_KEY = 'NSStringFormatValueTypeKey';
export const PLURAL_RULE = 'NSStringPluralRuleType';

export interface EntryText {
  readonly name: string;
  readonly plural?: FilePlural;
  readonly keyStart: number;
  readonly value: PlistString;
  readonly known: ReadonlySet<string>;
  /** True for a form that every plural must have, such as `other`. */
  readonly isRequired?: true;
  /**
   * Name of the variable if the format string consists only of a reference to this variable, such
   * as `%#@files@`.
   */
  readonly soleReference?: string;
}

export interface Variable {
  readonly family: string;
  readonly dict: PlistDict;
  readonly known: ReadonlySet<string>;
}

export interface EntryContent {
  readonly texts: EntryText[];
  readonly variables: Variable[];
  /** Members of a dictionary that the reader ignores, because their values are not texts. */
  readonly skipped: { name: string; line: number }[];
  readonly localeTag: string;
}

/** Returns the names of the variables (`%#@name@`, `%1$#@name@`) that a text refers to. */
export function referencesOf(text: string): string[] {
  if (!text.includes('#@')) return [];
  return [...text.matchAll(/%%|%(?:\d+\$)?#@([^@]+)@/g)].flatMap(([, name]) => name ?? []);
}

/**
 * Returns the texts of an entry. The forms of a variable belong to the plural family
 * `name[variable]`.
 *
 * @throws FormatError for a value that is not a text, and for a plural without its required form
 */
export function contentOf({ name, start, value }: PlistMember, localeTag: string): EntryContent {
  const content: EntryContent = { texts: [], variables: [], skipped: [], localeTag };
  addMessage(content, name, start, value, name);
  return content;
}

const NONE: ReadonlySet<string> = new Set();

function addMessage(
  content: EntryContent,
  name: string,
  keyStart: number,
  value: PlistValue,
  path: string,
): void {
  if (value.kind === 'string') {
    requireKnown(value, NONE, path);
    content.texts.push({ name, keyStart, value, known: NONE });
    return;
  }
  const dict = requireDict(value, path);
  let format: PlistMember | undefined;
  let hasRule = false;
  const variables: PlistMember[] = [];
  for (const member of dict.members) {
    if (member.name === FORMAT_KEY) format = member;
    else if (member.name === WIDTH_KEY) {
      hasRule = true;
      for (const width of requireDict(member.value, path).members) {
        const text = requireString(width.value, path);
        requireKnown(text, NONE, path);
        const widthName = `${name}[width=${width.name}]`;
        content.texts.push({ name: widthName, keyStart: width.start, value: text, known: NONE });
      }
    } else if (member.name === DEVICE_KEY) {
      hasRule = true;
      for (const device of requireDict(member.value, path).members) {
        const deviceName = `${name}[device=${device.name}]`;
        addMessage(content, deviceName, device.start, device.value, path);
      }
    } else if (member.value.kind === 'dict') variables.push(member);
    else content.skipped.push({ name: member.name, line: member.place.line });
  }
  if (format === undefined) {
    if (hasRule && variables.length === 0) return;
    throw fault(`the dictionary has no ${FORMAT_KEY}`, dict.place, path);
  }
  const variableNames = new Set(variables.map((variable) => variable.name));
  const text = requireString(format.value, path);
  requireKnown(text, variableNames, path);
  const [sole] = variableNames;
  const soleReference = variableNames.size === 1 ? `%#@${sole}@` : undefined;
  const isSole = text.text === soleReference;
  if (!isSole) {
    const formatText = { name, keyStart: format.start, value: text, known: variableNames };
    content.texts.push(soleReference === undefined ? formatText : { ...formatText, soleReference });
  }
  for (const variable of variables) {
    const family = isSole ? name : `${name}[${variable.name}]`;
    addVariable(content, family, variable, variableNames, path);
  }
}

function addVariable(
  content: EntryContent,
  family: string,
  variable: PlistMember,
  variableNames: ReadonlySet<string>,
  path: string,
): void {
  const dict = requireDict(variable.value, path);
  const rule = dict.members.find(({ name }) => name === SPEC_TYPE_KEY);
  if (rule !== undefined && requireString(rule.value, path).text !== PLURAL_RULE) {
    content.skipped.push({ name: variable.name, line: variable.place.line });
    return;
  }
  const type = dict.members.find(({ name }) => name === VALUE_TYPE_KEY);
  const domain = isInteger(type === undefined ? 'd' : requireString(type.value, path).text);
  const required = requiredForm(dict.members, content.localeTag, domain);
  let hasRequired = false;
  for (const member of dict.members) {
    const category = member.name;
    if (!isCategory(category)) {
      if (member !== rule && member !== type) {
        content.skipped.push({ name: category, line: member.place.line });
      }
      continue;
    }
    const value = requireString(member.value, path);
    requireKnown(value, variableNames, path);
    if (referencesOf(value.text).includes(variable.name)) {
      throw fault(`the variable ${variable.name} refers to itself`, value.place, path);
    }
    const plural = pluralOf(family, category, domain);
    const name = `${family}.${category}`;
    const text = { name, plural, keyStart: member.start, value, known: variableNames };
    content.texts.push(category === required ? { ...text, isRequired: true } : text);
    hasRequired ||= category === required;
  }
  if (!hasRequired) throw fault('the plural has no form "other"', variable.place, path);
  content.variables.push({ family, dict, known: variableNames });
}

const pluralOf = (family: string, category: Category, isIntegral: boolean): FilePlural =>
  isIntegral ? { family, category, domain: 'integer' } : { family, category };

/** True for a format specifier of an integer, such as `d` or `llu`. */
const isInteger = (valueType: string): boolean => /[dDiuUoOxX]$/.test(valueType);

function requireKnown(
  { text, place }: PlistString,
  variableNames: ReadonlySet<string>,
  path: string,
) {
  const unknown = referencesOf(text).find((name) => !variableNames.has(name));
  if (unknown === undefined) return;
  throw fault(`the variable ${JSON.stringify(unknown)} has no dictionary`, place, path);
}

function requireString(value: PlistValue, path: string): PlistString {
  if (value.kind === 'string') return value;
  throw fault(`a <${typeOf(value)}> stands where a <string> must stand`, value.place, path);
}

function requireDict(value: PlistValue, path: string): PlistDict {
  if (value.kind === 'dict') return value;
  throw fault(`a <${typeOf(value)}> stands where a <dict> must stand`, value.place, path);
}

const typeOf = (value: PlistValue): string => (value.kind === 'other' ? value.type : value.kind);

const fault = (message: string, { line, column }: XmlPosition, path: string): FormatError =>
  new FormatError(message, { path, line, column });
