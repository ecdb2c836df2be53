import { type Static, Type } from 'typebox';
import { choice, closed } from './build.ts';
import { Code } from './common.ts';

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

const FindingParams = closed(
  {
    reason: Type.Optional(
      Type.String({
        description:
          'With `icu_structure`: `options_differ`, `argument_missing`, `argument_extra`, `too_many_forms` or, in MessageFormat 2, `declarations_differ`. With `icu_invalid`: the fault of the message, such as `unclosed_brace`, `other_missing` or, in MessageFormat 2, `mf2_syntax`. With `tag_content`: `no_text`, `space_lost` or `text_moved`. With `placeholder_missing`: `quoted` if an apostrophe quotes the placeholder, so that it is shown as text.',
      }),
    ),
    side: Type.Optional(
      choice(['source'], {
        description: 'With `icu_invalid`: the source string is not valid, not the translation.',
      }),
    ),
    line: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'With `icu_invalid`: line of the fault. Absent in a text of one line.',
      }),
    ),
    column: Type.Optional(
      Type.Integer({ minimum: 1, description: 'With `icu_invalid`: column of the fault.' }),
    ),
    argument: Type.Optional(
      Type.String({
        description: 'With `options_differ`: the argument that lacks the option, or has it alone.',
      }),
    ),
    wanted: Type.Optional(
      Type.String({
        description:
          'With `glossary_term`: the text for the term. Equal to `value` if the term is not to be translated.',
      }),
    ),
    runtime: Type.Optional(
      Type.String({
        description:
          'With `runtime_refused`, `runtime_misread` and `runtime_forms`: the library, by its name in `settings.runtimes`.',
      }),
    ),
    length: Type.Optional(
      Type.Integer({ minimum: 0, description: 'With `too_long`: length in code points.' }),
    ),
    maxLength: Type.Optional(
      Type.Integer({ minimum: 0, description: 'With `too_long`: the longest that is allowed.' }),
    ),
  },
  { description: 'Facts of the finding beside its code and its value. Absent if there are none.' },
);

/** Members that all findings have: code, details, location and correction. */
export const findingFacts = {
  value: Type.Optional(
    Type.String({
      description:
        'Subject of the finding, such as the placeholder, tag, plural category, option or glossary term. Absent if there is none.',
    }),
  ),
  params: Type.Optional(FindingParams),
  at: Type.Optional(FindingRange),
  fix: Type.Optional(FindingFix),
};

const { value, params } = findingFacts;

export const FindingFacts = closed({ code: Code, value, params });
export type FindingFacts = Static<typeof FindingFacts>;
