import { createIntl } from '@formatjs/intl';
import type { ErrorCode } from '@parlance/contracts';
import { formatIcu, formatMf2 } from '@parlance/reader/format';
import { MessageFormat } from 'messageformat';
import { describe, expect, it } from 'vitest';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';

let tenant: Tenant;
let projectId: string;
describeProject((given) => {
  ({ tenant, projectId } = given);
});
const i18n = () => tenant.client.i18n;

type Shape = 'flat' | 'nested' | 'mf2' | 'compiled';

const read = async (locale: string, shape: Shape, prefix?: string) =>
  (
    await i18n().bundles.get({
      projectId,
      environment: 'production',
      localeCode: locale,
      shape,
      ...(prefix !== undefined && { prefix }),
    })
  ).data.messages as Record<string, never>;

/** Publishes texts in English and German of a project with a message format. */
async function publish(messageFormat: 'icu' | 'mf2' | 'auto', en: object, de: object) {
  await i18n().projects.update({ projectId, settings: { messageFormat } });
  await i18n().projects.import({ projectId, locale: 'en', content: en as never });
  await i18n().projects.import({ projectId, locale: 'de', content: de as never });
  await i18n().releases.create({ projectId, environment: 'production' });
}

const NUMBERS = [0, 1, 2, 21, 1.5, 1_000_000];
const ICU = {
  'cart.items': '{n, plural, =0 {nothing} one {# item} other {# items}} for {who}',
  'cart.total': "{sum, number, ::currency/EUR} isn't much",
  title: "It''s '{'new'}'",
};
const MF2 = {
  items: '.input {$n :number} .match $n 0 {{nothing}} one {{{$n} item}} * {{{$n} items}}',
  who: 'Hi {$who}, {$sum :currency currency=EUR}',
};

describe('GET /v1/i18n/bundles with the shape `compiled`', () => {
  it('returns ICU messages that the reader formats as FormatJS does', async () => {
    const DE = {
      'cart.items': '{n, plural, =0 {nichts} one {# Ding} other {# Dinge}} für {who}',
      'cart.total': '{sum, number, ::currency/EUR} sind nicht viel',
      title: 'Es ist neu',
    };
    await publish('icu', ICU, DE);
    for (const [locale, texts] of [
      ['en', ICU],
      ['de', DE],
    ] as const) {
      const compiled = await read(locale, 'compiled');
      expect(Object.keys(compiled)).toEqual(Object.keys(texts));
      const intl = createIntl({ locale, messages: texts });
      for (const name of Object.keys(texts)) {
        for (const n of NUMBERS) {
          const values = { n, sum: n, who: 'Ana' };
          const expected = intl.formatMessage({ id: name }, values);
          expect(formatIcu(compiled[name]!, locale, values), name).toBe(expected);
        }
      }
    }
  });

  it('returns messages of MessageFormat 2 that the reader formats as messageformat does', async () => {
    const DE = {
      items: '.input {$n :number} .match $n 0 {{nichts}} one {{{$n} Ding}} * {{{$n} Dinge}}',
      who: 'Hallo {$who}',
    };
    await publish('mf2', MF2, DE);
    const compiled = await read('de', 'compiled');
    for (const n of NUMBERS) {
      const expected = new MessageFormat('de', DE.items).format({ n });
      expect(formatMf2(compiled.items!, 'de', { n })).toBe(expected);
    }
    expect(formatMf2(compiled.who!, 'de', {}, { bidiIsolation: 'none' })).toBe('Hallo {$who}');
    expect(await read('de', 'mf2')).toEqual(DE);
  });

  it('stays as it was published when the message format of the project changes', async () => {
    await publish('icu', ICU, {});
    await i18n().projects.update({ projectId, settings: { messageFormat: 'auto' } });
    expect((await read('en', 'compiled')).title).toBe("It's {new}");
  });

  it('contains a text that is not valid as it is', async () => {
    const broken = { form: '{n, plural, one {x}}', skeleton: '{n, number, ::E0x}' };
    await publish('icu', { ...broken, good: '{n}' }, {});
    expect(await read('en', 'compiled')).toEqual({ ...broken, good: [['n']] });
  });

  it('appears with a release that changes only the message format', async () => {
    await publish('auto', ICU, {});
    await expect(read('en', 'compiled')).rejects.toMatchObject({ code: 'validation_failed' });
    await i18n().projects.update({ projectId, settings: { messageFormat: 'icu' } });
    const order = { projectId, environment: 'production', skipUnchanged: true };
    const { data: release } = await i18n().releases.create(order);
    expect(release.version).toBe(2);
    expect((await read('en', 'compiled')).title).toBe("It's {new}");
    expect((await i18n().releases.create(order)).data.version).toBe(2);
  });

  it('has only the names with a declared prefix, without it', async () => {
    await publish('icu', ICU, {});
    const [environment] = (await i18n().environments.list({ projectId })).data;
    const environmentId = environment!.id;
    await i18n().environments.update({ projectId, environmentId, prefixes: ['cart.'] });
    expect(Object.keys(await read('en', 'compiled', 'cart.'))).toEqual(['items', 'total']);
  });

  it.each([
    ['auto', 'compiled', 'needs the message format `icu` or `mf2`'],
    ['icu', 'mf2', 'needs the message format `mf2`'],
  ] as const)(
    'is refused for a release of the format %s as %s, and names the formats',
    async (format, shape, said) => {
      await publish(format, ICU, {});
      const code: ErrorCode = 'validation_failed';
      await expect(read('en', shape)).rejects.toMatchObject({
        code,
        detail: expect.stringContaining(said),
      });
      expect(Object.keys(await read('en', 'flat'))).toEqual(Object.keys(ICU));
    },
  );
});
