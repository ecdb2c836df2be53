import { describe, expect, it } from 'vitest';
import { DEFAULT_CREDIT_PACKS, parseCreditPacks } from './credit-packs.ts';

const PACK = { id: 'small', name: '1,000 credits', credits: 1000, amount: '5.00', currency: 'EUR' };
const parse = (...packs: unknown[]) => parseCreditPacks(JSON.stringify(packs));

describe('CREDIT_PACKS', () => {
  it('accepts a JSON list of packs in several currencies', () => {
    expect(parse(PACK, { ...PACK, id: 'yen', amount: '500', currency: 'JPY' })).toEqual([
      {
        id: 'small',
        name: '1,000 credits',
        credits: 1000,
        amount: { value: '5.00', currency: 'EUR' },
      },
      {
        id: 'yen',
        name: '1,000 credits',
        credits: 1000,
        amount: { value: '500', currency: 'JPY' },
      },
    ]);
    expect(parse()).toEqual([]);
    expect(parseCreditPacks(DEFAULT_CREDIT_PACKS)).toHaveLength(3);
  });

  it.each([
    ['no JSON', 'small:1000:5.00'],
    ['no list', '{}'],
    ['no object', '[1]'],
    ['null', '[null]'],
  ])('rejects a value with %s', (_name, value) => {
    expect(() => parseCreditPacks(value)).toThrow(/a JSON list such as/);
  });

  it.each([
    ['an id with a space', { id: 'a b' }],
    ['no name', { name: ' ' }],
    ['no credits', { credits: 0 }],
    ['half a credit', { credits: 1.5 }],
    ['credits as text', { credits: '1000' }],
    ['an amount as a number', { amount: 5 }],
    ['an amount of nothing', { amount: '0.00' }],
    ['a negative amount', { amount: '-5.00' }],
    ['too many digits', { amount: '5.001' }],
    ['too few digits', { amount: '5' }],
    ['digits that the currency has not', { currency: 'JPY' }],
    ['a currency that PayPal does not take', { currency: 'XAU' }],
    ['a member that is not known', { price: '5.00' }],
  ])('rejects %s, and names the entry', (_name, change) => {
    expect(() => parse(PACK, { ...PACK, id: 'other', ...change })).toThrow(/in entry 2/);
  });

  it('rejects a duplicate id', () => {
    expect(() => parse(PACK, PACK)).toThrow(/unique ids/);
  });
});
