/** Exports of a small shop in the documented formats of each product, by the heading of the page. */
const EN = { title: 'Your cart', empty: 'The cart is empty.' };
const DE = { title: 'Ihr Warenkorb', empty: 'Der Warenkorb ist leer.' };
const FR = { title: 'Votre panier' };

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Returns an XLIFF 1.2 file. Each unit has the given attributes for itself and its target. */
const xliff = (
  original: string,
  units: readonly (readonly [head: string, target: string])[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file original="${original}" source-language="en" target-language="de" datatype="plaintext">
    <body>
${units
  .map(([head, target], index) => {
    const name = (['title', 'empty'] as const)[index]!;
    return `      <trans-unit ${head}><source>${EN[name]}</source><target${target}>${DE[name]}</target></trans-unit>`;
  })
  .join('\n')}
    </body>
  </file>
</xliff>
`;

const tmx = (tool: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header creationtool="${tool}" creationtoolversion="1" segtype="sentence" o-tmf="${tool}" adminlang="en" srclang="en" datatype="plaintext"/>
  <body>
    <tu tuid="1">
      <tuv xml:lang="en"><seg>Proceed to checkout</seg></tuv>
      <tuv xml:lang="de"><seg>Zur Kasse gehen</seg></tuv>
    </tu>
  </body>
</tmx>
`;

const tbx = `<?xml version="1.0" encoding="UTF-8"?>
<martif type="TBX" xml:lang="en">
  <text><body>
    <termEntry id="1">
      <descrip type="definition">Things that a person is about to buy</descrip>
      <langSet xml:lang="en"><tig><term>cart</term></tig></langSet>
      <langSet xml:lang="de"><tig><term>Warenkorb</term></tig></langSet>
    </termEntry>
    <termEntry id="2">
      <langSet xml:lang="en"><ntig><termGrp><term>terms &amp; conditions</term></termGrp></ntig></langSet>
      <langSet xml:lang="de"><ntig><termGrp><term>AGB</term></termGrp></ntig></langSet>
    </termEntry>
  </body></text>
</martif>
`;

const po = (language: string, entries: readonly (readonly [string, string, string])[]): string =>
  `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: ${language}\\n"
${entries.map(([flags, id, text]) => `\n${flags}msgid "${id}"\nmsgstr "${text}"\n`).join('')}`;

export const EXPORTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'From Tolgee': {
    '.tolgeerc': json({ push: { filesTemplate: './i18n/{namespace}/{languageTag}.{extension}' } }),
    'i18n/cart/en.json': json(EN),
    'i18n/cart/de.json': json(DE),
    'i18n/cart/fr.json': json(FR),
    'i18n/home/en.json': json({ welcome: 'Welcome' }),
    'tolgee-de.xliff': xliff('', [
      ['id="cart.title" approved="yes"', ' state="final"'],
      ['id="cart.empty"', ' state="needs-review-translation"'],
    ]),
    'tolgee-glossary.csv':
      'term,description,translatable,caseSensitive,abbreviation,forbidden,de\ncart,"A list, of things",true,false,false,false,Warenkorb\nAcme,,false,true,false,false,\n',
    'tolgee.tmx': tmx('Tolgee'),
  },
  'From Weblate': {
    'weblate.json': json({
      results: [
        { slug: 'web', filemask: 'locale/*.po', source_language: { code: 'en' } },
        { slug: 'glossary', is_glossary: true, filemask: '*.tbx' },
      ],
    }),
    'locale/en.po': po('en', [
      ['', 'cart.title', EN.title],
      ['', 'cart.empty', EN.empty],
    ]),
    'locale/de.po': po('de', [
      ['', 'cart.title', DE.title],
      ['#, fuzzy\n', 'cart.empty', DE.empty],
    ]),
    'locale/fr.po': po('fr', [['', 'cart.title', FR.title]]),
    'weblate-de.xliff': xliff('locale/de.po', [
      ['id="1" resname="cart.title" approved="yes"', ' state="final"'],
      ['id="2" resname="cart.empty" approved="no"', ' state="needs-review-translation"'],
    ]),
    'weblate-glossary-de.tbx': tbx,
    'weblate-glossary-fr.csv':
      '"location","source","target","id","fuzzy","context","translator_comments","developer_comments"\r\n"","cart","panier","","False","","",""\r\n',
    'weblate.tmx': tmx('Weblate'),
  },
  'From Crowdin': {
    'crowdin.yml':
      'files:\n  - source: /locales/en/*.json\n    translation: /locales/%two_letters_code%/%original_file_name%\n',
    'locales/en/cart.json': json(EN),
    'locales/de/cart.json': json(DE),
    'locales/fr/cart.json': json(FR),
    'crowdin.csv':
      'key,en,de,description\nhome.welcome,Welcome,Willkommen,Greeting of the start page\n',
    'crowdin-de.xliff': xliff('/cart.json', [
      ['id="12" resname="cart.title" approved="yes"', ' state="final"'],
      ['id="14" resname="cart.empty" approved="no"', ' state="needs-translation"'],
    ]),
    'crowdin-glossary.tbx': tbx,
    'crowdin-glossary.csv':
      'Term [en],Description [en],Part of Speech [en],Term [de],Description [de]\nvoucher,"A code, with a price",noun,Gutschein,\n',
    'crowdin.tmx': tmx('Crowdin'),
  },
  'From Lokalise': {
    'lokalise.yml': 'token: none\nproject_id: none\n',
    '.github/workflows/lokalise.yml':
      'jobs:\n  push:\n    steps:\n      - uses: lokalise/lokalise-push-action@v4\n        with:\n          base_lang: en\n          translations_path: locales\n          file_ext: json\n          flat_naming: true\n',
    'locales/en.json': json({ cart: EN }),
    'locales/de.json': json({ cart: DE }),
    'locales/fr.json': json({ cart: FR }),
    'lokalise-de.xliff': xliff('cart.json', [
      ['id="cart.title" resname="cart.title" approved="yes"', ' state="signed-off"'],
      ['id="cart.empty" resname="cart.empty"', ' state="needs-review-translation"'],
    ]),
    'lokalise-glossary.csv':
      'term;description;casesensitive;translatable;forbidden;tags;de;fr\ncart;A list;no;yes;no;;Warenkorb;panier\nAcme;;yes;no;no;brand;;\n',
    'lokalise.tmx': tmx('Lokalise'),
  },
};
