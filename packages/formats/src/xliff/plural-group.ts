import type { FilePlural } from '../format.ts';
import { languageOf } from '../locale/locale-tag.ts';
import { type Category, defaultPluralForms } from '../po/plural-forms.ts';

/** `restype` of a group with the forms of one plural, as Qt and translate-toolkit write it. */
export const PLURAL_GROUP = 'x-gettext-plurals';
/** `restype` of a group with the texts of one class, as Qt writes it. */
export const QT_CONTEXT = 'x-trolltech-linguist-context';

/** Qt's plural forms for languages in which they differ from gettext's (numerusinfo.cpp of Qt Linguist 5.15). */
const QT_FORMS: Readonly<Record<string, readonly Category[]>> = {
  cy: ['zero', 'one', 'few', 'many', 'other'],
  ga: ['one', 'two', 'other'],
  he: ['one', 'other'],
  lv: ['one', 'other', 'zero'],
};

/** Returns the category of each form in a plural group. */
export const formsIn = (localeTag: string, isQt: boolean): readonly Category[] => {
  const language = languageOf(localeTag);
  const qtForms = isQt && Object.hasOwn(QT_FORMS, language) ? QT_FORMS[language] : undefined;
  return qtForms ?? defaultPluralForms(localeTag).categories;
};

const FORM_ID = /^(.+)\[(\d)\]$/s;

/** Returns the index of a form in its group, and the id of its unit without the index. */
export function formOfId(id: string): { base: string; index: number } | null {
  const [, base, index] = FORM_ID.exec(id) ?? [];
  return base === undefined ? null : { base, index: Number(index) };
}

/** Returns the plural form of a unit. Undefined if the language has no form with the unit's index. */
export function pluralOfUnit(id: string, localeTag: string, isQt: boolean): FilePlural | undefined {
  const form = formOfId(id);
  const category = form && formsIn(localeTag, isQt)[form.index];
  return form && category ? { family: form.base, category, domain: 'integer' } : undefined;
}
