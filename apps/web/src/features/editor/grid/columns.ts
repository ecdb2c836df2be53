import type { Locale } from '@parlance/sdk';

export const DENSITIES = { compact: 36, normal: 56, roomy: 88 } as const;
export type Density = keyof typeof DENSITIES;

/** Maximum height of an element that browsers support, in pixels. A longer list is divided into parts. */
const MAX_HEIGHT = 15_000_000;

/** Returns the number of rows in one part of the list. */
export const partRows = (rowHeight: number): number => Math.floor(MAX_HEIGHT / rowHeight);

export const HEAD_HEIGHT = 40;

export interface GridLayout {
  readonly keyWidth: number;
  readonly sourceWidth: number;
  readonly targetWidth: number;
  /** True if the columns of the key and the source text stay visible during horizontal scrolling. */
  readonly isPinned: boolean;
}

const MIN_TARGET_WIDTH = 240;

/** Returns the widths of the columns for the width of the grid. A few locales are widened to fill the whole grid. */
export function layoutOf(width: number, targets: number): GridLayout {
  if (width < 720) {
    const targetWidth = Math.max(180, Math.min(260, width - 150));
    return { keyWidth: 140, sourceWidth: 200, targetWidth, isPinned: false };
  }
  const keyWidth = Math.min(260, Math.round(width * 0.22));
  // The source column is as wide as a column of a translation, but not narrower than its minimum.
  const share = Math.floor((width - keyWidth) / (Math.max(1, targets) + 1));
  const sourceWidth = Math.max(share, Math.min(320, Math.round(width * 0.28)));
  const free = Math.floor((width - keyWidth - sourceWidth) / Math.max(1, targets));
  return { keyWidth, sourceWidth, targetWidth: Math.max(MIN_TARGET_WIDTH, free), isPinned: true };
}

/** Column 0 is the key and column 1 the source text. The target locales begin with this column. */
export const FIRST_TARGET = 2;

export interface GridLocales {
  readonly source: Locale;
  readonly targets: readonly Locale[];
}
