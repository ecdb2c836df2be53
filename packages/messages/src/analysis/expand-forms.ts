import { categoryOf, targetChoices } from '../icu/plural-choices.ts';
import type { IcuNode } from '../syntax/icu.ts';
import {
  type FormRules,
  type FormTree,
  hoistForms,
  inlineForms,
  TooManyForms,
} from '../syntax/icu-forms.ts';

interface Locales {
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

const MAX_HOISTED_FORMS = 200;
const MAX_INLINE_FORMS = 1000;

function expandBy(
  make: typeof hoistForms,
  nodes: readonly IcuNode[],
  { sourceLocale, targetLocale, maxLeaves }: Locales & Pick<FormRules, 'maxLeaves'>,
): FormTree | null {
  try {
    return make(nodes, {
      choicesOf: (info) => targetChoices(info, targetLocale),
      categoryOf: ({ kind }, value) =>
        kind === 'select' ? 'other' : categoryOf(sourceLocale, kind, value),
      maxLeaves,
    });
  } catch (error) {
    if (error instanceof TooManyForms) return null;
    throw error;
  }
}

/** Returns the forms of a message as whole sentences, for the target language. Null if there are too many. */
export const expandWhole = (nodes: readonly IcuNode[], locales: Locales): FormTree | null =>
  expandBy(hoistForms, nodes, { ...locales, maxLeaves: MAX_HOISTED_FORMS });

/**
 * Returns the forms of an ICU message as whole sentences, or with the selectors in place if there
 * are too many sentences. Null if there are too many forms in both ways.
 */
export const expand = (nodes: readonly IcuNode[], locales: Locales): FormTree | null =>
  expandWhole(nodes, locales) ??
  expandBy(inlineForms, nodes, { ...locales, maxLeaves: MAX_INLINE_FORMS });

/** True if a message has exactly the options that its target language needs. */
export function isComplete(nodes: readonly IcuNode[], targetLocale: string): boolean {
  return nodes.every((node) => {
    if (node.type !== 'selector') return true;
    const { dimension, layout, options } = node;
    const choices = targetChoices(
      { dimension, layout, forms: new Set(options.keys()), silent: new Set() },
      targetLocale,
    );
    return (
      choices.length === options.size &&
      choices.every(({ key }) => options.has(key)) &&
      [...options.values()].every((option) => isComplete(option, targetLocale))
    );
  });
}
