import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { parseRendered, renderSegment } from '../rendering/render.ts';
import { mergeText, renumber, type Token } from '../token/token.ts';
import { tokenize } from '../token/tokenize.ts';
import { repairTokens } from './repair.ts';

const show = (tokens: readonly Token[]): string =>
  tokens.map((token) => (token.type === 'text' ? token.text : token.source)).join('');

const repair = (source: string, body: string, targetLocale = 'es', sourceLocale = 'en'): string => {
  const tokens = tokenize(source, 'auto');
  return show(
    repairTokens(tokens, parseRendered(body, tokens, 'named'), { sourceLocale, targetLocale }),
  );
};

describe('the repair of white space', () => {
  it.each([
    ['Save {name} now', 'Guardar {name}ahora', 'Guardar {name} ahora'],
    ['Save {name} now', 'Guardar{name} ahora', 'Guardar {name} ahora'],
    ['Hi {name}!', 'Hola {name} !', '¡Hola {name}!'],
    ['Open ({name})', 'Abrir ( {name} )', 'Abrir ({name})'],
    ['Click <b>here</b> now', 'Pulse <b> aquí </b>ahora', 'Pulse <b>aquí</b> ahora'],
    ['Save', '  Guardar  ', 'Guardar'],
    ['Save the file', 'Guardar\n el  archivo', 'Guardar el archivo'],
    [' Save ', 'Guardar', ' Guardar '],
    ['One, two', 'Uno , dos', 'Uno, dos'],
    ['a  b', 'a  c', 'a  c'],
  ])('changes the translation of %j from %j to %j', (source, body, expected) => {
    expect(repair(source, body)).toBe(expected);
  });
  it.each([
    [
      'Click <img/>&nbsp;<b>here</b> now',
      'Pulse <img/> <b>aquí</b> ahora',
      'Pulse <img/>\u00a0<b>aquí</b> ahora',
    ],
    ['{count}&nbsp;km left', 'quedan {count} km', 'quedan {count}\u00a0km'],
    ['Wait for 10\u00a0km or 5 m', 'Espere 10 km o 5 m', 'Espere 10\u00a0km o 5 m'],
    ['See page\u202f12 there', 'Vea allí la página 12', 'Vea allí la página\u202f12'],
    ['Turn&nbsp;off now', 'Apague ahora', 'Apague ahora'],
    ['Wait 10 m or 10\u00a0km', 'Espere 10 m o 10 km', 'Espere 10 m o 10 km'],
    ['It is 5\u00a0km', 'Son 5 km (5 km)', 'Son 5\u00a0km (5 km)'],
  ])(
    'restores special white space at a placeholder, tag or number: %j: %j -> %j',
    (source, body, expected) => {
      expect(repair(source, body)).toBe(expected);
    },
  );
  it('adds no more special white space than the source text has', () => {
    const space = fc.constantFrom(' ', '\u00a0', '\u202f');
    const word = fc.constantFrom('10', '5', '{n}', '{x}', '<b>a</b>', 'km');
    const text = fc
      .array(fc.tuple(word, space), { minLength: 1, maxLength: 12 })
      .map((parts) => `Wait ${parts.flat().join('')}now`);
    const special = (one: string) => one.match(/[\u00a0\u202f]/g)?.length ?? 0;
    fc.assert(
      fc.property(text, text, (source, answer) => {
        const tokens = tokenize(source, 'auto');
        const out = tokenize(answer, 'auto');
        const options = { sourceLocale: 'en', targetLocale: 'es' };
        const most = Math.max(special(source), special(answer));
        expect(special(show(repairTokens(tokens, out, options)))).toBeLessThanOrEqual(most);
      }),
      { numRuns: testRuns(300) },
    );
  });
  it('adds no spaces in languages without spaces', () => {
    expect(repair('Save {name} now', '今すぐ{name}保存', 'ja')).toBe('今すぐ{name}保存');
  });
});

it.each([
  ['{name} invited you', '{name}님이 초대했습니다', 'ko'],
  ['{name} has it', '{name}lla on se', 'fi'],
  ['Delete {file} now', '{file}i hemen sil', 'tr'],
  ['Send it to {name}', 'שלח את זה ל{name}', 'he'],
  ['Share with {name}', 'مشاركة مع و{name}', 'ar'],
])(
  'an ending or a word that the language joins to a name stays joined: %j -> %j in %s',
  (source, body, locale) => {
    expect(repair(source, body, locale)).toBe(body);
  },
);

it('a whole word does not stay joined to a name if the language joins endings', () => {
  expect(repair('Save {name} now', 'Tallenna {name}välittömästi', 'fi')).toBe(
    'Tallenna {name} välittömästi',
  );
});

describe('the repair of case', () => {
  it.each([
    ['SAVE ALL', 'Guardar todo', 'es', 'GUARDAR TODO'],
    ['SAVE {name}', 'guardar {name}', 'es', 'GUARDAR {name}'],
    ['IMPORT', 'içe aktar ıi', 'tr', 'İÇE AKTAR Iİ'],
    ['Settings', 'ajustes', 'es', 'Ajustes'],
    ['settings', 'Ajustes', 'es', 'ajustes'],
    ['settings', 'Einstellungen', 'de', 'Einstellungen'],
    ['settings', 'API de ajustes', 'es', 'API de ajustes'],
    ['{name} left', 'Salió {name}', 'es', 'Salió {name}'],
    ['OK', 'Vale', 'es', 'Vale'],
    ['{x} uploaded', '{x} Cargó', 'es', '{x} cargó'],
    ['Settings', 'პარამეტრები', 'ka', 'პარამეტრები'],
  ])('given %j, changes %j in %s to %j', (source, body, locale, expected) => {
    expect(repair(source, body, locale)).toBe(expected);
  });
});

describe('the repair of final punctuation', () => {
  it.each([
    ['Save.', 'Guardar', 'es', 'Guardar.'],
    ['Save', 'Guardar.', 'es', 'Guardar'],
    ['Loading…', 'Cargando', 'es', 'Cargando…'],
    ['Loading...', 'Cargando.', 'es', 'Cargando...'],
    ['Name:', 'Nombre', 'es', 'Nombre:'],
    ['Done.', '完成', 'zh', '完成。'],
    ['Done?', '完了?', 'ja', '完了？'],
    ['Done?', 'تم?', 'ar', 'تم؟'],
    ['Done?', 'Έτοιμο?', 'el', 'Έτοιμο;'],
    ['Done.', 'เสร็จแล้ว', 'th', 'เสร็จแล้ว'],
    ['Why?', 'Pourquoi?', 'fr', 'Pourquoi\u00a0?'],
    ['Why?', 'Pourquoi ?', 'fr-CA', 'Pourquoi?'],
    ['Name: {x}', 'Nom: {x}', 'fr', 'Nom\u00a0: {x}'],
    ['Hi {name}!', 'Salut {name}!', 'fr', 'Salut {name}\u00a0!'],
    ['At 12:30', 'À 12:30', 'fr', 'À 12:30'],
    ['Why?', 'Por qué?', 'es', '¿Por qué?'],
    ['Done!', '¡Listo!', 'es', '¡Listo!'],
    ['Hi, why?', 'Hola, por qué?', 'es', 'Hola, por qué?'],
    ['Size (KB)', 'Tamaño (KB)', 'es', 'Tamaño (KB)'],
    ['Number', 'Nr.', 'de', 'Nr.'],
    ['Bye {name}.', 'Adiós {name}', 'es', 'Adiós {name}.'],
    ['French (alt.)', 'Francouzské (alternativní)', 'cs', 'Francouzské (alternativní)'],
    ['Press “OK”.', '按“确定”', 'zh', '按“确定”。'],
    ["An 'Other…' item", 'Un „Altul…”', 'ro', 'Un „Altul…”'],
    ['Add ! to force', 'Wymuś (dodaj !)', 'pl', 'Wymuś (dodaj !)'],
    ['Colour.', 'ཚོས་གཞི།', 'dz', 'ཚོས་གཞི།'],
    ['Colour:', 'ពណ៌ ៖', 'km', 'ពណ៌ ៖'],
    ['Size: {x}', 'Talha : {x}', 'oc', 'Talha : {x}'],
    ['User "{x}" left', 'L’utilisateur « {x} » est parti', 'fr', 'L’utilisateur « {x} » est parti'],
    [
      'User "{x}" left',
      'L’utilisateur « {x} » est parti',
      'fr-CA',
      'L’utilisateur « {x} » est parti',
    ],
  ])('given %j, changes %j in %s to %j', (source, body, locale, expected) => {
    expect(repair(source, body, locale)).toBe(expected);
  });
});

it.each([
  ['Continue', '„Weiter“', 'de', 'Weiter'],
  ['Continue', '"Continuer"', 'fr', 'Continuer'],
  ['Hi {name}.', '« Salut {name} ».', 'fr', '« Salut {name} ».'],
  ['Open {name}', '«Abrir {name}»', 'es', 'Abrir {name}'],
  ['Open the file', '« Ouvrir le fichier »', 'fr', 'Ouvrir le fichier'],
  ['“Yes”', '„Ja“', 'de', '„Ja“'],
  ["'Yes'", '„Ja“', 'de', '„Ja“'],
  ['Yes or no', '„Ja“ oder „nein“', 'de', '„Ja“ oder „nein“'],
])(
  'repair removes quotation marks around a translation if the source has none: %j: %j in %s -> %j',
  (...row) => {
    const [source, body, locale, expected] = row;
    expect(repair(source, body, locale)).toBe(expected);
  },
);

it('repair decodes entities that an engine adds', () => {
  expect(repair('You & I', 'Tú &amp; yo')).toBe('Tú & yo');
});

const PIECES = [
  '{name}',
  '%s',
  '<b>',
  '</b>',
  '<br/>',
  '.',
  ',',
  '?',
  '!',
  ':',
  '…',
  '(',
  ')',
  ' ',
  ' ',
  ' ',
  '  ',
  'Hello',
  'WORLD',
  'x',
  'ñu',
  '你好',
  '1',
  '&amp;',
  '🎉',
];

it('repair does not change a translation that equals its source', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }), (pieces) => {
      const tokens = renumber(mergeText(tokenize(pieces.join(''), 'auto')));
      const back = parseRendered(renderSegment(tokens, 'xml'), tokens, 'xml');
      expect(show(repairTokens(tokens, back, { sourceLocale: 'en', targetLocale: 'en' }))).toBe(
        show(tokens),
      );
    }),
    { numRuns: testRuns(600) },
  );
});

it('repair changes nothing when it runs again, and keeps markers', () => {
  const words = PIECES.filter((piece) => !/^[.,?!:…]$/.test(piece));
  const text = fc
    .tuple(
      fc.array(fc.constantFrom(...words), { maxLength: 8 }),
      fc.constantFrom('', '.', '?', ' !', ':', '…'),
    )
    .map(([pieces, mark]) => pieces.join('') + mark);
  fc.assert(
    fc.property(
      text,
      text,
      fc.constantFrom('es', 'fr', 'de', 'ja', 'ar', 'el', 'th'),
      (source, body, targetLocale) => {
        const tokens = renumber(mergeText(tokenize(source, 'auto')));
        const output = parseRendered(body, tokens, 'named');
        const options = { sourceLocale: 'en', targetLocale };
        const once = repairTokens(tokens, output, options);
        expect(show(repairTokens(tokens, once, options))).toBe(show(once));
        const marks = (list: readonly Token[]) => list.filter((token) => token.type !== 'text');
        expect(marks(once)).toEqual(marks(output));
      },
    ),
    { numRuns: testRuns(600) },
  );
});

it('repair handles runs of 100,000 characters within the time limit of a test', () => {
  for (const piece of [' ', '\n', '.', '?', '( ', '¿', '&', 'a '])
    repair('Save?', piece.repeat(100_000 / piece.length), 'fr');
});
