import { describe, expect, it } from 'vitest';
import { chooseAccepted } from './accept.ts';

const envelope = { types: ['application/json'], name: 'envelope' };
const raw = { types: ['application/json'], profile: 'raw', name: 'raw' };
const csv = { types: ['text/csv', 'application/csv'], name: 'csv' };
const choose = (header: string | undefined, offers = [envelope, raw, csv]) =>
  chooseAccepted(header, offers)?.name ?? null;

describe('chooseAccepted', () => {
  it.each([
    [undefined, 'envelope'],
    ['', 'envelope'],
    ['*/*', 'envelope'],
    ['application/*', 'envelope'],
    ['text/*', 'csv'],
    ['application/json', 'envelope'],
    ['application/json; profile=raw', 'raw'],
    ['application/json;profile="raw"', 'raw'],
    ['APPLICATION/JSON; Profile=Raw', 'raw'],
    ['application/json; profile=other', null],
    ['application/csv', 'csv'],
    ['text/csv; charset=utf-8', 'csv'],
    ['text/csv, */*;q=0.1', 'csv'],
    ['application/json, text/plain, */*', 'envelope'],
    ['text/csv;q=0.5, application/json', 'envelope'],
    ['text/csv, application/json', 'csv'],
    ['application/json, text/csv', 'envelope'],
    ['text/csv;q=0', null],
    ['*/*, application/json;q=0', 'csv'],
    ['image/png', null],
    ['image/png, text/html;q=0.9', null],
    ['nonsense', null],
    ['text/csv;q=nonsense', null],
  ])('resolves the Accept header %j to %j', (header, name) => {
    expect(choose(header)).toBe(name);
  });

  it('finds an accepted type after a type with thousands of parameters', () => {
    const header = `${'a/b;q=1;'.repeat(2000)},text/csv`;
    expect(choose(header)).toBe('csv');
  });
});
