import { type FilePlural, type FileRow, FormatError, type ValueState } from '../../format.ts';
import type { Json, Members } from '../../json/entries/render.ts';
import { type Category, standsForOther } from '../../plural/plural-categories.ts';
import { requireText } from '../../text/utf8.ts';
import { compareNatural } from './order.ts';

export interface CatalogPlace {
  readonly key: string;
  readonly variable: string | null;
  readonly device: string | null;
}

export interface Part {
  readonly name: string;
  readonly place: CatalogPlace;
  readonly plural: FilePlural | undefined;
  readonly text: string;
  readonly state: ValueState | undefined;
}

const DEVICE = /^([\s\S]*)\[device=([^\]]+)\]$/;
const VARIABLE = /^([\s\S]*)\[([^[\]=]+)\]$/;

/** True if a text refers to a variable: `%#@name@`. */
export const hasVariable = (text: string): boolean => text.includes('#@');

/**
 * Returns the plural form of a row with the name `family.category`. Returns undefined for other
 * rows.
 */
export const pluralOf = ({ name, plural }: Pick<FileRow, 'name' | 'plural'>) =>
  plural !== undefined && !plural.ordinal && name === `${plural.family}.${plural.category}`
    ? plural
    : undefined;

export function placeOf(
  name: string,
  isFamily: boolean,
  isFrame: (key: string) => boolean,
): CatalogPlace {
  if (!name.endsWith(']')) return { key: name, variable: null, device: null };
  const device = DEVICE.exec(name);
  const rest = device?.[1] ?? name;
  const variable = isFamily || device !== null ? VARIABLE.exec(rest) : null;
  const isVariable = variable !== null && isFrame(variable[1]!);
  return {
    key: isVariable ? variable[1]! : rest,
    variable: isVariable ? variable[2]! : null,
    device: device?.[2] ?? null,
  };
}

export function keysOf(name: string, isFamily: boolean): string[] {
  const places = [false, true].map((isFrame) => placeOf(name, isFamily, () => isFrame).key);
  return [...new Set([name, ...places])];
}

export type Substitutions = ReadonlyMap<string, Members>;

const DEFAULT_SUBSTITUTION: Members = [['formatSpecifier', 'lld']];

/**
 * Returns the localization of a key. Returns null if the localization is incomplete.
 *
 * @throws FormatError for texts that cannot be stored together
 */
export function localizationOf(
  parts: readonly Part[],
  localeTag: string,
  sourceSubstitutions: Substitutions,
): Members | null {
  if (parts.length === 1 && parts[0]!.plural === undefined && parts[0]!.place.device === null) {
    return parts[0]!.place.variable === null ? unitOf(parts[0]!) : null;
  }
  const mainParts = parts.filter(({ place }) => place.variable === null);
  const members = mainParts.length === 0 ? null : variationsOf(mainParts, localeTag);
  if (members === null) return null;
  const variables = new Map<string, Part[]>();
  for (const part of parts) {
    const { variable } = part.place;
    if (variable === null) continue;
    const found = variables.get(variable);
    if (found === undefined) variables.set(variable, [part]);
    else found.push(part);
  }
  if (variables.size === 0) return members;
  const substitutions: [string, Json][] = [];
  for (const variable of [...variables.keys()].sort(compareNatural)) {
    const variations = variationsOf(variables.get(variable)!, localeTag);
    if (variations === null) return null;
    substitutions.push([
      variable,
      [...(sourceSubstitutions.get(variable) ?? DEFAULT_SUBSTITUTION), ...variations],
    ]);
  }
  return [...members, ['substitutions', substitutions]];
}

function variationsOf(parts: readonly Part[], localeTag: string): Members | null {
  const devices = new Map<string, Part[]>();
  for (const part of parts) {
    const { device } = part.place;
    if (device === null) continue;
    const found = devices.get(device);
    if (found === undefined) devices.set(device, [part]);
    else found.push(part);
  }
  if (devices.size === 0) return formsOf(parts, localeTag);
  const plain = parts.find(({ place }) => place.device === null);
  if (plain !== undefined) throw bothFault(plain, 'texts of devices');
  const cases: [string, Json][] = [];
  for (const device of [...devices.keys()].sort(compareNatural)) {
    const forms = formsOf(devices.get(device)!, localeTag);
    if (forms === null) return null;
    cases.push([device, forms]);
  }
  return [['variations', [['device', cases]]]];
}

function formsOf(parts: readonly Part[], localeTag: string): Members | null {
  const plain = parts.find(({ plural }) => plural === undefined);
  if (plain !== undefined) {
    if (parts.length > 1) throw bothFault(plain, 'plural forms');
    return unitOf(plain);
  }
  const forms = new Map<Category, Part>(parts.map((part) => [part.plural!.category, part]));
  if (!forms.has('other')) {
    const stand = forms.get(standsForOther(localeTag) ?? 'other');
    if (stand?.plural?.domain !== 'integer') return null;
    forms.set('other', stand);
  }
  const cases = [...forms.keys()].sort(compareNatural);
  const plural = cases.map((category) => [category, unitOf(forms.get(category)!)] as const);
  return [['variations', [['plural', plural]]]];
}

export const unitOf = ({ name, text, state }: Part): Members => {
  requireText(text, name);
  return [
    [
      'stringUnit',
      [
        ['state', state === 'needs_review' ? 'needs_review' : 'translated'],
        ['value', text],
      ],
    ],
  ];
};

const bothFault = ({ name, place }: Part, what: string): FormatError =>
  new FormatError(`the entry ${JSON.stringify(place.key)} cannot have both a text and ${what}`, {
    path: name,
  });
