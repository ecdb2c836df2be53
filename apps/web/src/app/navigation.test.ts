import { describe, expect, it } from 'vitest';
import { isPartOf, ORGANIZATION_PAGES, PROJECT_PAGES, placeOf } from './navigation.ts';

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
  ])('returns true only for the entry of the navigation to which %s belongs', (path, parents) => {
    expect(partOf(`/o/acme/p/shop/${path}`)).toEqual(parents);
    expect(partOf(`/parlance/o/acme/p/shop/${path}`)).toEqual(parents);
  });
});

describe('placeOf', () => {
  it.each([
    ['/o/acme', 'projects.title', undefined],
    ['/o/acme/members', 'members.title', undefined],
    ['/o/acme/account', 'account.title', undefined],
    ['/o/acme/projects/new', 'projects.new', undefined],
    ['/o/acme/p/shop', 'overview.title', undefined],
    ['/o/acme/p/shop/editor', 'shell.editor', undefined],
    ['/o/acme/p/shop/k/checkout.pay', 'shell.editor', '/o/$org/p/$project/editor'],
    ['/o/acme/p/shop/changes/0f7b', 'changes.title', '/o/$org/p/$project/changes'],
    [
      '/o/acme/p/shop/environments/production/publish',
      'releases.title',
      '/o/$org/p/$project/releases',
    ],
  ])('names the page at %s and its parent page', (pathname, label, up) => {
    expect(placeOf(pathname)).toEqual(up === undefined ? { label } : { label, up });
  });

  it('returns the label of each page in the navigation, and null for an unknown page', () => {
    for (const { to, label } of [...PROJECT_PAGES, ...ORGANIZATION_PAGES]) {
      const pathname = to.replace('$org', 'acme').replace('$project', 'shop');
      expect(placeOf(pathname)).toEqual({ label });
    }
    expect(placeOf('/o/acme/nowhere')).toBeNull();
    expect(placeOf('/o/acme/p/shop/nowhere')).toBeNull();
  });
});
