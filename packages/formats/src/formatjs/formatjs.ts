import type { FileFormat } from '../format.ts';
import { patchEntries } from '../json/entries/patch.ts';
import { type EntryProfile, faultAt, stringIn } from '../json/entries/profile.ts';
import { readEntries } from '../json/entries/read.ts';
import { TWO_SPACES } from '../json/entries/render.ts';
import { writeJsonEntries } from '../json/entries/write.ts';
import { descriptionIn } from './description.ts';

const profile: EntryProfile = {
  what: 'a file of FormatJS',
  style: TWO_SPACES,
  followsSource: true,
  read(member) {
    const { name, value } = member;
    if (value.kind === 'string') return { kind: 'text', name, value, description: undefined };
    if (value.kind !== 'object') {
      const isCompiled = value.source === 'an array';
      throw faultAt(
        member,
        isCompiled
          ? 'the entry is a compiled message; send the file before "formatjs compile --ast"'
          : 'an entry must be a string or an object with "defaultMessage"',
      );
    }
    const message = stringIn(member, value, 'defaultMessage');
    if (message === undefined) throw faultAt(member, 'the entry has no "defaultMessage"');
    return { kind: 'text', name, value: message, description: descriptionIn(value) };
  },
  isPlain: ({ value }) => value.kind === 'string',
  members({ name, text, description }, isPlain) {
    if (isPlain) return [[name, text]];
    const about = description === undefined ? [] : [['description', description] as const];
    return [[name, [['defaultMessage', text], ...about]]];
  },
};

/**
 * JSON files that `formatjs extract` writes. A file that maps ids to plain texts is also accepted.
 */
export const formatjs: FileFormat = {
  id: 'formatjs',
  contentType: 'application/vnd.formatjs.messages+json',
  extensions: ['json'],
  carries: ['comments'],
  multiLocale: false,
  states: null,
  needs: { arrays: null, plurals: null },
  follows: 'indentation',
  retarget: null,
  blocking: false,
  read: readEntries(profile),
  write: writeJsonEntries(profile),
  patch: patchEntries(profile),
};
