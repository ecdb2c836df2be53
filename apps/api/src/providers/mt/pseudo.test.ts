import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../../scripts/tests/growth.ts';
import { describeEngineConformance } from '../../../test/engines/conformance.ts';
import { buildCall, createRecordingContext } from '../../../test/engines/engine-context.ts';
import type { Engine } from './engine.ts';
import { pseudo } from './pseudo.ts';

function createEngine(): Engine {
  const engine = pseudo.create({}, createRecordingContext());
  if (engine === null) throw new Error('the engine is off');
  return engine;
}

async function translate(body: string, maxLength?: number): Promise<string> {
  const segment = { id: 'a', body, context: maxLength === undefined ? {} : { maxLength } };
  const [result] = await createEngine().translate(buildCall([segment], { targetLocale: 'en-XA' }));
  return result?.body ?? `error: ${result?.error?.detail}`;
}

describeEngineConformance({
  name: 'pseudo',
  pair: ['en', 'de'],
  unsupportedPair: ['en', 'en'],
  failingBody: 'a < b',
  keepsPlaceholders: true,
  create: async () => ({ engine: createEngine() }),
});

const markup = fc.constantFrom('<x id="0"/>', '<g id="1">', '</g>', '&amp;', '&lt;', '&#160;');
const bodyOf = (text: fc.Arbitrary<string>) =>
  fc.array(fc.oneof(text, markup), { maxLength: 8 }).map((pieces) => pieces.join(''));
const text = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .map((value) => value.replace(/[<&]/g, '').toWellFormed());
const markupOf = (body: string) => body.match(/<[^<>]*>|&[^;]*;/g) ?? [];
const lengthOf = (body: string) =>
  [...body.replace(/<[^<>]*>/g, '').replace(/&[^;]*;/g, '.')].length;

describe('pseudo', () => {
  it('accents, lengthens and brackets a text', async () => {
    expect(await translate('Save all files')).toBe('⟪Šååṽéé ååļļ ƒîîļééš⟫');
  });

  it('keeps the kind and the order of tags and entities', async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(text), async (body) => {
        expect(markupOf(await translate(body))).toEqual(markupOf(body));
      }),
    );
  });

  it('lengthens every text by about 30 % and the brackets, in any script', async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(text), async (body) => {
        const before = lengthOf(body);
        expect(lengthOf(await translate(body))).toBe(before + Math.ceil(before * 0.3) + 2);
      }),
    );
    expect(await translate('設定を保存')).toBe('⟪設定を保存~~⟫');
  });

  it('respects a length limit, without brackets if they do not fit', async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(text), fc.nat(12), async (body, extra) => {
        const before = lengthOf(body);
        expect(lengthOf(await translate(body, before + extra))).toBeLessThanOrEqual(before + extra);
      }),
    );
    expect(await translate('Save', 5)).toBe('Šåṽé');
    expect(await translate('Save', 7)).toBe('⟪Šååṽé⟫');
  });

  it('returns the same well-formed result for the same text', async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(text), async (body) => {
        const once = await translate(body);
        expect(await translate(body)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
      }),
    );
  });

  it('keeps the accents of the source', async () => {
    expect(await translate('e\u0301')).toBe('⟪e\u0301~⟫');
  });

  it('takes time in proportion to the length of a hostile text', async () => {
    const growth = await growthOf(50_000, async (size) => {
      for (const unit of ['<', '&', '<a', 'a']) await translate(unit.repeat(size / unit.length));
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});
