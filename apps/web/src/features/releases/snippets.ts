import type { CompiledFormat } from '@parlance/messages/compile';
import { bundleAddress } from '../../lib/address/bundle-address.ts';

/** Template expression for the locale in the address of a code example. */
const LOCALE = `\${locale}`;

/** Functions of the reader that format compiled messages. */
const FORMATTERS: Readonly<Record<CompiledFormat, string>> = { icu: 'formatIcu', mf2: 'formatMf2' };

/**
 * Returns code examples that load the published texts of an environment, one for each library. Names of libraries are
 * not translated.
 */
export function snippetsOf(
  origin: string,
  {
    messageFormat,
    locale,
    ...place
  }: { messageFormat: string; projectId: string; environment: string; locale: string },
): readonly { name: string; code: string }[] {
  const address = (tag: string) => bundleAddress(origin, { ...place, locale: tag });
  const format = (FORMATTERS as Readonly<Record<string, string>>)[messageFormat];
  return [
    {
      name: 'i18next',
      code: `import i18next from 'i18next';
import HttpBackend from 'i18next-http-backend';

await i18next.use(HttpBackend).init({
  lng: '${locale}',
  // A bundle has the texts of its fallbacks already.
  fallbackLng: false,
  // Shows a text that is meant to be empty. Without it, i18next 27 shows its key.
  returnEmptyString: true,
  backend: { loadPath: '${address('{{lng}}')}' },
  // With namespaces, which are prefixes of the environment, add &prefix={{ns}}. to loadPath.
  // For texts with {name} in place of {{name}}:
  // interpolation: { prefix: '{', suffix: '}' },
});`,
    },
    {
      name: 'FormatJS',
      code: `import { createIntl } from '@formatjs/intl';

const locale = '${locale}';
const response = await fetch(\`${address(LOCALE)}&shape=flat\`);
const intl = createIntl({ locale, messages: await response.json() });`,
    },
    {
      name: 'vue-i18n',
      code: `import { createI18n } from 'vue-i18n';

const locale = '${locale}';
const response = await fetch(\`${address(LOCALE)}\`);
const messages = { [locale]: await response.json() };
const i18n = createI18n({ legacy: false, locale, messages });`,
    },
    ...(format === undefined
      ? []
      : [
          {
            name: '@parlance/reader/format',
            code: `import { ${format} } from '@parlance/reader/format';

const locale = '${locale}';
const response = await fetch(\`${address(LOCALE)}&shape=compiled\`);
const messages = await response.json();
const show = (name, values) => ${format}(messages[name], locale, values);`,
          },
        ]),
  ];
}
