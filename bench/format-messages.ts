import { createIntl, createIntlCache } from '@formatjs/intl';
import { compileMessage } from '@parlance/messages/compile';
import { formatIcu } from '@parlance/messages/format';
import { IntlMessageFormat } from 'intl-messageformat';
import { KINDS, THINGS, VERBS } from './messages.ts';

/**
 * `node bench/format-messages.ts <side>` reads a bundle of 5,000 ICU messages as an app does that starts, formats each
 * message once, and prints the duration in ms. A side is `compiled`, `library` or `intl`.
 */
const COUNT = 5_000;
const LOCALE = 'ru';
const VALUES = { name: 'Ana', n: 21, price: 1_234.5, when: new Date(1_700_000_000_000) };

/** Half of the messages have no arguments, as in most apps. */
const PATTERNS: readonly ((thing: string) => string)[] = [
  (thing) => `${thing}.`,
  (thing) => `${thing}: it can't be undone.`,
  (thing) => `${thing}?`,
  (thing) => `Please wait: ${thing}`,
  (thing) => `${thing} of {name}`,
  (thing) => `{name}: ${thing} {n, number}`,
  (thing) =>
    `{n, plural, one {# ${thing}} few {# ${thing}и} many {# ${thing}ов} other {# ${thing}а}}`,
  (thing) => `${thing} for {price, number, ::currency/EUR} until {when, date, medium}`,
];

const texts = Object.fromEntries(
  Array.from({ length: COUNT }, (_, at) => {
    const words = [VERBS, KINDS, THINGS].map(
      (all, by) => all[Math.floor(at / 7 ** by) % all.length],
    );
    return [`key${at}`, PATTERNS[at % PATTERNS.length]!(words.join(' '))];
  }),
);
const compiled = Object.entries(texts).map(([name, text]) => [
  name,
  compileMessage(text, 'icu', LOCALE),
]);
const bundles = {
  texts: JSON.stringify(texts),
  compiled: JSON.stringify(Object.fromEntries(compiled)),
};

const SIDES: Readonly<Record<string, () => void>> = {
  compiled() {
    for (const message of Object.values(JSON.parse(bundles.compiled))) {
      formatIcu(message as never, LOCALE, VALUES);
    }
  },
  library() {
    for (const text of Object.values(JSON.parse(bundles.texts))) {
      new IntlMessageFormat(text as string, LOCALE).format(VALUES);
    }
  },
  intl() {
    const messages = JSON.parse(bundles.texts);
    const intl = createIntl({ locale: LOCALE, messages }, createIntlCache());
    for (const id of Object.keys(messages)) intl.formatMessage({ id }, VALUES);
  },
};

const startedAt = performance.now();
SIDES[process.argv[2]!]!();
process.stdout.write(String(performance.now() - startedAt));
