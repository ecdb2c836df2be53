import { describe, expect, it } from 'vitest';
import type { Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';

let tenant: Tenant;
describeTenant(
  (given) => {
    ({ tenant } = given);
  },
  { works: false },
);

const pseudo = { sourceLocale: 'en', targetLocale: 'ar', engine: 'pseudo' };
const STRINGS = [
  'Save {name}',
  'Save {{name}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder, not a template
  'Save ${name}',
  'Save %{name}',
  'Save %s',
  'Save %(name)s',
  'Save %name% for :name',
  'Save $t(name)',
  'Save @:name',
  'Save <b>all</b>',
  'Save [a](/b)',
  'Save `name`',
  'Save <name> & go',
  'Save 10%',
  'Save at https://a.example/b',
  'Save {a, b}',
];

describe('the pseudo engine', () => {
  it('treats braces as words if the message format is plain', async () => {
    const { data } = await tenant.client.translate.text({
      ...pseudo,
      text: 'Save {name}',
      messageFormat: 'plain',
    });
    expect(data.text).toContain('{');
    expect(data.text).not.toContain('name');
  });

  it.each(['auto', 'i18next', 'printf', 'ruby', 'plain'] as const)(
    'breaks no message in the format %s',
    async (messageFormat) => {
      const { data } = await tenant.client.translate.bulk({
        ...pseudo,
        messageFormat,
        strings: STRINGS,
      });
      const failed = data.items.filter(({ status }) => status === 'failed');
      expect(failed).toEqual([]);
    },
  );
});
