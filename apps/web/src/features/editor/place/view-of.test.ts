import { describe, expect, it } from 'vitest';
import { viewOf } from './view-of.ts';

const wide = { isNarrow: false, languages: 3 };

describe('viewOf', () => {
  it('returns the view of the address, or else the focus view on a narrow page', () => {
    expect(viewOf({ view: 'grid' }, { view: 'focus' }, { isNarrow: true, languages: 1 })).toBe(
      'grid',
    );
    expect(viewOf({}, { view: 'grid' }, { isNarrow: true, languages: 3 })).toBe('focus');
  });

  it('returns the view that the person chose last', () => {
    expect(viewOf({}, { view: 'focus' }, wide)).toBe('focus');
    expect(viewOf({}, { view: 'grid' }, { isNarrow: false, languages: 1 })).toBe('grid');
  });

  it('defaults to the focus view for one language, and defaults to the grid for several languages', () => {
    expect(viewOf({}, { view: undefined }, { isNarrow: false, languages: 1 })).toBe('focus');
    expect(viewOf({}, { view: undefined }, wide)).toBe('grid');
  });
});
