import type { Runtime } from './runtime.ts';
import { findOtherSpellings } from './spellings.ts';

// Qt takes a percent sign and digits (QString::arg).
const TAKEN = /^%L?\d+$|^%n$/;

export const qt: Runtime = {
  title: 'Qt',
  versions: '5.15',
  format: 'auto',
  foundBy: { files: ['*.pro'] },
  finds: 'a blank between the sign and the number of a placeholder, which the app shows as it is.',
  findFaults: (text, source) => findOtherSpellings(text, source, TAKEN),
};
