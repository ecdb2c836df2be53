import type { AuditEntry, Money, Role } from '@parlance/contracts';
import i18next from 'i18next';
import { textAt } from '../../lib/address/text-at.ts';
import { codeLabel } from '../../lib/locale/code-name.ts';
import { FILE_FORMATS } from '../../lib/locale/locale-file.ts';
import { moneyText } from '../../lib/words/money-text.ts';

/** A detail of an audit entry as the page shows it. */
interface Fact {
  readonly id: string;
  /** Name of the detail. Null if the app does not know the name, because the server is newer than the app. */
  readonly label: string | null;
  readonly text: string;
  /** True if the text is a name or an id, which is the same in every language. */
  readonly isData: boolean;
}

/**
 * Details that the page does not show. They are ids, and the entry already contains the invited address and the link to
 * the change.
 */
export const HIDDEN_FACTS = ['invitationId', 'revertedBy'];

/**
 * Returns the details of an audit entry with texts in the language of the app. An old and a new value together are one
 * detail.
 */
export function factsOf({
  details: { before = {}, after = {}, ...details },
  projects,
}: AuditEntry): Fact[] {
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  const changed = Object.entries(after).flatMap(([name, value]) => {
    const earlier = (before as Readonly<Record<string, unknown>>)[name];
    if (earlier === value) return [];
    if (earlier === undefined) return [factOf(name, value)];
    const [from, to] = [factOf(name, earlier), factOf(name, value)];
    const texts = { before: from.text, after: to.text };
    return [{ ...to, text: i18next.t('audit.changed', texts), isData: false }];
  });
  const { projectId, projectIds, fromReleaseId } = details;
  const shown = {
    ...details,
    ...(projectId !== undefined && { projectId: nameOf(projectId) }),
    ...(projectIds && { projectIds: projectIds.map(nameOf) }),
    ...(fromReleaseId && { fromReleaseId: true }),
  };
  const facts = flatten(shown).filter(([name]) => !HIDDEN_FACTS.includes(name));
  return [...changed, ...facts.map(([name, value]) => factOf(name, value))];
}

/** Returns a flat list of details. A nested name gets the outer name as a prefix. Nested zeros are left out. */
const flatten = (details: object, outer = ''): [name: string, value: unknown][] =>
  Object.entries(details).flatMap(([inner, value]): [string, unknown][] => {
    const name = outer + inner;
    if (value === null || (outer !== '' && value === 0)) return [];
    const isWhole = typeof value !== 'object' || Array.isArray(value) || 'currency' in value;
    return isWhole ? [[name, value]] : flatten(value, `${name}_`);
  });

function factOf(id: string, value: unknown): Fact {
  const label = textAt(`audit.details.${id}`);
  const text = knownText(id, value);
  return { id, label, text: text ?? [value].flat().join(', '), isData: text === null };
}

/**
 * Returns the text for a value that the app knows: a number, a value of a fixed set, or a list of them. Returns null for
 * names and ids.
 */
function knownText(name: string, value: unknown): string | null {
  if (typeof value === 'number') return value.toLocaleString(i18next.language);
  if (typeof value === 'boolean') return i18next.t(value ? 'members.yes' : 'members.no');
  if (Array.isArray(value)) {
    const isOfLocales = name === 'locales';
    const labels = value.map((one) =>
      isOfLocales ? codeLabel(String(one)) : textAt(`members.scopes.${one}`),
    );
    if (labels.every((text) => text === null)) return null;
    const texts = labels.map((text, index) => text ?? String(value[index]));
    return new Intl.ListFormat(i18next.language, { style: 'narrow' }).format(texts);
  }
  if (typeof value === 'object' && value !== null) {
    return moneyText(value as Money, i18next.language);
  }
  if (name === 'role') return i18next.t(`members.roles.${value as Role}`);
  if (name === 'locale') return codeLabel(String(value));
  if (name === 'format') return FILE_FORMATS.find((kind) => kind.value === value)?.label ?? null;
  if (name === 'action') return textAt(`bulk.actions.${value}`);
  if (name === 'reason' || name === 'kind') return textAt(`audit.${name}s.${value}`);
  return null;
}
