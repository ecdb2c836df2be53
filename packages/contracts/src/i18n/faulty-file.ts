import { type Static, Type } from 'typebox';
import { named } from '../schema/build.ts';

export const FaultyFile = named(
  'FaultyFile',
  {
    path: Type.String({ description: 'Path in the folder.' }),
    message: Type.String({ description: 'Reason why the file cannot be read, for people.' }),
    line: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Line of the fault, counted from 1.' }),
    ),
    column: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Column in the line, counted from 1.' }),
    ),
    isSource: Type.Boolean({
      description:
        'True if the file has source texts, so that the import neither archived nor restored keys.',
    }),
    remedy: Type.Optional(
      Type.String({
        description:
          'Option of the request with which the file can be read. Absent if there is none.',
      }),
    ),
  },
  'A file that an import of a folder left out.',
);
export type FaultyFile = Static<typeof FaultyFile>;
