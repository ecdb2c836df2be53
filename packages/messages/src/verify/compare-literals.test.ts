import { describe, expect, it } from 'vitest';
import type { MessageFormat } from '../token/token.ts';
import { verifyWithFixes } from './verify-with-fixes.ts';

function verify(format: MessageFormat, source: string, target: string) {
  const options = { format, sourceLocale: 'en', targetLocale: 'fr' };
  return verifyWithFixes(source, target, options).map(({ code, value, at, fix }) => {
    const range = at?.side === 'target' ? target.slice(at.start, at.end) : undefined;
    return [code, value, range, fix?.text];
  });
}

describe('findings of unescaped characters', () => {
  it.each([
    ['dotnet', 'Hi {0}', 'Salut {0} {', '{', 'Salut {0} {{'],
    ['dotnet', 'Hi {0}', 'Salut {{x}} {0}}', '}', 'Salut {{x}} {0}}}'],
    ['java', "It''s {0}", "Il y a {0} ''{", '{', "Il y a {0} '''{'"],
    ['chrome', 'Only $$5 a month', 'Seulement 5 $ par mois', '$', 'Seulement 5 $$ par mois'],
    ['chrome', 'Price in dollars', 'Prix en $', '$', 'Prix en $$'],
    ['chrome', 'A$$AP', 'A$AP', '$', 'A$$AP'],
    ['printf', '%s complete', '%s fait à 100 % du tout', '%', '%s fait à 100 %% du tout'],
    ['auto', '%1$s done', '%1$s à 100 %', '%', '%1$s à 100 %%'],
    ['printf', '%d files (half)', '%d fichiers (50 % de plus)', '%', '%d fichiers (50 %% de plus)'],
    ['auto', '%(name)s done', '%(name)s à 100 % fait', '%', '%(name)s à 100 %% fait'],
    ['auto', '100%% of %s', '100%% de %s (50 %)', '%', '100%% de %s (50 %%)'],
    ['printf', '%@ x', '% %@ x', '%', '%% %@ x'],
  ] as const)(
    'name the unescaped character in %s: %j as %j',
    (format, source, target, sign, fixed) => {
      expect(verify(format, source, target)).toEqual([['placeholder_unknown', sign, sign, fixed]]);
    },
  );

  it('include a percent sign in a form if other forms have placeholders', () => {
    const options = { format: 'printf', sourceLocale: 'en', targetLocale: 'de' } as const;
    const found = verifyWithFixes('One file, half', 'Eine Datei (50 %)', {
      ...options,
      pluralCategory: 'one',
      otherSource: '%d files, half',
    });
    expect(found.map(({ value, fix }) => [value, fix?.text])).toEqual([
      ['%', 'Eine Datei (50 %%)'],
    ]);
  });

  it.each([
    ['auto', '100%% sure', 'sûr à 100 %', 'sûr à 100 %%'],
    ['printf', '100%% of it', '100 % de cela', '100 %% de cela'],
  ] as const)(
    'have a fix that escapes the percent sign as in the source, in %s: %j as %j',
    (format, source, target, fixed) => {
      for (const [, , , fix] of verify(format, source, target)) expect(fix).toBe(fixed);
      expect(verify(format, source, target)).not.toEqual([]);
    },
  );

  it.each([
    ['Hi $NAME$', 'Salut $$NAME$'],
    ['Hi $NAME$ for $$5', 'Salut $$$NAME$ 5'],
    ['Hi $1', 'Salut $$1'],
  ])('include a placeholder that a dollar sign hides in Chrome: %j as %j', (source, target) => {
    const codes = verify('chrome', source, target).map(([code]) => code);
    expect(codes).toContain('placeholder_missing');
  });

  it.each([
    ['{0} is', "{0} c'est", "{0} c''est"],
    ['{0} is', "{0} c'est l'ami", "{0} c''est l''ami"],
    ['{0} is', "{0} c'est l'ami d'un", "{0} c''est l''ami d''un"],
    ['{0} is', "l''ami {0} c'", "l''ami {0} c''"],
    ["'{'{0} is", "'{'{0} c'est l''ami", "'{'{0} c''est l''ami"],
  ])('include an apostrophe that Java would drop: %j as %j', (source, target, fixed) => {
    expect(verify('java', source, target)).toEqual([['entity_changed', "'", "'", fixed]]);
  });

  it.each([
    ["This doesn''t exist", "Ce n'existe pas", "Ce n''existe pas"],
    ["It''s", "C'est l'ami d''un", "C''est l''ami d''un"],
  ])(
    'include an apostrophe in Java if the source %j has two apostrophes: %j',
    (source, target, fixed) => {
      expect(verify('java', source, target)).toEqual([['entity_changed', "'", "'", fixed]]);
    },
  );

  it.each([
    [
      'java',
      'Plan {0} created',
      "Plan d'investissement {0} créé",
      "Plan d''investissement {0} créé",
    ],
    ['java', 'Plan {0} created', "Plan '{0}' créé", "Plan ''{0}'' créé"],
    ['icu', 'An {example} here', "Un '{example}' ici", "Un ''{example}'' ici"],
    [
      'icu',
      '{n, plural, one {# {x}} other {# {x}s}}',
      "{n, plural, one {# l'{x}'} many {# {x}s} other {# {x}s}}",
      "{n, plural, one {# l''{x}''} many {# {x}s} other {# {x}s}}",
    ],
  ] as const)(
    'describe the apostrophe that quotes a placeholder in %s: %j as %j',
    (format, source, target, fixed) => {
      const options = { format, sourceLocale: 'en', targetLocale: 'fr' };
      const [found, ...more] = verifyWithFixes(source, target, options);
      expect(more).toEqual([]);
      expect(found).toMatchObject({
        code: 'placeholder_missing',
        params: { reason: 'quoted' },
        fix: { text: fixed },
        detail: expect.stringContaining('apostrophe'),
      });
    },
  );

  it.each([
    ['java', "This doesn''t", "Ce n''est pas"],
    ['java', "This doesn''t and won't", "Ce n'est pas"],
    ['chrome', 'Price $', 'Prix $'],
    ['chrome', 'Price $$5 $1', 'Prix 5 $$ $1'],
    ['printf', '%s: 95% off', '%s : 95 % de rabais'],
    ['auto', '%1 done', '%1 fait à 100 %'],
    ['auto', '{{n}}% done', '{{n}} % fait'],
    ['auto', '%{n} done', '%{n} fait à 100 %'],
    ['i18next', '%s done', '%s fait à 100 %'],
    ['java', 'It is', "C'est {"],
    ['java', "{0} isn't", "{0} n'est pas"],
    ['java', '{0} is', "{0} c''est }"],
    ['java', "'{'0} {0}", "{0} '{'0}"],
    ['dotnet', 'Hi', 'Salut {'],
    ['dotnet', 'Hi {0} }', 'Salut {0} }'],
    ['dotnet', 'Hi {{0}} {0,-10:C2}', 'Salut {{0}} {0,-10:C2}'],
    ['chrome', 'Hi $1', "Salut $1 { 'x"],
  ] as const)(
    'do not occur in %s if the translation is correct or like the source: %j as %j',
    (format, source, target) => {
      expect(verify(format, source, target)).toEqual([]);
    },
  );
});
