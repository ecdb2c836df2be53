import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameMoney, shareOf } from './money.ts';

const eur = (value: string) => ({ value, currency: 'EUR' });

describe('isSameMoney', () => {
  it('compares amounts, not their notation', () => {
    expect(isSameMoney(eur('5.00'), eur('5.00'))).toBe(true);
    expect(isSameMoney(eur('5.00'), eur('5'))).toBe(true);
    expect(isSameMoney(eur('5.00'), eur('5.01'))).toBe(false);
    expect(isSameMoney(eur('5.00'), { value: '5.00', currency: 'USD' })).toBe(false);
    expect(isSameMoney(eur('five'), eur('five'))).toBe(false);
    expect(isSameMoney(eur('0.1'), eur('0.10'))).toBe(true);
  });
});

describe('shareOf', () => {
  it('returns the credits for a part of the price, rounded up, and never returns more than all the credits', () => {
    expect(shareOf(1000, eur('1.25'), eur('5.00'))).toBe(250);
    expect(shareOf(1000, eur('0.01'), eur('3.00'))).toBe(4);
    expect(shareOf(1000, eur('9.00'), eur('5.00'))).toBe(1000);
    expect(shareOf(1000, { value: '1.00', currency: 'USD' }, eur('5.00'))).toBe(1000);
    const cents = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), cents, cents, (credits, part, price) => {
        const money = (amount: number) => eur((amount / 100).toFixed(2));
        const share = shareOf(credits, money(part), money(price));
        expect(share).toBeLessThanOrEqual(credits);
        expect(share).toBeGreaterThanOrEqual(Math.min(credits, 1));
        if (part < price) expect(Math.abs(share - (credits * part) / price)).toBeLessThan(1.001);
      }),
    );
  });
});
