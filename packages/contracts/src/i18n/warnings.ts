import { WARNINGS, type WarningCode } from '@parlance/formats';
import { type Static, Type } from 'typebox';
import { choice, named } from '../schema/build.ts';

export type { WarningCode };
export const WARNING_CODES = Object.keys(WARNINGS) as readonly WarningCode[];

export const Warning = named(
  'Warning',
  {
    path: Type.String({ description: 'Name of the key, or location in the file.' }),
    file: Type.Optional(
      Type.String({ description: 'Path of the file. Absent unless the import is of a folder.' }),
    ),
    code: choice(WARNING_CODES, {
      description: WARNING_CODES.map((code) => `\`${code}\`: ${WARNINGS[code].means}`).join(' '),
    }),
    message: Type.String({ description: 'Message for people.' }),
    remedy: Type.Optional(
      Type.String({
        description: 'Option of the request that changes this. Absent if there is none.',
      }),
    ),
  },
  'A warning. The request succeeded nevertheless.',
);
export type Warning = Static<typeof Warning>;
