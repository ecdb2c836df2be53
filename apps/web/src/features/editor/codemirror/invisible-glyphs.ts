/** Invisible characters and the glyphs that are shown for them, by the name that the app's texts use. */
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
