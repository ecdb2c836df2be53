import { type FileFormat, FormatError } from '../format.ts';
import { patchEntries } from '../json/entries/patch.ts';
import { type EntryProfile, faultAt, stringIn } from '../json/entries/profile.ts';
import { readEntries } from '../json/entries/read.ts';
import { TWO_SPACES } from '../json/entries/render.ts';
import { writeJsonEntries } from '../json/entries/write.ts';

// Chrome rejects an extension that has a message with any other name (Chromium's
// `message_bundle.cc`).
const NAME = /^[A-Za-z0-9_@]+$/;
const RULE = 'a name in a messages.json has only the characters A–Z, a–z, 0–9, _ and @';

const profile: EntryProfile = {
  what: 'a messages.json',
  style: TWO_SPACES,
  followsSource: true,
  emptyFault: 'the Chrome Web Store rejects an extension with an empty message',
  read(member) {
    const { name, value } = member;
    if (!NAME.test(name)) throw faultAt(member, RULE);
    if (value.kind !== 'object') throw faultAt(member, 'an entry must be an object');
    const message = stringIn(member, value, 'message');
    if (message === undefined) throw faultAt(member, 'the entry has no "message"');
    const description = stringIn(member, value, 'description')?.text;
    return { kind: 'text', name, value: message, description };
  },
  identity: (name) => name.toLowerCase(),
  sameNames: (name) =>
    new FormatError('two names in a messages.json differ only in their case', { path: name }),
  members({ name, text, description }) {
    if (!NAME.test(name)) throw new FormatError(RULE, { path: name });
    const about = description === undefined ? [] : [['description', description] as const];
    return [[name, [['message', text], ...about]]];
  },
};

/** The files `_locales/<locale>/messages.json` of browser extensions. */
export const chrome: FileFormat = {
  id: 'chrome',
  contentType: 'application/vnd.chrome.messages+json',
  extensions: ['json'],
  carries: ['comments'],
  multiLocale: false,
  states: null,
  needs: { arrays: false, plurals: null },
  retarget: null,
  blocking: false,
  read: readEntries(profile),
  write: writeJsonEntries(profile),
  patch: patchEntries(profile),
};
