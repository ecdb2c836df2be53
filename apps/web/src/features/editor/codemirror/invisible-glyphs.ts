/** Glyphs for invisible characters, by their names in the texts of the app. */
export const INVISIBLES = {
  nbsp: ['\u00a0', '⍽'],
  nnbsp: ['\u202f', '⁐'],
  tab: ['\t', '⇥'],
  zwsp: ['\u200b', '∣'],
  softHyphen: ['\u00ad', '‧'],
  bom: ['\ufeff', '◌'],
  lrm: ['\u200e', '→'],
  rlm: ['\u200f', '←'],
  alm: ['\u061c', '↞'],
  lineBreak: ['\n', '↵'],
} as const;
export type InvisibleName = keyof typeof INVISIBLES;
