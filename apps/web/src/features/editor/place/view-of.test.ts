import { describe, expect, it } from 'vitest';
import { viewOf } from './view-of.ts';

const wide = { isNarrow: false, languages: 3 };

describe('viewOf', () => {
  it('shows the view of the address, and on a narrow page one text at a time', () => {
    expect(viewOf({ view: 'grid' }, { view: 'focus' }, { isNarrow: true, languages: 1 })).toBe(
      'grid',
    );
    expect(viewOf({}, { view: 'grid' }, { isNarrow: true, languages: 3 })).toBe('focus');
  });

  it('shows the view that the person chose last', () => {
    expect(viewOf({}, { view: 'focus' }, wide)).toBe('focus');
    expect(viewOf({}, { view: 'grid' }, { isNarrow: false, languages: 1 })).toBe('grid');
  });

  it('begins with one text at a time for one language, and with the grid for several', () => {
    expect(viewOf({}, { view: undefined }, { isNarrow: false, languages: 1 })).toBe('focus');
    expect(viewOf({}, { view: undefined }, wide)).toBe('grid');
  });
});
