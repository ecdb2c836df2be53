import { describe, expect, it } from 'vitest';
import { isPartOf, PROJECT_PAGES } from './navigation.ts';

const partOf = (pathname: string) =>
  PROJECT_PAGES.filter(({ to }) => isPartOf(pathname, to)).map(({ to }) => to.split('/').at(-1));

describe('isPartOf', () => {
  it.each([
    ['releases/0f7b', ['releases']],
    ['environments/production/publish', ['releases']],
    ['changes/0f7b', ['changes']],
    ['imports/0f7b', ['import']],
    ['jobs/0f7b', ['jobs']],
    ['k/checkout.pay', ['editor']],
    ['releases', []],
    ['', []],
  ])('finds the page that leads to %s', (path, parents) => {
    expect(partOf(`/o/acme/p/shop/${path}`)).toEqual(parents);
    expect(partOf(`/parlance/o/acme/p/shop/${path}`)).toEqual(parents);
  });
});
