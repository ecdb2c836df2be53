import { type Static, Type } from 'typebox';
import { choice, closed } from './build.ts';

const Offset = (description: string) => Type.Integer({ minimum: 0, description });

const FindingRange = closed(
  {
    start: Offset('Start of the range, in UTF-16 code units.'),
    end: Offset('End of the range (exclusive), in UTF-16 code units.'),
    side: choice(['source', 'target'], {
      description: 'Text of the range: the source string or the translation.',
    }),
  },
  { description: 'Range of text that the finding is about. Absent if there is none.' },
);
export type FindingRange = Static<typeof FindingRange>;

const FindingFix = closed(
  { text: Type.String({ description: 'The whole corrected translation.' }) },
  {
    description: 'Correction that removes the finding and adds no other. Absent if there is none.',
  },
);

/** Members of every finding: its place and a correction. */
export const place = {
  at: Type.Optional(FindingRange),
  fix: Type.Optional(FindingFix),
};
