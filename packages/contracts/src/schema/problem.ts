import { type Static, Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { choice, closed } from './build.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

export const FaultSchema = closed(
  {
    path: Type.String({
      description: 'A JSON pointer into the body, `query/<name>`, `params/<name>` or a key’s name.',
    }),
    message: Type.String({
      description: 'For people; goes on from the path: `must not be blank`.',
    }),
    line: Type.Optional(Type.Integer({ minimum: 1, description: 'Of the file, from 1.' })),
    column: Type.Optional(Type.Integer({ minimum: 1, description: 'In its line, from 1.' })),
  },
  { title: 'Fault', description: 'One fault of a request.' },
);

/** Every error answer, as `application/problem+json` (RFC 9457). */
export const Problem = closed(
  {
    type: Type.String({ format: 'uri-reference', description: 'Page that describes the code.' }),
    title: Type.String({ description: 'The same for every problem of the code.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    code: choice(CODES, { description: 'What programs branch on.' }),
    detail: Type.String({ description: 'For people: what is wrong here, and what would help.' }),
    requestId: Type.String({ description: 'Finds the request in the log.' }),
    errors: Type.Array(FaultSchema, {
      description: 'Where the faults are, as far as they have places.',
    }),
  },
  { title: 'Problem', description: 'Every error answer, as application/problem+json (RFC 9457).' },
);
export type Problem = Static<typeof Problem>;
