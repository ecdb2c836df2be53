import type { PatchNotice } from '../../format.ts';
import type { Edits } from '../../patch/edits.ts';
import { editObject } from './edit-object.ts';
import { type Json, type Members, renderJson, renderMember, type Style } from './render.ts';
import type { JsonObject, JsonValue } from './scan.ts';

/** Rules for the members of an entry that declare the placeholders of its text. */
export interface DeclarationRules {
  /** Returns the names of the placeholders in a text, as `identity` returns them. */
  usedIn(text: string): readonly string[];
  /** Returns a string that is the same for names that the program treats as equal. */
  identity(name: string): string;
  /** Member of a declaration that must agree with the source file, such as `content`. */
  readonly member: string;
  agrees(own: string, source: string): boolean;
  /** True if the program rejects a file with a placeholder that is not declared. */
  readonly isRequired: boolean;
  /** Returns the message for a declaration that does not agree with the source file. */
  corrected?(name: string, own: string, source: string): string;
  /** Returns the error message for a placeholder that is not declared. */
  undeclared(name: string): string;
}

/** Member that contains the declarations, in Chrome's files as in ARB files. */
export const DECLARATIONS = 'placeholders';

const isMembers = (value: Json | undefined): value is Members => Array.isArray(value);

/** Returns the declarations of an entry by the identity of their names. */
const declaredIn = (
  entry: Members | undefined,
  rules: DeclarationRules,
): Map<string, Members[0]> => {
  const declared = entry?.find(([name]) => name === DECLARATIONS)?.[1];
  if (!isMembers(declared)) return new Map();
  return new Map(declared.map((one) => [rules.identity(one[0]), one]));
};

/**
 * Returns the error for a text with a placeholder that none of the entries declares. Null if there
 * is no such placeholder, or if the program needs no declarations.
 */
export function faultOfDeclarations(
  rules: DeclarationRules | undefined,
  text: string,
  entries: readonly (Members | undefined)[],
): string | null {
  if (!rules?.isRequired) return null;
  const declaredNames = entries.map((entry) => declaredIn(entry, rules));
  const missing = rules.usedIn(text).find((name) => !declaredNames.some((one) => one.has(name)));
  return missing === undefined ? null : rules.undeclared(missing);
}

/**
 * Adds the declarations that a text needs to an entry, and corrects declarations that do not agree
 * with the source file. Returns a notice of each added and each corrected declaration.
 */
export function followSource(
  edits: Edits,
  {
    entry,
    own,
    source,
    text,
  }: {
    entry: JsonObject;
    own: Members;
    source: Members | undefined;
    text: string;
  },
  rules: DeclarationRules,
  style: Style,
): Pick<PatchNotice, 'code' | 'message'>[] {
  const notices: Pick<PatchNotice, 'code' | 'message'>[] = [];
  const declared = declaredIn(own, rules);
  const inSource = declaredIn(source, rules);
  const object = entry.members.find(({ name }) => name === DECLARATIONS)?.value;
  const added: Members[0][] = [];
  for (const name of new Set(rules.usedIn(text))) {
    const wanted = inSource.get(name);
    if (wanted === undefined) continue;
    const [given] = declared.get(name) ?? [];
    if (given === undefined) {
      added.push(wanted);
      const message = `the placeholder ${name} was not declared`;
      notices.push({ code: 'placeholder_declared', message });
    } else if (object?.kind === 'object' && !isAgreed(declared.get(name)!, wanted, rules)) {
      const { value } = object.members.find((member) => member.name === given)!;
      const next = memberOf(value, rules.member);
      const text = stringIn(wanted[1], rules.member)!;
      const before = next?.kind === 'string' ? next.text : '';
      const message = rules.corrected?.(name, before, text) ?? '';
      notices.push({ code: 'placeholder_content', message });
      if (next?.kind === 'string') edits.replace(next.start, next.end, style.quote(text));
      else edits.replace(value.start, value.end, renderJson(wanted[1], object.depth, style));
    }
  }
  // An ARB file of a translation may omit declarations. The declarations of the template then apply.
  if (added.length === 0 || (object === undefined && !rules.isRequired)) return notices;
  const target = object?.kind === 'object' ? object : entry;
  const missing: Members = target === entry ? [[DECLARATIONS, added]] : added;
  const children = target.members.map(({ start, value }) => ({ start, end: value.end }));
  const texts = missing.map(([name, value]) => ({
    after: children.length - 1,
    text: renderMember(name, value, target.depth, style),
  }));
  editObject(edits, { object: target, children, isRemoved: () => false, added: texts }, style);
  return notices;
}

const stringIn = (declaration: Json, member: string): string | undefined => {
  const value = isMembers(declaration)
    ? declaration.find(([name]) => name === member)?.[1]
    : undefined;
  return typeof value === 'string' ? value : undefined;
};

function isAgreed(own: Members[0], source: Members[0], rules: DeclarationRules): boolean {
  const wanted = stringIn(source[1], rules.member);
  if (wanted === undefined) return true;
  const given = stringIn(own[1], rules.member);
  return given !== undefined && rules.agrees(given, wanted);
}

const memberOf = (value: JsonValue, member: string): JsonValue | undefined =>
  value.kind === 'object' ? value.members.find(({ name }) => name === member)?.value : undefined;
