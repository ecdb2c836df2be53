import { describe, expect, it } from 'vitest';
import type { MessageFormat } from '../token/token.ts';
import { repairMessage } from './repair-message.ts';

const repair = (format: MessageFormat, source: string, target: string) =>
  repairMessage(source, target, { format, sourceLocale: 'en', targetLocale: 'fr' });

describe('a translation with an unambiguous repair', () => {
  it.each([
    ['printf', '%s complete', '%s à 100 %', '%s à 100 %%'],
    ['printf', 'two\n', 'deux', 'deux\n'],
    ['chrome', 'Price', 'Prix en $', 'Prix en $$'],
    ['java', '{0} is', "{0} c'est", "{0} c''est"],
    ['java', 'Plan {0}', "Plan d'essai {0}", "Plan d''essai {0}"],
    ['auto', 'Hi {name}', 'Salut { name }\u200b', 'Salut {name}'],
    ['printf', '%s\n', '100\u200b % %s', '100 %% %s\n'],
  ] as const)(
    'changes in %s, given the source %j and the translation %j',
    (format, source, target, text) => {
      expect(repair(format, source, target)).toEqual({ text, findings: [] });
    },
  );

  it.each([
    ['icu', 'Hi {name}', 'Salut {nom}'],
    ['auto', 'One line', 'Une\nligne'],
    ['auto', 'Saved.', 'Enregistré!'],
    ['auto', 'Big <i>news</i>', 'Grandes <b>nouvelles</b>'],
  ] as const)(
    'does not change if a person has to choose, in %s: %j as %j',
    (format, source, target) => {
      const { text, findings } = repair(format, source, target);
      expect(text).toBe(target);
      expect(findings).not.toEqual([]);
    },
  );

  it('does not change if its check is disabled', () => {
    const off = { invisible_characters: 'off' } as const;
    const options = { format: 'auto', sourceLocale: 'en', targetLocale: 'fr' } as const;
    const target = 'Salut { name }\u200b';
    expect(repairMessage('Hi {name}', target, options, off).text).toBe('Salut {name}\u200b');
  });
});
